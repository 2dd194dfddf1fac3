import { floorEigenvalues, rescaleToCorrelation } from '../../model/covariance-repair.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';

/** Correlations that some pairs are estimated to have, and how much each estimate counts; 0 where there is none. */
export interface PartlyKnown {
  readonly estimate: Matrix;
  readonly weights: Matrix;
}

export interface NearestCompletable {
  /** A correlation matrix whose entries are nearest to the estimates, with no eigenvalue below the floor but for rounding. */
  covariance: Matrix;
  /** The largest and the root mean square change of an estimate, by weight. */
  largestChange: number;
  meanChange: number;
}

const ROUNDS = 3000;
const CLOSE = 1e-8;
/** Over-relaxation of the alternating directions. */
const FURTHER = 1.6;

/**
 * The correlation matrix K ⪰ τI with the least Σ w_jk(K_jk − r_jk)² over the pairs with an estimate; what the others have
 * is free. Alternating directions (ADMM): estimates are drawn to their values entry by entry, then eigenvalues to the
 * floor, each with what the other still lacks. O(p³) a round; a few hundred where estimates contradict each other.
 */
export function nearestCompletable(
  { estimate, weights }: PartlyKnown,
  floor: number,
  kernels: Kernels = defaultKernels(),
): NearestCompletable {
  const p = estimate.rows;
  const counted = weights.data.reduce((sum, w) => sum + (w > 0 ? 1 : 0), 0);
  const total = weights.data.reduce((sum, w) => sum + w, 0);
  const share = weights.data.map((w) => (total > 0 ? (w * counted) / total : 0));
  const z = zeros(p, p);
  const u = new Float64Array(p * p);
  for (let n = 0; n < p * p; n++) z.data[n] = n % (p + 1) === 0 ? 1 : share[n]! > 0 ? estimate.data[n]! : 0;
  let last: Matrix = z;
  for (let round = 0; round < ROUNDS; round++) {
    const x = last.data.map((value, n) => {
      if (n % (p + 1) === 0) return 1;
      const w = share[n]!;
      return w > 0 ? (w * estimate.data[n]! + (value - u[n]!)) / (w + 1) : value - u[n]!;
    });
    const ahead = x.map((value, n) => FURTHER * value + (1 - FURTHER) * last.data[n]!);
    const both = { rows: p, cols: p, data: ahead.map((value, n) => value + u[n]!) };
    const next = floorEigenvalues(both, floor, kernels).covariance;
    let [apart, moved] = [0, 0];
    for (let n = 0; n < p * p; n++) {
      u[n]! += ahead[n]! - next.data[n]!;
      apart = Math.max(apart, Math.abs(x[n]! - next.data[n]!));
      moved = Math.max(moved, Math.abs(next.data[n]! - last.data[n]!));
    }
    last = next;
    if (apart < CLOSE && moved < CLOSE) break;
  }
  const covariance = { rows: p, cols: p, data: last.data.slice() };
  rescaleToCorrelation(covariance);
  let [largestChange, squares] = [0, 0];
  for (let n = 0; n < p * p; n++) {
    if (!(share[n]! > 0) || n % (p + 1) === 0) continue;
    const change = Math.abs(covariance.data[n]! - estimate.data[n]!);
    largestChange = Math.max(largestChange, change);
    squares += (share[n]! * change * change) / counted;
  }
  return { covariance, largestChange, meanChange: Math.sqrt(squares) };
}
