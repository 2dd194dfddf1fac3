import { log } from '../numerics/elementary.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { identity } from '../numerics/matrix.ts';

/*
 * Matrices of a few rows, in place and row by row: for thousands of them the way into a compiled kernel and back costs more than
 * it saves. Larger ones go there.
 */
const LARGE = 24;

/** A pivot is positive where it is above this share of its diagonal. */
const LEAST_PIVOT = 1e-14;

/** The lower factor L of A = LLᵀ over A's lower triangle; log det A, or NaN where a pivot is not positive. */
function factorInPlace(a: Float64Array, d: number): number {
  let logDeterminant = 0;
  for (let j = 0; j < d; j++) {
    let pivot = a[j * d + j]!;
    const least = LEAST_PIVOT * pivot;
    for (let k = 0; k < j; k++) pivot -= a[j * d + k]! * a[j * d + k]!;
    if (!(pivot > least)) return Number.NaN;
    const root = Math.sqrt(pivot);
    a[j * d + j] = root;
    logDeterminant += log(pivot);
    for (let i = j + 1; i < d; i++) {
      let sum = a[i * d + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * d + k]! * a[j * d + k]!;
      a[i * d + j] = sum / root;
    }
  }
  return logDeterminant;
}

/** A⁻¹ = L⁻ᵀL⁻¹ from the lower factor, which is overwritten by its inverse. */
function inverseFromFactor(factor: Float64Array, d: number, out: Float64Array): void {
  for (let j = 0; j < d; j++) {
    factor[j * d + j] = 1 / factor[j * d + j]!;
    for (let i = j + 1; i < d; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum -= factor[i * d + k]! * factor[k * d + j]!;
      factor[i * d + j] = sum / factor[i * d + i]!;
    }
  }
  for (let i = 0; i < d; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < d; k++) sum += factor[k * d + i]! * factor[k * d + j]!;
      out[i * d + j] = sum;
      out[j * d + i] = sum;
    }
}

/** The inverse of a symmetric positive definite matrix, read from its lower triangle and overwritten; log det, or NaN where it has none. */
export function invertInto(a: Float64Array, d: number, out: Float64Array): number {
  if (d < LARGE) {
    const logDeterminant = factorInPlace(a, d);
    if (!Number.isNaN(logDeterminant)) inverseFromFactor(a, d, out);
    return logDeterminant;
  }
  const kernels = defaultKernels();
  const found = kernels.cholesky({ rows: d, cols: d, data: a.subarray(0, d * d) }, LEAST_PIVOT * a[0]!);
  if (!found.ok) return Number.NaN;
  const { factor } = found;
  out.set(kernels.crossGram(kernels.solveLower(factor, identity(d))).data);
  let logDeterminant = 0;
  for (let i = 0; i < d; i++) logDeterminant += 2 * log(factor.data[i * (d + 1)]!);
  return logDeterminant;
}

/** The inverse of a symmetric positive definite matrix with log det; undefined where it has none. */
export function positiveInverse(
  a: Float64Array,
  d: number,
): { inverse: Float64Array; logDeterminant: number } | undefined {
  const inverse = new Float64Array(d * d);
  const logDeterminant = invertInto(a.slice(), d, inverse);
  return Number.isNaN(logDeterminant) ? undefined : { inverse, logDeterminant };
}

/** A·x. */
export function applied(a: Float64Array, x: ArrayLike<number>): Float64Array {
  const d = x.length;
  return Float64Array.from({ length: a.length / d }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < d; k++) sum += a[i * d + k]! * x[k]!;
    return sum;
  });
}

/** A·B of d × d matrices. */
export function multipliedInto(a: Float64Array, b: Float64Array, d: number, out: Float64Array): void {
  if (d >= LARGE) {
    const whole = (data: Float64Array) => ({ rows: d, cols: d, data: data.subarray(0, d * d) });
    out.set(defaultKernels().multiply(whole(a), whole(b)).data);
    return;
  }
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) {
      let sum = 0;
      for (let k = 0; k < d; k++) sum += a[i * d + k]! * b[k * d + j]!;
      out[i * d + j] = sum;
    }
}
