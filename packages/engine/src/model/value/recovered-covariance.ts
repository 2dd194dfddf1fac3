import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix, zeros } from '../../numerics/matrix.ts';
import { applyAction, type Measurement } from './action.ts';
import { informativeOrder } from './informative-order.ts';
import { crossCovariance, measurementCovariance } from './measurement-covariance.ts';
import type { Law } from './model.ts';

export interface RecoveredCovariance {
  /** Q_S = Cov E(Z | Y_S): what the protocol recovers of the trajectory (eq. QP). */
  recovered: Matrix;
  /** P_S = K − Q_S = Cov(Z | Y_S): what it leaves open (eq. residual-covariance). */
  residual: Matrix;
  rank: number;
}

/**
 * Q_S and P_S of Z by one rank-one update an action (Proposition 'Rank-one marginal gains'), ℓ_a on the scale of the law:
 * v = P·ℓ_a, s = ℓ_aᵀv + r_a, Q ← Q + vvᵀ/s, P ← P − vvᵀ/s, in informative order. O(d·p² + d³).
 */
export function recoveredCovariance(
  law: Law,
  protocol: readonly Measurement[],
  kernels: Kernels = defaultKernels(),
): RecoveredCovariance {
  const { covariance, scale } = law;
  const p = covariance.rows;
  const recovered = zeros(p, p);
  const residual = copyMatrix(covariance);
  const order = informativeOrder(measurementCovariance(law, protocol).between, protocol);
  for (const a of order) {
    const { data } = crossCovariance({ covariance: residual, scale }, [protocol[a]!]);
    const s = applyAction(protocol[a]!, data, 0, scale) + protocol[a]!.noise;
    kernels.addOuter(recovered, data, 1 / s);
    kernels.addOuter(residual, data, -1 / s);
  }
  return { recovered, residual, rank: order.length };
}
