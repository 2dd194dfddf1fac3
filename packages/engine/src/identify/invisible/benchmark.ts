import type { Action } from '../../model/value/action.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { type Matrix, norm } from '../../numerics/matrix.ts';

/** What a realised protocol lets one see of K for the linear target Θ = hᵀZ: AKAᵀ, AKh and hᵀKh (eq. three-blocks). */
export interface Benchmark {
  /** d × p, one row for each realised action. */
  readonly rows: Matrix;
  /** h = ω. */
  readonly weights: Float64Array;
  /** Pairs of grid points whose correlation is known beside it. */
  readonly pairs?: readonly (readonly [number, number])[];
}

export function benchmarkOf(realised: readonly Action[], weights: Float64Array): Benchmark {
  return { rows: measurementRows(realised, weights.length), weights };
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
export function visibleRows({ rows, weights }: Benchmark): Float64Array[] {
  const p = weights.length;
  const all = Array.from({ length: rows.rows }, (_, a) => rows.data.subarray(a * p, (a + 1) * p));
  return [...all, weights].flatMap((row) => {
    const length = norm(row);
    return length > 0 ? [row.map((value) => value / length)] : [];
  });
}
