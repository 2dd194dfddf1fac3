import { FULL, gemm } from './gemm';
import { SUBTRACT } from './micro-kernel';
import { addScaled, dot } from './vector';

/** Rows of a triangle that is solved directly; larger ones are halved so that the products do the work. */
const BASE: i32 = 32;

/** Right-hand sides below which packing a product costs more than it gains. */
const FEW: i32 = 4;

/**
 * X ← L⁻¹·X in place, for a lower triangular n × n matrix L and n × m right-hand sides with contiguous rows.
 * `work` has room for n. Recursive forward substitution: X₁ ← L₁₁⁻¹X₁, X₂ ← X₂ - L₂₁X₁, X₂ ← L₂₂⁻¹X₂. n²·m operations, nearly all in `gemm`.
 */
export function solveLower(n: i32, m: i32, l: usize, lRow: usize, x: usize, xRow: usize, work: usize): void {
  if (m < FEW) {
    for (let j = 0; j < m; j++) solveLowerVector(n, l, lRow, x + ((<usize>j) << 3), xRow, work);
    return;
  }
  if (n <= BASE) {
    solveLowerBase(n, m, l, lRow, x, xRow);
    return;
  }
  const head = halve(n);
  const tail = n - head;
  const l21 = l + <usize>head * lRow;
  const x2 = x + <usize>head * xRow;
  solveLower(head, m, l, lRow, x, xRow, work);
  gemm(tail, m, head, l21, lRow, 8, x, xRow, 8, x2, xRow, SUBTRACT, FULL);
  solveLower(tail, m, l21 + ((<usize>head) << 3), lRow, x2, xRow, work);
}

/** X ← L⁻ᵀ·X in place: the same from the last row upwards. */
export function solveLowerTransposed(
  n: i32,
  m: i32,
  l: usize,
  lRow: usize,
  x: usize,
  xRow: usize,
  work: usize,
): void {
  if (m < FEW) {
    for (let j = 0; j < m; j++) solveLowerTransposedVector(n, l, lRow, x + ((<usize>j) << 3), xRow, work);
    return;
  }
  if (n <= BASE) {
    solveLowerTransposedBase(n, m, l, lRow, x, xRow);
    return;
  }
  const head = halve(n);
  const tail = n - head;
  const l21 = l + <usize>head * lRow;
  const x2 = x + <usize>head * xRow;
  solveLowerTransposed(tail, m, l21 + ((<usize>head) << 3), lRow, x2, xRow, work);
  gemm(head, m, tail, l21, 8, lRow, x2, xRow, 8, x, xRow, SUBTRACT, FULL);
  solveLowerTransposed(head, m, l, lRow, x, xRow, work);
}

/** About half of n, a multiple of the tile so that products have no ragged edge inside. */
export function halve(n: i32): i32 {
  return ((n + 7) >> 1) & ~3;
}

/** Forward substitution in strips of eight columns, whose sums stay in registers. */
export function solveLowerBase(n: i32, m: i32, l: usize, lRow: usize, x: usize, xRow: usize): void {
  let j = 0;
  for (; j + 8 <= m; j += 8) {
    const strip = x + ((<usize>j) << 3);
    for (let i = 0; i < n; i++) {
      eliminateStrip(
        i,
        l + <usize>i * lRow,
        8,
        strip,
        xRow,
        strip + <usize>i * xRow,
        l + <usize>i * (lRow + 8),
      );
    }
  }
  for (; j < m; j++) {
    const strip = x + ((<usize>j) << 3);
    for (let i = 0; i < n; i++) {
      eliminateOne(
        i,
        l + <usize>i * lRow,
        8,
        strip,
        xRow,
        strip + <usize>i * xRow,
        l + <usize>i * (lRow + 8),
      );
    }
  }
}

