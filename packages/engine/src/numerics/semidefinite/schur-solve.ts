import type { DenseKernels } from '../kernels/dense-kernels.ts';
import { dot, type Matrix } from '../matrix.ts';

/** x ← L⁻¹·x over the first `size` rows of a lower triangle with the given stride. */
export function forwardSubstitute(l: Float64Array, stride: number, size: number, x: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = x[i];
    const row = i * stride;
    for (let j = 0; j < i; j++) sum -= l[row + j] * x[j];
    x[i] = sum / l[row + i];
  }
}

/** x ← L⁻ᵀ·x, likewise. */
export function backSubstitute(l: Float64Array, stride: number, size: number, x: Float64Array): void {
  for (let i = size - 1; i >= 0; i--) {
    const row = i * stride;
    const value = x[i] / l[row + i];
    x[i] = value;
    for (let j = 0; j < i; j++) x[j] -= l[row + j] * value;
  }
}

/** out = rhs - M·x with a symmetric M that is read from its lower triangle. */
function residualOf(m: Matrix, x: Float64Array, rhs: Float64Array, out: Float64Array): void {
  const size = m.rows;
  out.set(rhs);
  for (let i = 0; i < size; i++) {
    const row = i * size;
    const own = x[i];
    let sum = m.data[row + i] * own;
    for (let j = 0; j < i; j++) {
      const entry = m.data[row + j];
      sum += entry * x[j];
      out[j] -= entry * own;
    }
    out[i] -= sum;
  }
}

const norm = (v: Float64Array) => Math.sqrt(dot(v, v));

/** Relative additions to the diagonal that are tried in turn when a factorisation breaks down. */
const SHIFTS = [0, 1e-15, 1e-13, 1e-11, 1e-9];
const MOST_REFINEMENTS = 8;

/** Solves M·x = rhs into `out`; |rhs - M·x| beside |rhs| is returned. */
export type SchurSolver = (rhs: Float64Array, out: Float64Array) => number;

/**
 * Cholesky with iterative refinement. Close to the optimum M may be singular to rounding; then its diagonal is raised
 * for the factor alone, and the refinement against M itself takes the shift out again. M is scaled to a unit diagonal
 * first, in place. O(m³/3), each solve O(m²) a refinement; undefined where even the largest shift does not help.
 */
export function factoriseSchur(m: Matrix, kernels: DenseKernels): SchurSolver | undefined {
  const size = m.rows;
  if (size === 0) return () => 0;
  const scale = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const pivot = m.data[i * size + i];
    if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return undefined;
    scale[i] = 1 / Math.sqrt(pivot);
  }
  for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) m.data[i * size + j] *= scale[i] * scale[j];
  let factor: Matrix | undefined;
  for (const shift of SHIFTS) {
    for (let i = 0; i < size; i++) m.data[i * size + i] = 1 + shift;
    const attempt = kernels.cholesky(m);
    if (attempt.ok) {
      factor = attempt.factor;
      break;
    }
  }
  if (factor === undefined) return undefined;
  for (let i = 0; i < size; i++) m.data[i * size + i] = 1;
  const l = factor.data;
  const scaled = new Float64Array(size);
  const residual = new Float64Array(size);
  const best = new Float64Array(size);

  return (rhs, out) => {
    for (let i = 0; i < size; i++) scaled[i] = rhs[i] * scale[i];
    const target = norm(scaled);
    out.fill(0);
    best.fill(0);
    residual.set(scaled);
    let smallest = target;
    for (let round = 0; round <= MOST_REFINEMENTS && smallest > 0; round++) {
      forwardSubstitute(l, size, size, residual);
      backSubstitute(l, size, size, residual);
      for (let i = 0; i < size; i++) out[i] += residual[i];
      residualOf(m, out, scaled, residual);
      const left = norm(residual);
      if (!(left < smallest)) break;
      const isSlow = left > 0.5 * smallest;
      smallest = left;
      best.set(out);
      if (isSlow || left <= Number.EPSILON * target) break;
    }
    for (let i = 0; i < size; i++) out[i] = best[i] * scale[i];
    return target > 0 ? smallest / target : 0;
  };
}
