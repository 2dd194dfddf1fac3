import { FULL, gemm, LOWER } from './gemm';
import { SUBTRACT } from './micro-kernel';
import { halve, solveLowerBase } from './triangular';

const BASE: i32 = 16;
/** Rows that are solved together below a triangle: eight fill the registers of the substitution. */
const STRIP: i32 = 8;
const strip: usize = memory.data(16 * 8 * 8, 16);

/**
 * A ← L with A = L·Lᵀ in place, read from the lower triangle; the upper one is left undefined. Recursive:
 *   L₁₁ = chol(A₁₁), L₂₁ = A₂₁·L₁₁⁻ᵀ, L₂₂ = chol(A₂₂ - L₂₁·L₂₁ᵀ).
 * n³/3 operations, nearly all in `gemm`. The result is -1, or the index of the first pivot that is not finite and above
 * `minimumPivot`; that pivot, as it came out, is then the diagonal entry of A with the same index.
 */
export function cholesky(n: i32, a: usize, aRow: usize, minimumPivot: f64): i32 {
  if (n <= BASE) return choleskyBase(n, a, aRow, minimumPivot);
  const head = halve(n);
  const tail = n - head;
  const failed = cholesky(head, a, aRow, minimumPivot);
  if (failed >= 0) return failed;
  const a21 = a + <usize>head * aRow;
  const a22 = a21 + ((<usize>head) << 3);
  solveFromRight(head, tail, a, aRow, a21);
  gemm(tail, tail, head, a21, aRow, 8, a21, 8, aRow, a22, aRow, SUBTRACT, LOWER);
  const failedBelow = cholesky(tail, a22, aRow, minimumPivot);
  return failedBelow < 0 ? -1 : head + failedBelow;
}

/** Row by row: l_ij = (a_ij - Σ_k l_ik·l_jk) / l_jj. */
function choleskyBase(n: i32, a: usize, aRow: usize, minimumPivot: f64): i32 {
  for (let i = 0; i < n; i++) {
    const rowI = a + <usize>i * aRow;
    for (let j = 0; j < i; j++) {
      const rowJ = a + <usize>j * aRow;
      const target = rowI + ((<usize>j) << 3);
      store<f64>(target, remainder(j, rowI, rowJ, load<f64>(target)) / load<f64>(rowJ + ((<usize>j) << 3)));
    }
    const diagonal = rowI + ((<usize>i) << 3);
    const pivot = remainder(i, rowI, rowI, load<f64>(diagonal));
    if (!(pivot > minimumPivot && pivot < Infinity)) {
      store<f64>(diagonal, pivot);
      return i;
    }
    store<f64>(diagonal, Math.sqrt(pivot));
  }
  return -1;
}

/** start - Σ x_k·y_k over fewer than BASE entries. */
function remainder(n: i32, x: usize, y: usize, start: f64): f64 {
  let s = f64x2.splat(0);
  const pairEnd = x + ((<usize>(n & ~1)) << 3);
  while (x < pairEnd) {
    s = f64x2.add(s, f64x2.mul(v128.load(x), v128.load(y)));
    x += 16;
    y += 16;
  }
  const sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  return start - (n & 1 ? sum + load<f64>(x) * load<f64>(y) : sum);
}

/** X ← X·L⁻ᵀ for m × n rows X below the triangle L, with the same row distance. */
function solveFromRight(n: i32, m: i32, l: usize, row: usize, x: usize): void {
  if (n <= BASE) {
    for (let i = 0; i < m; i += STRIP) solveStrip(n, min(STRIP, m - i), l, row, x + <usize>i * row);
    return;
  }
  const head = halve(n);
  const tail = n - head;
  const l21 = l + <usize>head * row;
  const x2 = x + ((<usize>head) << 3);
  solveFromRight(head, m, l, row, x);
  gemm(m, tail, head, x, row, 8, l21, 8, row, x2, row, SUBTRACT, FULL);
  solveFromRight(tail, m, l21 + ((<usize>head) << 3), row, x2);
}

/** Turns up to eight rows into columns, solves L·Y = Xᵀ, and turns them back. */
function solveStrip(n: i32, rows: i32, l: usize, row: usize, x: usize): void {
  for (let i = 0; i < rows; i++) {
    const from = x + <usize>i * row;
    for (let j = 0; j < n; j++) {
      store<f64>(strip + ((<usize>(j * STRIP + i)) << 3), load<f64>(from + ((<usize>j) << 3)));
    }
  }
  solveLowerBase(n, rows, l, row, strip, STRIP << 3);
  for (let i = 0; i < rows; i++) {
    const to = x + <usize>i * row;
    for (let j = 0; j < n; j++) {
      store<f64>(to + ((<usize>j) << 3), load<f64>(strip + ((<usize>(j * STRIP + i)) << 3)));
    }
  }
}
