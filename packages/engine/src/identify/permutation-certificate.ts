import type { Action } from '../model/action.ts';
import { measurementRows } from '../model/measurement-rows.ts';
import type { Target } from '../model/target.ts';
import { targetVariance } from '../model/value.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { dot, type Matrix, row, zeros } from '../numerics/matrix.ts';
import type { Benchmark } from './benchmark.ts';
import type { World } from './compatible-world.ts';

/**
 * Proposition 'permutation': a permutation of times that no realised action can tell apart and that count alike in the
 * target turns K into a world with the same benchmark law, for every target.
 */
export interface PermutationCertificate {
  /** The alternative's value under K itself. */
  value: number;
  /** The lowest and the highest world found; absent where no permutation moved the value that way. */
  lowest: PermutedWorld | undefined;
  highest: PermutedWorld | undefined;
  /** How many permutations were tried, and whether these were all transpositions that could matter. */
  tried: number;
  exhaustive: boolean;
}

export interface PermutedWorld extends World {
  /** Time j of the world is time permutation[j] of K. */
  permutation: Int32Array;
}

export interface PermutationOptions {
  /** Transpositions tried at a time, at most. */
  most?: number;
  /** How often the best transposition is followed by another one. */
  rounds?: number;
  kernels?: Kernels;
}

/** Values that differ by less than this are the same. */
const MOVED = 1e-9;

/**
 * All transpositions that move a time the alternative reads, then greedily another one on top of the best, once towards
 * low values and once towards high ones. Each costs one value, O(p²).
 */
export function permutationCertificate(
  covariance: Matrix,
  benchmark: Benchmark,
  alternative: readonly Action[],
  target: Target,
  options: PermutationOptions = {},
): PermutationCertificate {
  const { most = 20_000, rounds = 8, kernels = defaultKernels() } = options;
  const { weights } = benchmark;
  const p = weights.length;
  const rows = measurementRows(alternative, p);
  const noise = Float64Array.from(alternative, (action) => action.noise);
  const variance = targetVariance({ covariance, weights }, target, kernels);
  const kind = interchangeable(benchmark);
  const value = (moved: Matrix) => explained(covariance, moved, noise, weights, target, kernels) / variance;

  const start = value(rows);
  let tried = 0;
  let exhaustive = true;
  const climb = (sign: number): PermutedWorld | undefined => {
    let current = rows;
    let best = start;
    const permutation = Int32Array.from({ length: p }, (_, j) => j);
    for (let round = 0; round < rounds; round++) {
      const swaps = usefulSwaps(current, kind);
      if (swaps.length > most) exhaustive = false;
      let found: { swap: [number, number]; rows: Matrix; value: number } | undefined;
      for (const swap of swaps.slice(0, most)) {
        const moved = swapped(current, swap);
        const here = value(moved);
        tried++;
        if (sign * (here - (found?.value ?? best)) > MOVED) found = { swap, rows: moved, value: here };
      }
      if (found === undefined) break;
      current = found.rows;
      best = found.value;
      const [i, j] = found.swap;
      [permutation[i], permutation[j]] = [permutation[j]!, permutation[i]!];
    }
    return best === start
      ? undefined
      : { value: best, permutation, covariance: permuted(covariance, permutation) };
  };
  const lowest = climb(-1);
  const highest = climb(1);
  return { value: start, lowest, highest, tried, exhaustive };
}

/**
 * A number for each time, equal for times in which every realised action has the same entry and that have the same
 * weight: permuting those leaves AΞ = A and Ξᵀω = ω.
 */
function interchangeable({ rows, weights }: Benchmark): Int32Array {
  const p = weights.length;
  const kinds = new Map<string, number>();
  return Int32Array.from({ length: p }, (_, j) => {
    const key = [weights[j], ...Array.from({ length: rows.rows }, (_, a) => rows.data[a * p + j])].join(' ');
    if (!kinds.has(key)) kinds.set(key, kinds.size);
    return kinds.get(key)!;
  });
}

/** Pairs of interchangeable times at which the alternative's rows differ; others leave B as it is. */
function usefulSwaps(rows: Matrix, kind: Int32Array): [number, number][] {
  const p = rows.cols;
  const swaps: [number, number][] = [];
  for (let i = 0; i < p; i++)
    for (let j = i + 1; j < p; j++) {
      if (kind[i] !== kind[j]) continue;
      for (let a = 0; a < rows.rows; a++)
        if (rows.data[a * p + i] !== rows.data[a * p + j]) {
          swaps.push([i, j]);
          break;
        }
    }
  return swaps;
}

/** BΞ for the transposition (i j). */
function swapped(rows: Matrix, [i, j]: [number, number]): Matrix {
  const p = rows.cols;
  const data = rows.data.slice();
  for (let a = 0; a < rows.rows; a++)
    [data[a * p + i], data[a * p + j]] = [data[a * p + j]!, data[a * p + i]!];
  return { ...rows, data };
}

/** F_g for any rows, not only those of actions. */
function explained(
  covariance: Matrix,
  rows: Matrix,
  noise: Float64Array,
  weights: Float64Array,
  target: Target,
  kernels: Kernels,
): number {
  const { rows: d, cols: p } = rows;
  const cross = zeros(d, p);
  for (let a = 0; a < d; a++)
    for (let j = 0; j < p; j++) {
      const weight = rows.data[a * p + j]!;
      if (weight === 0) continue;
      for (let k = 0; k < p; k++) cross.data[a * p + k]! += weight * covariance.data[j * p + k]!;
    }
  const between = zeros(d, d);
  for (let a = 0; a < d; a++)
    for (let b = 0; b < d; b++) between.data[a * d + b] = dot(row(cross, a), row(rows, b));
  const members = Int32Array.from({ length: d }, (_, a) => a);
  const starts = Int32Array.of(0, d);
  return kernels.explainFamily({ cross, between, noise, weights, members, starts }, target.table)
    .explained[0]!;
}

/**
 * K′ = ΞKΞᵀ with I(B; K′) = I(BΞ; K): as (BΞ)_{aj} = B_{a,σ(j)}, the world's time σ(j) is K's time j.
 */
function permuted(covariance: Matrix, sigma: Int32Array): Matrix {
  const p = covariance.rows;
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++) out.data[sigma[j]! * p + sigma[k]!] = covariance.data[j * p + k]!;
  return out;
}