function solveLowerTransposedBase(n: i32, m: i32, l: usize, lRow: usize, x: usize, xRow: usize): void {
  let j = 0;
  for (; j + 8 <= m; j += 8) {
    const strip = x + ((<usize>j) << 3);
    for (let i = n - 1; i >= 0; i--) {
      const pivot = l + <usize>i * (lRow + 8);
      const target = strip + <usize>i * xRow;
      eliminateStrip(n - 1 - i, pivot + lRow, lRow, target + xRow, xRow, target, pivot);
    }
  }
  for (; j < m; j++) {
    const strip = x + ((<usize>j) << 3);
    for (let i = n - 1; i >= 0; i--) {
      const pivot = l + <usize>i * (lRow + 8);
      const target = strip + <usize>i * xRow;
      eliminateOne(n - 1 - i, pivot + lRow, lRow, target + xRow, xRow, target, pivot);
    }
  }
}

/** target ← (target - Σ_k l_k·x_k) / pivot for eight columns at once. */
function eliminateStrip(
  count: i32,
  l: usize,
  lStep: usize,
  x: usize,
  xStep: usize,
  target: usize,
  pivot: usize,
): void {
  let s0 = v128.load(target);
  let s1 = v128.load(target, 16);
  let s2 = v128.load(target, 32);
  let s3 = v128.load(target, 48);
  for (let k = 0; k < count; k++) {
    const factor = v128.load_splat<f64>(l);
    s0 = f64x2.sub(s0, f64x2.mul(factor, v128.load(x)));
    s1 = f64x2.sub(s1, f64x2.mul(factor, v128.load(x, 16)));
    s2 = f64x2.sub(s2, f64x2.mul(factor, v128.load(x, 32)));
    s3 = f64x2.sub(s3, f64x2.mul(factor, v128.load(x, 48)));
    l += lStep;
    x += xStep;
  }
  const divisor = v128.load_splat<f64>(pivot);
  v128.store(target, f64x2.div(s0, divisor));
  v128.store(target, f64x2.div(s1, divisor), 16);
  v128.store(target, f64x2.div(s2, divisor), 32);
  v128.store(target, f64x2.div(s3, divisor), 48);
}

function eliminateOne(
  count: i32,
  l: usize,
  lStep: usize,
  x: usize,
  xStep: usize,
  target: usize,
  pivot: usize,
): void {
  let sum = load<f64>(target);
  for (let k = 0; k < count; k++) {
    sum -= load<f64>(l) * load<f64>(x);
    l += lStep;
    x += xStep;
  }
  store<f64>(target, sum / load<f64>(pivot));
}

/** One right-hand side: row by row, x_i ← (x_i - l_i·x) / l_ii. */
function solveLowerVector(n: i32, l: usize, lRow: usize, x: usize, xRow: usize, column: usize): void {
  gather(n, x, xRow, column);
  for (let i = 0; i < n; i++) {
    const target = column + ((<usize>i) << 3);
    const lRowStart = l + <usize>i * lRow;
    const rest = load<f64>(target) - dot(i, lRowStart, column);
    store<f64>(target, rest / load<f64>(lRowStart + ((<usize>i) << 3)));
  }
  scatter(n, x, xRow, column);
}

/** One right-hand side: once x_i is known its row of L leaves all earlier ones, so L is still read along its rows. */
function solveLowerTransposedVector(
  n: i32,
  l: usize,
  lRow: usize,
  x: usize,
  xRow: usize,
  column: usize,
): void {
  gather(n, x, xRow, column);
  for (let i = n - 1; i >= 0; i--) {
    const target = column + ((<usize>i) << 3);
    const lRowStart = l + <usize>i * lRow;
    const value = load<f64>(target) / load<f64>(lRowStart + ((<usize>i) << 3));
    store<f64>(target, value);
    addScaled(i, -value, lRowStart, column);
  }
  scatter(n, x, xRow, column);
}

function gather(n: i32, x: usize, xRow: usize, column: usize): void {
  for (let i = 0; i < n; i++) store<f64>(column + ((<usize>i) << 3), load<f64>(x + <usize>i * xRow));
}

function scatter(n: i32, x: usize, xRow: usize, column: usize): void {
  for (let i = 0; i < n; i++) store<f64>(x + <usize>i * xRow, load<f64>(column + ((<usize>i) << 3)));
}
