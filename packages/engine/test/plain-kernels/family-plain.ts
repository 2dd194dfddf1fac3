import { square } from '../../src/numerics/elementary.ts';
import {
  type FamilyInput,
  type FamilyKernels,
  type FamilyOutput,
  linearWeights,
  RANK_TOLERANCE,
  type Transform,
} from '../../src/numerics/kernels/family-kernels.ts';
import { isLocalTable } from '../../src/numerics/local-table.ts';
import { dot, row } from '../../src/numerics/matrix.ts';
import { evaluateLocal } from './evaluate-local.ts';
import { evaluateTable } from './evaluate-table.ts';

/** The twin: one protocol at a time, Q formed entry by entry, nothing shared. */
export function familyPlain(): FamilyKernels {
  return {
    transformSum: (symmetric, weights, table) => {
      const p = symmetric.rows;
      return weightedSum(p, weights, table, (j, k) => symmetric.data[j * p + k]!);
    },
    explainFamily,
  };
}

function explainFamily(input: FamilyInput, table: Transform | undefined): FamilyOutput {
  const { starts, members, weights } = input;
  const lambda = linearWeights(weights, table);
  const count = starts.length - 1;
  const linear = new Float64Array(count);
  const explained = table === undefined ? linear : new Float64Array(count);
  const rank = new Int32Array(count);
  const smallestPivot = new Float64Array(count).fill(1);
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const { rows, smallest } = recoveredRows(input, members.subarray(starts[i]!, starts[i + 1]!));
    rank[i] = rows.length;
    smallestPivot[i] = smallest;
    linear[i] = rows.reduce((sum, w) => sum + square(dot(w, lambda)), 0);
    if (table === undefined) continue;
    const result = weightedSum(weights.length, weights, table, (j, k) =>
      rows.reduce((sum, w) => sum + w[j]! * w[k]!, 0),
    );
    explained[i] = result.sum;
    largest = Math.max(largest, result.largest);
  }
  return { linear, explained, rank, smallestPivot, largest };
}

/** The rows of L⁻¹A_SK, those of actions that tell nothing new left out. */
function recoveredRows(
  { cross, between, noise }: FamilyInput,
  actions: Int32Array,
): { rows: Float64Array[]; smallest: number } {
  let smallest = 1;
  const kept: { factor: number[]; row: Float64Array; action: number }[] = [];
  for (const a of actions) {
    const factor: number[] = [];
    const w = row(cross, a).slice();
    const own = between.data[a * between.cols + a]! + noise[a]!;
    let left = own;
    for (const other of kept) {
      let value = between.data[a * between.cols + other.action]!;
      // Two entries of one action are two readings: their noise is not shared.
      for (let k = 0; k < factor.length; k++) value -= factor[k]! * other.factor[k]!;
      value /= other.factor[factor.length]!;
      factor.push(value);
      left -= value * value;
      for (let j = 0; j < w.length; j++) w[j]! -= value * other.row[j]!;
    }
    smallest = Math.min(smallest, left / own);
    if (!(left > RANK_TOLERANCE * own)) continue;
    const root = Math.sqrt(left);
    kept.push({ factor: [...factor, root], row: w.map((value) => value / root), action: a });
  }
  return { rows: kept.map((entry) => entry.row), smallest };
}

function weightedSum(
  p: number,
  weights: Float64Array,
  table: Transform,
  entry: (j: number, k: number) => number,
): { sum: number; largest: number } {
  const at = (j: number, k: number, r: number) =>
    isLocalTable(table) ? evaluateLocal(table, j, k, r) : evaluateTable(table, r);
  let sum = 0;
  let largest = 0;
  for (let j = 0; j < p; j++) {
    let rowSum = 0;
    for (let k = 0; k < j; k++) {
      const r = entry(j, k);
      largest = Math.max(largest, Math.abs(r));
      rowSum += weights[k]! * at(j, k, r);
    }
    const r = entry(j, j);
    largest = Math.max(largest, Math.abs(r));
    sum += weights[j]! * (2 * rowSum + weights[j]! * at(j, j, r));
  }
  return { sum, largest };
}
