import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { copyMatrix, identity, type Matrix, zeros } from '../../numerics/matrix.ts';

const NEWTON = 60;
const CONJUGATE = 80;
const CLOSE = 1e-18;

/**
 * Of all correlation matrices with the same entries at the pairs seen the one with the largest determinant: its inverse is
 * 0 at every other pair, so that times that were never seen together are independent given all the rest (Dempster's covariance
 * selection). Newton's method on log det K, the system (PDP)_jk = P_jk over unseen pairs, P = K⁻¹, by conjugate
 * gradients; log det is self-concordant, so that steps of 1/(1 + λ) stay inside. O(p³) a product.
 */
export function entropyCompletion(
  start: Matrix,
  unseen: readonly (readonly [number, number])[],
  kernels: Kernels = defaultKernels(),
): Matrix {
  const p = start.rows;
  const k = copyMatrix(start);
  if (unseen.length === 0) return k;
  for (let round = 0; round < NEWTON; round++) {
    const inverse = inverted(k, kernels);
    if (inverse === undefined) break;
    const right = Float64Array.from(unseen, ([a, b]) => inverse.data[a * p + b]!);
    const scale = Float64Array.from(unseen, ([a, b]) => {
      const own = inverse.data[a * p + b]!;
      return inverse.data[a * p + a]! * inverse.data[b * p + b]! + own * own;
    });
    const product = (x: Float64Array) => {
      const d = zeros(p, p);
      unseen.forEach(([a, b], i) => {
        d.data[a * p + b] = d.data[b * p + a] = x[i]!;
      });
      const { data } = kernels.multiply(kernels.multiply(inverse, d), inverse);
      return Float64Array.from(unseen, ([a, b]) => data[a * p + b]!);
    };
    const x = conjugateGradients(product, right, scale);
    // λ² = <P, D> over both halves.
    const lambda = Math.sqrt(Math.max(0, 2 * x.reduce((sum, value, i) => sum + value * right[i]!, 0)));
    const step = lambda > 0.25 ? 1 / (1 + lambda) : 1;
    unseen.forEach(([a, b], i) => {
      k.data[a * p + b]! += step * x[i]!;
      k.data[b * p + a] = k.data[a * p + b]!;
    });
    if (lambda * lambda < CLOSE) break;
  }
  return kernels.isPositiveDefinite(k) ? k : start;
}

function inverted(matrix: Matrix, kernels: Kernels): Matrix | undefined {
  const factor = kernels.cholesky(matrix);
  if (!factor.ok) return undefined;
  return kernels.crossGram(kernels.solveLower(factor.factor, identity(matrix.rows)));
}

/** Preconditioned by the diagonal. */
function conjugateGradients(
  product: (x: Float64Array) => Float64Array,
  right: Float64Array,
  diagonal: Float64Array,
): Float64Array {
  const x = new Float64Array(right.length);
  const rest = right.slice();
  let ready = rest.map((value, i) => value / diagonal[i]!);
  let direction = ready.slice();
  let size = rest.reduce((sum, value, i) => sum + value * ready[i]!, 0);
  const enough = size * 1e-16;
  for (let round = 0; round < CONJUGATE && size > enough && size > 0; round++) {
    const image = product(direction);
    const along = direction.reduce((sum, value, i) => sum + value * image[i]!, 0);
    if (!(along > 0)) break;
    const step = size / along;
    for (let i = 0; i < x.length; i++) {
      x[i]! += step * direction[i]!;
      rest[i]! -= step * image[i]!;
    }
    ready = rest.map((value, i) => value / diagonal[i]!);
    const next = rest.reduce((sum, value, i) => sum + value * ready[i]!, 0);
    direction = ready.map((value, i) => value + (next / size) * direction[i]!);
    size = next;
  }
  return x;
}
