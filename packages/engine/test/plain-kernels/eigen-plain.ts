import { hypot } from '../../src/numerics/elementary.ts';
import {
  checkEigenvalues,
  checkSymmetric,
  eigenDidNotConverge,
} from '../../src/numerics/kernels/dense-checks.ts';
import type { Eigen, EigenWithin } from '../../src/numerics/kernels/dense-kernels.ts';
import { identity, type Matrix, transpose, zeros } from '../../src/numerics/matrix.ts';
import { rangeDot } from './range-dot.ts';
import { applyReflector, makeReflector, powerOfTwoScale, type Reflector } from './reflector-plain.ts';

/** Sweeps that are allowed for each eigenvalue, on the average; less than two are usual. */
const SWEEPS = 30;

interface Tridiagonal {
  diagonal: Float64Array;
  /** Entry i couples i and i + 1; the last one is unused. */
  offDiagonal: Float64Array;
  reflectors: Reflector[];
  /** What the matrix was divided by. */
  scale: number;
}

/** Householder's reduction, implicit QL with Wilkinson's shift, back-transformation: about 9n³ operations. */
export function eigenSymmetricPlain(a: Matrix): Eigen {
  const n = checkSymmetric(a);
  const { diagonal, offDiagonal, reflectors, scale } = tridiagonalise(a, n);
  const rows = identity(n);
  implicitQl(diagonal, offDiagonal, rows);
  for (let i = 0; i < n; i++)
    for (let k = reflectors.length - 1; k >= 0; k--) applyReflector(reflectors[k], rows.data, i * n + k + 1);
  const order = Array.from(diagonal.keys()).sort((i, j) => diagonal[i] - diagonal[j]);
  const sorted = zeros(n, n);
  order.forEach((from, k) => {
    sorted.data.set(rows.data.subarray(from * n, (from + 1) * n), k * n);
  });
  return {
    values: checkEigenvalues(Float64Array.from(order, (i) => diagonal[i] * scale)),
    vectors: transpose(sorted),
  };
}

/** All of them, and then those that are wanted. */
export function eigenWithinPlain(a: Matrix, low: number, high: number): EigenWithin {
  const { values, vectors } = eigenSymmetricPlain(a);
  const n = values.length;
  const wanted = Array.from(values.keys()).filter((k) => values[k] >= low && values[k] <= high);
  const rows = zeros(wanted.length, n);
  wanted.forEach((k, i) => {
    for (let j = 0; j < n; j++) rows.data[i * n + j] = vectors.data[j * n + k];
  });
  return { values, first: wanted[0] ?? 0, vectors: rows };
}

export function eigenvaluesSymmetricPlain(a: Matrix): Float64Array {
  const n = checkSymmetric(a);
  const { diagonal, offDiagonal, scale } = tridiagonalise(a, n);
  implicitQl(diagonal, offDiagonal, undefined);
  return checkEigenvalues(diagonal.map((value) => value * scale).sort());
}

/** Reflector k clears row k beyond its neighbour; both sides change by A ← A - v·wᵀ - w·vᵀ. */
function tridiagonalise(a: Matrix, n: number): Tridiagonal {
  const full = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) full[i * n + j] = full[j * n + i] = a.data[i * n + j];
  const scale = powerOfTwoScale(full);
  for (let i = 0; i < full.length; i++) full[i] /= scale;

  const diagonal = new Float64Array(n);
  const offDiagonal = new Float64Array(n);
  const reflectors: Reflector[] = [];
  for (let k = 0; k < n; k++) {
    diagonal[k] = full[k * n + k];
    if (k === n - 1) break;
    const reflector = makeReflector(full.subarray(k * n + k + 1, (k + 1) * n));
    offDiagonal[k] = reflector.beta;
    reflectors.push(reflector);
    applyToBothSides(reflector, full, n, k + 1);
  }
  return { diagonal, offDiagonal, reflectors, scale };
}

/** The block from (first, first) on becomes H·A·H. */
function applyToBothSides({ v, tau }: Reflector, full: Float64Array, n: number, first: number): void {
  const length = v.length;
  const w = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    w[i] = tau * rangeDot(full, (first + i) * n + first, v, 0, length);
  }
  const along = rangeDot(w, 0, v, 0, length);
  for (let i = 0; i < length; i++) w[i] -= 0.5 * tau * along * v[i];
  for (let i = 0; i < length; i++) {
    const from = (first + i) * n + first;
    for (let j = 0; j < length; j++) full[from + j] -= v[i] * w[j] + w[i] * v[j];
  }
}

/**
 * Diagonalises in place; rotations also go to the rows of `vectors`. Off-diagonal entries below ε times the largest
 * entry count as zero: a matrix of low rank leaves a block of rounding errors behind, which is not worth dozens of sweeps.
 */
function implicitQl(d: Float64Array, e: Float64Array, vectors: Matrix | undefined): void {
  const n = d.length;
  const largest = (x: Float64Array) => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const negligible = Number.EPSILON * Math.max(largest(d), largest(e));
  let sweeps = 0;
  for (let l = 0; l < n; l++) {
    for (;;) {
      let m = l;
      while (m < n - 1) {
        const size = Math.abs(e[m]);
        if (size <= Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1])) || size <= negligible) break;
        m++;
      }
      if (m === l) break;
      if (++sweeps > SWEEPS * n) throw eigenDidNotConverge(n);
      sweep(l, m, d, e, vectors);
    }
  }
}

function sweep(l: number, m: number, d: Float64Array, e: Float64Array, vectors: Matrix | undefined): void {
  const ratio = (d[l + 1] - d[l]) / (2 * e[l]);
  const root = hypot(ratio, 1);
  let g = d[m] - d[l] + e[l] / (ratio >= 0 ? ratio + root : ratio - root);
  let s = 1;
  let c = 1;
  let p = 0;
  for (let i = m - 1; i >= l; i--) {
    const f = s * e[i];
    const b = c * e[i];
    const r = hypot(f, g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1] -= p;
      e[m] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1] - p;
    const t = (d[i] - g) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = g + p;
    g = c * t - b;
    if (vectors) rotateRows(vectors, i, c, s);
  }
  d[l] -= p;
  e[l] = g;
  e[m] = 0;
}

function rotateRows({ cols, data }: Matrix, i: number, c: number, s: number): void {
  const low = i * cols;
  const high = low + cols;
  for (let j = 0; j < cols; j++) {
    const x = data[low + j];
    const y = data[high + j];
    data[high + j] = s * x + c * y;
    data[low + j] = c * x - s * y;
  }
}
