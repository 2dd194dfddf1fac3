import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, transpose, zeros } from '../../numerics/matrix.ts';

/** How far K can be moved along Δ and against it before it stops being positive semidefinite. */
interface AdmissibleSteps {
  forward: number;
  backward: number;
}

/** Pivots down to this count as positive. */
const SINGULAR = 1e-13;

/**
 * K + sΔ ⪰ 0 exactly for 1 + sλ ≥ 0 over the eigenvalues λ of L⁻¹ΔL⁻ᵀ, K = LLᵀ. Undefined where K is singular, and so on
 * the boundary already. O(p³).
 */
export function admissibleSteps(
  covariance: Matrix,
  direction: Matrix,
  kernels: Kernels = defaultKernels(),
): AdmissibleSteps | undefined {
  const factor = kernels.cholesky(covariance, SINGULAR);
  if (!factor.ok) return undefined;
  const half = kernels.solveLower(factor.factor, direction);
  const whole = kernels.solveLower(factor.factor, transpose(half));
  const p = covariance.rows;
  const symmetric = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      symmetric.data[j * p + k] = (whole.data[j * p + k]! + whole.data[k * p + j]!) / 2;
  const values = kernels.eigenvaluesSymmetric(symmetric);
  const [smallest, largest] = [values[0]!, values[p - 1]!];
  return {
    forward: smallest < 0 ? -1 / smallest : Number.POSITIVE_INFINITY,
    backward: largest > 0 ? 1 / largest : Number.POSITIVE_INFINITY,
  };
}
