import { RANK_TOLERANCE } from '../numerics/kernels/family-kernels.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix, zeros } from '../numerics/matrix.ts';
import { type Action, applyAction } from './action.ts';

export interface RecoveredCovariance {
  /** Q_S = Cov E(Z | Y_S): what the protocol recovers of the trajectory (eq. QP). */
  recovered: Matrix;
  /** P_S = K − Q_S = Cov(Z | Y_S): what it leaves open (eq. residual-covariance). */
  residual: Matrix;
  rank: number;
}

/**
 * Q_S and P_S by one rank-one update an action (Proposition 'Rank-one marginal gains'): v = P·ℓ_a, s = ℓ_aᵀv + r_a,
 * Q ← Q + vvᵀ/s, P ← P − vvᵀ/s. An action with s below RANK_TOLERANCE of its variance tells nothing new and changes
 * nothing, which is the pseudo-inverse. O(d·p²).
 */
export function recoveredCovariance(
  covariance: Matrix,
  protocol: readonly Action[],
  kernels: Kernels = defaultKernels(),
): RecoveredCovariance {
  const p = covariance.rows;
  const recovered = zeros(p, p);
  const residual = copyMatrix(covariance);
  let rank = 0;
  for (const action of protocol) {
    const v = new Float64Array(p);
    for (let j = action.first; j <= action.last; j++)
      for (let k = 0; k < p; k++) v[k]! += residual.data[j * p + k]!;
    for (let k = 0; k < p; k++) v[k]! /= action.last - action.first + 1;
    const s = applyAction(action, v) + action.noise;
    if (!(s > RANK_TOLERANCE * (variance(covariance, action) + action.noise))) continue;
    rank++;
    kernels.addOuter(recovered, v, 1 / s);
    kernels.addOuter(residual, v, -1 / s);
  }
  return { recovered, residual, rank };
}

/** ℓ_aᵀKℓ_a. */
function variance({ data, rows: p }: Matrix, { first, last }: Action): number {
  let sum = 0;
  for (let j = first; j <= last; j++) for (let k = first; k <= last; k++) sum += data[j * p + k]!;
  return sum / (last - first + 1) ** 2;
}
