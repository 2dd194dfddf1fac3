import { applyBlock, BLOCK, blockWorkspace, makeReflector } from './householder';
import { scaleToOne } from './scaling';
import { transposeInto } from './transpose';
import { addScaled, dot, scale } from './vector';

/** √eps: when downdating has cancelled half of a norm's digits, it is computed afresh. */
const CANCELLED: f64 = 1.4901161193847656e-8;

/** Doubles of work space for `pivotedQr`. */
export function qrWorkspace(m: i32, n: i32): i32 {
  return n * m + m * m + 4 * max(m, n) + blockWorkspace(m, m);
}

/**
 * A·Π = Q·R with column pivoting (Businger & Golub): each step takes the column with the largest remaining norm, so
 * |r_kk| does not increase and rank shows on the diagonal. a is m × n and becomes R; q receives the m × m factor Q;
 * `columns` (32-bit integers) says which column of A came k-th.
 *
 * Columns are held as rows, so that a reflector reads contiguous memory. Norms are downdated with Drmač and Bujanović's
 * safeguard. 2mn² - 2n³/3 operations for R, as products in blocks up to 4m³/3 more for Q.
 */
export function pivotedQr(m: i32, n: i32, a: usize, q: usize, columns: usize, work: usize): void {
  const column = (<usize>m) << 3;
  const most = (<usize>max(m, n)) << 3;
  const norms = work;
  const exactNorms = norms + most;
  const tau = exactNorms + most;
  const diagonal = tau + most;
  const turned = diagonal + most;
  const qTurned = turned + <usize>n * column;
  const block = qTurned + <usize>m * column;

  const unit = scaleToOne(m * n, a);
  transposeInto(m, n, a, 0, turned);
  for (let j = 0; j < n; j++) {
    store<i32>(columns + ((<usize>j) << 2), j);
    setNorm(j, m, turned + <usize>j * column, norms, exactNorms);
  }
  const steps = min(m, n);
  for (let k = 0; k < steps; k++) {
    const pivot = largestNorm(k, n, norms);
    if (pivot !== k) exchange(k, pivot, m, turned, columns, norms, exactNorms);
    const at = (<usize>k) << 3;
    const v = turned + <usize>k * column + at;
    const length = m - k;
    store<f64>(diagonal + at, makeReflector(length, v, tau + at));
    const t = load<f64>(tau + at);
    for (let j = k + 1; j < n; j++) {
      const target = turned + <usize>j * column + at;
      if (t !== 0) addScaled(length, -t * dot(length, v, target), v, target);
      downdate(j, length - 1, target, norms, exactNorms);
    }
  }

  formQ(m, steps, turned, tau, qTurned, block);
  transposeInto(m, m, qTurned, 0, q);
  for (let k = 0; k < steps; k++) {
    const at = (<usize>k) << 3;
    const end = turned + <usize>k * column;
    memory.fill(end + at, 0, column - at);
    store<f64>(end + at, load<f64>(diagonal + at));
  }
  transposeInto(n, m, turned, 0, a);
  scale(m * n, unit, a);
}

/** Qᵀ from the identity, last block first: what a block does not reach yet is still the identity and is left out. */
function formQ(m: i32, steps: i32, turned: usize, tau: usize, q: usize, work: usize): void {
  const row = (<usize>m) << 3;
  memory.fill(q, 0, <usize>m * row);
  for (let i = 0; i < m; i++) store<f64>(q + <usize>i * (row + 8), 1);
  if (steps === 0) return;
  for (let start = ((steps - 1) / BLOCK) * BLOCK; start >= 0; start -= BLOCK) {
    const b = min(BLOCK, steps - start);
    const corner = <usize>start * (row + 8);
    const rows = m - start;
    applyBlock(b, rows, turned + corner, row, tau + ((<usize>start) << 3), q + corner, row, rows, work);
  }
}

function largestNorm(from: i32, n: i32, norms: usize): i32 {
  let best = from;
  for (let j = from + 1; j < n; j++) {
    if (load<f64>(norms + ((<usize>j) << 3)) > load<f64>(norms + ((<usize>best) << 3))) best = j;
  }
  return best;
}

function exchange(
  k: i32,
  pivot: i32,
  m: i32,
  turned: usize,
  columns: usize,
  norms: usize,
  exactNorms: usize,
): void {
  const column = (<usize>m) << 3;
  for (let i = 0; i < m; i++) {
    const at = (<usize>i) << 3;
    swap(turned + <usize>k * column + at, turned + <usize>pivot * column + at);
  }
  swap(norms + ((<usize>k) << 3), norms + ((<usize>pivot) << 3));
  swap(exactNorms + ((<usize>k) << 3), exactNorms + ((<usize>pivot) << 3));
  const here = columns + ((<usize>k) << 2);
  const there = columns + ((<usize>pivot) << 2);
  const kept = load<i32>(here);
  store<i32>(here, load<i32>(there));
  store<i32>(there, kept);
}

function swap(x: usize, y: usize): void {
  const kept = load<f64>(x);
  store<f64>(x, load<f64>(y));
  store<f64>(y, kept);
}

function setNorm(j: i32, length: i32, x: usize, norms: usize, exactNorms: usize): void {
  const norm = Math.sqrt(dot(length, x, x));
  store<f64>(norms + ((<usize>j) << 3), norm);
  store<f64>(exactNorms + ((<usize>j) << 3), norm);
}

/** Takes the entry at `target` out of the norm of column j; `length` entries remain behind it. */
function downdate(j: i32, length: i32, target: usize, norms: usize, exactNorms: usize): void {
  const at = (<usize>j) << 3;
  const norm = load<f64>(norms + at);
  if (norm === 0) return;
  const share = abs(load<f64>(target)) / norm;
  const left = max((1 + share) * (1 - share), 0);
  const ratio = norm / load<f64>(exactNorms + at);
  if (left * ratio * ratio <= CANCELLED) setNorm(j, length, target + 8, norms, exactNorms);
  else store<f64>(norms + at, norm * Math.sqrt(left));
}
