import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, someRows, zeros } from '../../numerics/matrix.ts';
import type { RecordSet, RecordTarget } from '../records/record-set.ts';
import type { Folds } from './folds.ts';

/**
 * Records as rows √w·(1, baselines, readings, what they tell besides, target), of which every fit needs the products alone. All
 * but the constant are about their medians: a state that is rarely seen is 0 where it is not, and one that lies far off
 * does not take the digits of the others.
 */
export interface MomentColumns {
  readonly scaled: Matrix;
  readonly baselines: number;
  readonly points: number;
}

/** Σw·zzᵀ over some records, z as in `MomentColumns`. */
export interface Moments {
  /** The records, in lists. */
  readonly records: readonly (readonly number[])[];
  /** Below the diagonal and on it. */
  readonly products: Matrix;
}

export interface FoldMoments {
  /** held[k]: what is held out in fold k. */
  readonly held: readonly Moments[];
  /** inner[k][f]: meanwhile, what is in inner fold f. */
  readonly inner: readonly (readonly Moments[])[];
}

export function momentColumns(
  { baselines }: RecordSet,
  { features, beside, values }: RecordTarget,
  weights: Float64Array,
): MomentColumns {
  const n = values.length;
  const response: Matrix = { rows: n, cols: 1, data: values };
  const parts = [baselines, features, ...(beside ? [beside] : []), response];
  const scaled = zeros(
    n,
    parts.reduce((sum, { cols }) => sum + cols, 1),
  );
  const roots = weights.map(Math.sqrt);
  for (let i = 0; i < n; i++) scaled.data[i * scaled.cols] = roots[i]!;
  let at = 1;
  for (const { cols, data } of parts)
    for (let j = 0; j < cols; j++, at++) {
      const centre = median(Float64Array.from({ length: n }, (_, i) => data[i * cols + j]!));
      for (let i = 0; i < n; i++)
        scaled.data[i * scaled.cols + at] = roots[i]! * (data[i * cols + j]! - centre);
    }
  return { scaled, baselines: baselines.cols, points: features.cols };
}

/** One of the numbers: the lower of two middle ones. */
const median = (values: Float64Array): number => values.sort()[(values.length - 1) >> 1] ?? 0;

/** Of all folds together. */
const MOST_NUMBERS = 20_000_000;

/**
 * Moments of every fold that cross-fitting on some records knows, `folds` in the order of `rows`. Records that share all of their folds
 * are multiplied once, however many folds they are part of: O(n·m²) for m columns. Nothing where there are too many folds.
 */
export function foldMoments(
  { scaled }: MomentColumns,
  rows: readonly number[],
  { outer, inner }: Folds,
): FoldMoments | undefined {
  const m = scaled.cols;
  const folds = inner.reduce((sum, own) => sum + 1 + countOf(own), 0);
  if (folds * m * m > MOST_NUMBERS) return undefined;
  const none = () => ({ records: [] as number[][], products: zeros(m, m) });
  const held = inner.map(none);
  const parts = inner.map((own) => Array.from({ length: countOf(own) }, none));
  for (const cell of cellsOf({ outer, inner })) {
    const records = cell.map((at) => rows[at]!);
    const own = defaultKernels().crossGram(someRows(scaled, records)).data;
    const [first] = cell as [number];
    const out = outer[first]!;
    const sums = [held[out]!, ...parts.flatMap((by, k) => (k === out ? [] : [by[inner[k]![first]!]!]))];
    for (const sum of sums) {
      sum.records.push(records);
      addBelow(sum.products.data, own, m);
    }
  }
  return { held, inner: parts };
}

function addBelow(sum: Float64Array, own: Float64Array, m: number): void {
  for (let i = 0; i < m; i++) for (let at = i * m; at <= i * m + i; at++) sum[at]! += own[at]!;
}

const countOf = (fold: Int32Array): number => fold.reduce((most, f) => Math.max(most, f), -1) + 1;

/** Records that are in the same fold whichever is held out. */
function cellsOf({ outer, inner }: Folds): number[][] {
  let cell = outer;
  for (const own of inner) {
    const numbers = new Map<number, number>();
    const apart = countOf(own) + 1;
    cell = cell.map((before, at) => {
      const key = before * apart + own[at]! + 1;
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  }
  const cells: number[][] = [];
  cell.forEach((number, at) => {
    const rows = cells[number];
    if (rows) rows.push(at);
    else cells[number] = [at];
  });
  return cells;
}
