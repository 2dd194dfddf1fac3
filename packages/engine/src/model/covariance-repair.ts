import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import type { Matrix } from '../numerics/matrix.ts';

/** What was changed in a covariance, and by how much. Nothing is repaired without one of these. */
export interface Repair {
  kind: 'symmetrised' | 'rescaled' | 'floored';
  /** One sentence for people. */
  what: string;
  /** The largest change: of an entry, of a diagonal entry from 1, or of an eigenvalue. */
  amount: number;
}

export interface Floored {
  /** The matrix itself where nothing was lifted. */
  covariance: Matrix;
  /** How many eigenvalues were lifted to the floor, and by how much in total. */
  lifted: number;
  mass: number;
  /** The eigenvalues' smallest, where it had to be computed; undefined where all were shown to lie above the floor. */
  smallest: number | undefined;
}

/**
 * Projection onto {H ⪰ τI} in Frobenius norm (the paper's eq. repair-operator, first half): eigenvalues below τ become τ.
 * That all of them lie above τ is what a Cholesky factorisation of M − τI shows, at a tenth of the cost of an
 * eigendecomposition; only where it fails are eigenvalues computed. O(p³).
 */
export function floorEigenvalues(
  matrix: Matrix,
  floor: number,
  kernels: Kernels = defaultKernels(),
): Floored {
  const p = matrix.rows;
  if (kernels.isPositiveDefinite(matrix, { shift: -floor }))
    return { covariance: matrix, lifted: 0, mass: 0, smallest: undefined };

  // M + Σ (τ − λ_i) u_i u_iᵀ over the lifted ones alone: what lies above the floor keeps its digits, and no other
  // eigenvectors are needed. One product for all.
  const { values, vectors: roots } = kernels.eigenWithin(matrix, Number.NEGATIVE_INFINITY, floor);
  let lifted = 0;
  let mass = 0;
  for (let i = 0; i < roots.rows; i++) {
    const lift = floor - values[i]!;
    const root = Math.sqrt(lift);
    for (let j = 0; j < p; j++) roots.data[i * p + j]! *= root;
    if (lift > 0) lifted++;
    mass += lift;
  }
  const covariance = kernels.crossGram(roots);
  for (let n = 0; n < p * p; n++) covariance.data[n]! += matrix.data[n]!;
  return { covariance, lifted, mass, smallest: values[0]! };
}

/**
 * D^{−1/2} M D^{−1/2} with D = diag(M) (second half of eq. repair-operator), exact ones on the diagonal. In place. Each pair is
 * computed once, from below the diagonal: (m·a)·b and (m·b)·a differ in the last digit, and a law must be symmetric to all.
 */
export function rescaleToCorrelation(matrix: Matrix): void {
  const { rows: p, data } = matrix;
  const scale = new Float64Array(p);
  for (let j = 0; j < p; j++) {
    const variance = data[j * p + j]!;
    if (!(variance > 0))
      throw new RangeError(`entry (${j}, ${j}) of the covariance is ${variance}, not above 0`);
    scale[j] = 1 / Math.sqrt(variance);
  }
  for (let j = 0; j < p; j++) {
    // One factor after the other: their product may overflow where the variances are tiny.
    const own = scale[j]!;
    for (let k = 0; k < j; k++) data[k * p + j] = data[j * p + k] = data[j * p + k]! * own * scale[k]!;
    data[j * p + j] = 1;
  }
}
