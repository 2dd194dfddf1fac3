import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { type Matrix, norm, row } from '../../numerics/matrix.ts';

/**
 * What a realised protocol lets one see of K for the linear target Θ = hᵀZ: AKAᵀ, AKh and hᵀKh (eq. three-blocks), with h = ω.
 * Where the law has a scale, which is known, rows and h are ℓ∘s and ω∘s: what is open is the correlations alone.
 */
export interface Benchmark extends Weighing {
  /** d × p, one row for each realised action. */
  readonly rows: Matrix;
  /** Pairs of grid points whose correlation is known beside it. */
  readonly pairs?: readonly (readonly [number, number])[];
}

export function benchmarkOf(realised: readonly Action[], { weights, scale }: Weighing): Benchmark {
  return { rows: measurementRows(realised, weights.length, scale), weights, scale };
}

/** The functionals c_aᵀΔc_b of Δ that are known to vanish: pairs of visible rows, and pairs of grid points. */
export function visiblePairs(benchmark: Benchmark): [Float64Array, Float64Array][] {
  const rows = visibleRows(benchmark);
  const unit = (j: number) => {
    const row = new Float64Array(benchmark.weights.length);
    row[j] = 1;
    return row;
  };
  return [
    ...(benchmark.pairs ?? []).map(([j, k]): [Float64Array, Float64Array] => [unit(j), unit(k)]),
    // The pair (h, h) comes last: invisiblePart counts on it.
    ...rows.flatMap((a, i) => rows.slice(i).map((b): [Float64Array, Float64Array] => [a, b])),
  ];
}

/**
 * The rows of Ā = [A; hᵀ] (eq. abar), each scaled to length 1, rows of zeros left out: all that the benchmark knows is
 * c_aᵀKc_b for pairs of them.
 */
export function visibleRows(benchmark: Benchmark): Float64Array[] {
  return allRows(benchmark).flatMap((row) => {
    const length = norm(row);
    return length > 0 ? [row.map((value) => value / length)] : [];
  });
}

/** The rows of Ā as they are. */
export function allRows(benchmark: Benchmark): Float64Array[] {
  const { rows } = benchmark;
  const all = Array.from({ length: rows.rows }, (_, a) => row(rows, a));
  return [...all, meanWeights(benchmark)];
}
