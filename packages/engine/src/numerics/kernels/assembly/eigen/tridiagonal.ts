import { gemm, UPPER } from '../dense/gemm';
import { applyBlock, BLOCK, makeReflector } from '../dense/householder';
import { SUBTRACT } from '../dense/micro-kernel';
import { addScaled, dot, scale } from '../dense/vector';
import { symmetricTimesVector } from './symmetric-vector';
import { tridiagonaliseSmall } from './tridiagonal-small';

/** Up to this size, half of the matrix fits into the second-level cache beside everything else. */
const SMALL: i32 = 192;

/** For so few rows, putting many reflectors together costs more than applying them. */
const FEW: i32 = 64;
const NARROW: i32 = 8;

/** Doubles of work space for `tridiagonalise`. */
export function tridiagonalWorkspace(n: i32): i32 {
  return 3 * BLOCK * n;
}

/**
 * T = Qᵀ·A·Q tridiagonal with diagonal d and off-diagonal e, for a symmetric matrix of which the upper triangle is
 * read. Row k of A keeps the reflector that cleared it, from its entry k+1 on.
 *
 * Householder's reduction in panels (Dongarra, Sorensen & Hammarling 1989): inside a panel only the row at hand is
 * brought up to date, and the rank-2b change A ← A - VᵀW - WᵀV of the rest is one product. 4n³/3 operations, half of
 * them in products and half in symmetric matrix–vector products that read the triangle once.
 */
export function tridiagonalise(n: i32, a: usize, d: usize, e: usize, tau: usize, work: usize): void {
  const row = (<usize>n) << 3;
  if (n <= SMALL) {
    tridiagonaliseSmall(n, a, d, e, tau, work);
    return;
  }
  for (let start = 0; start < n; start += BLOCK) {
    const b = min(BLOCK, n - start);
    // Three stacked parts V, W, V: rows 0…2b are [V; W] and rows b…3b are [W; V].
    const v = work;
    const w = v + <usize>b * row;
    for (let i = 0; i < b; i++) reducePanelRow(n, a, start, i, v, w, d, e, tau);
    const rest = n - start - b;
    if (rest === 0) return;
    memory.copy(w + <usize>b * row, v, <usize>b * row);
    const next = (<usize>(start + b)) << 3;
    const corner = a + <usize>(start + b) * (row + 8);
    gemm(rest, rest, 2 * b, v + next, 8, row, w + next, row, 8, corner, row, SUBTRACT, UPPER);
  }
}

function reducePanelRow(
  n: i32,
  a: usize,
  start: i32,
  i: i32,
  v: usize,
  w: usize,
  d: usize,
  e: usize,
  tau: usize,
): void {
  const row = (<usize>n) << 3;
  const k = start + i;
  const here = (<usize>k) << 3;
  const diagonal = a + <usize>k * row + here;
  for (let t = 0; t < i; t++) {
    const vt = v + <usize>t * row + here;
    const wt = w + <usize>t * row + here;
    addScaled(n - k, -load<f64>(vt), wt, diagonal);
    addScaled(n - k, -load<f64>(wt), vt, diagonal);
  }
  store<f64>(d + here, load<f64>(diagonal));
  if (k === n - 1) return;

  const length = n - k - 1;
  const next = here + 8;
  const reflector = diagonal + 8;
  store<f64>(e + here, makeReflector(length, reflector, tau + here));
  const t = load<f64>(tau + here);
  memory.copy(v + <usize>i * row + next, reflector, (<usize>length) << 3);
  const image = w + <usize>i * row + next;
  if (t === 0) {
    memory.fill(image, 0, (<usize>length) << 3);
    return;
  }
  symmetricTimesVector(length, a + <usize>(k + 1) * (row + 8), row, reflector, image);
  for (let s = 0; s < i; s++) {
    const vs = v + <usize>s * row + next;
    const ws = w + <usize>s * row + next;
    const alongV = dot(length, vs, reflector);
    const alongW = dot(length, ws, reflector);
    addScaled(length, -alongV, ws, image);
    addScaled(length, -alongW, vs, image);
  }
  scale(length, t, image);
  addScaled(length, -0.5 * t * dot(length, image, reflector), reflector, image);
}

/**
 * Z ← Z·Qᵀ for so many rows of Z and the Q of `tridiagonalise`: the rows turn from eigenvectors of T into those of A.
 * 2·rows·n² operations.
 */
export function applyTridiagonaliser(n: i32, a: usize, tau: usize, rows: i32, z: usize, work: usize): void {
  const row = (<usize>n) << 3;
  const reflectors = n - 1;
  const width = rows <= FEW ? NARROW : BLOCK;
  for (let start = ((reflectors - 1) / width) * width; start >= 0; start -= width) {
    const b = min(width, reflectors - start);
    const first = (<usize>(start + 1)) << 3;
    const v = a + <usize>start * row + first;
    applyBlock(b, n - start - 1, v, row, tau + ((<usize>start) << 3), z + first, row, rows, work);
  }
}
