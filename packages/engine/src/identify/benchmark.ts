import type { Action } from '../model/action.ts';
import { measurementRows } from '../model/measurement-rows.ts';
import type { Matrix } from '../numerics/matrix.ts';

/** What a realised protocol lets one see of K for the linear target Θ = hᵀZ: AKAᵀ, AKh and hᵀKh (eq. three-blocks). */
export interface Benchmark {
  /** d × p, one row for each realised action. */
  readonly rows: Matrix;
  /** h = ω. */
  readonly weights: Float64Array;
}

export function benchmarkOf(realised: readonly Action[], weights: Float64Array): Benchmark {
  return { rows: measurementRows(realised, weights.length), weights };
}

/**
 * The rows of Ā = [A; hᵀ] (eq. abar), each scaled to length 1, rows of zeros left out: all that the benchmark knows is
 * c_aᵀKc_b for pairs of them.
 */
export function visibleRows({ rows, weights }: Benchmark): Float64Array[] {
  const p = weights.length;
  const all = Array.from({ length: rows.rows }, (_, a) => rows.data.subarray(a * p, (a + 1) * p));
  return [...all, weights].flatMap((row) => {
    const length = Math.hypot(...row);
    return length > 0 ? [row.map((value) => value / length)] : [];
  });
}
