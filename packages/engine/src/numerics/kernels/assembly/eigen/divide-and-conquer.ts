import { FULL, gemm } from '../dense/gemm';
import { STORE } from '../dense/micro-kernel';
import { largest, rotate } from '../dense/vector';
import { implicitQl } from './implicit-ql';
import { innerEigenvectors } from './rank-one-eigen';

/** Size below which the QL iteration is quicker than a merge. */
const BASE: i32 = 32;

/** Which columns of a row of Q hold something: those of the first half, of both, or of the second half. */
const FIRST: i32 = 0;
const BOTH: i32 = 1;
const SECOND: i32 = 2;
const DEFLATED: i32 = 3;

/** Work space of one run; set by `divideAndConquer`, shared by its merges, which never overlap. */
let z: usize = 0;
let poles: usize = 0;
let weights: usize = 0;
let inner: usize = 0;
let packed: usize = 0;
let merged: usize = 0;
let kind: usize = 0;
let kept: usize = 0;
let deflated: usize = 0;
let slot: usize = 0;
/** The order of the whole matrix, and between which eigenvalues its eigenvectors are wanted. */
let whole: i32 = 0;
let low: f64 = 0;
let high: f64 = 0;

export function divideAndConquerWorkspace(n: i32): i32 {
  return 2 * n * n + 8 * n;
}

/**
 * Eigenvalues and eigenvectors of the symmetric tridiagonal matrix with diagonal d and off-diagonal e, scaled to about
 * 1. Row i of q (n × n, contiguous) is the eigenvector of d_i where that lies in [newLow, newHigh], and undefined
 * elsewhere; `order` (32-bit integers) sorts d.
 *
 * Cuppen's divide and conquer with Gu and Eisenstat's eigenvectors: T is two halves plus a matrix of rank one, whose
 * eigenvalues solve the secular equation and whose eigenvectors come in by products. At most 4n³/3 operations in
 * `gemm`, fewer by every deflated pair; of the last merge, which is three quarters of them, the part that is wanted. Orthogonality and residuals are at rounding level. False if it fails.
 */
export function divideAndConquer(
  n: i32,
  d: usize,
  e: usize,
  q: usize,
  order: usize,
  newLow: f64,
  newHigh: f64,
  work: usize,
): bool {
  const vector = (<usize>n) << 3;
  whole = n;
  low = newLow;
  high = newHigh;
  z = work;
  poles = z + vector;
  weights = poles + vector;
  merged = weights + vector;
  kind = merged + vector;
  kept = kind + vector;
  deflated = kept + vector;
  slot = deflated + vector;
  inner = slot + vector;
  packed = inner + <usize>n * vector;
  memory.fill(q, 0, <usize>n * vector);
  return solve(n, d, e, q, vector, order);
}

function solve(n: i32, d: usize, e: usize, q: usize, qRow: usize, order: usize): bool {
  if (n <= BASE) {
    for (let i = 0; i < n; i++) store<f64>(q + <usize>i * (qRow + 8), 1);
    // The entry behind this block's off-diagonal belongs to the tear above it, which has been read already.
    if (!implicitQl(n, d, e, q, qRow)) return false;
    for (let i = 0; i < n; i++) setIndex(order, i, i);
    sortByValue(n, order, d);
    return true;
  }
  const n1 = n >> 1;
  const half = (<usize>n1) << 3;
  const tear = load<f64>(e + half - 8);
  store<f64>(d + half - 8, load<f64>(d + half - 8) - abs(tear));
  store<f64>(d + half, load<f64>(d + half) - abs(tear));
  const order2 = order + ((<usize>n1) << 2);
  if (!solve(n1, d, e, q, qRow, order)) return false;
  if (!solve(n - n1, d + half, e + half, q + <usize>n1 * (qRow + 8), qRow, order2)) return false;
  for (let i = n1; i < n; i++) setIndex(order, i, index(order, i) + n1);
  return merge(n, n1, tear, d, q, qRow, order);
}

/** The eigenvectors of diag(d) + |tear|·u·uᵀ, u = (last row of Q₁, ± first row of Q₂), multiplied into q. */
function merge(n: i32, n1: i32, tear: f64, d: usize, q: usize, qRow: usize, order: usize): bool {
  const rho = 2 * abs(tear);
  const sign: f64 = tear < 0 ? -1 : 1;
  for (let i = 0; i < n; i++) {
    const column = i < n1 ? n1 - 1 : n1;
    const entry = load<f64>(q + <usize>i * qRow + ((<usize>column) << 3));
    put(z, i, (i < n1 ? entry : sign * entry) * Math.SQRT1_2);
  }
  mergeOrders(n, n1, d, order);
  const tolerance = 8 * f64.EPSILON * max(largest(n, d), largest(n, z));
  if (rho * largest(n, z) <= tolerance) return true;

  const k = deflate(n, n1, rho, tolerance, d, q, qRow, order);
  const gone = n - k;
  for (let i = 0; i < k; i++) {
    const from = index(kept, i);
    put(poles, i, get(d, from));
    put(weights, i, get(z, from));
  }
  const first = packRows(n, n1, k, q, qRow);
  const both = countKind(k, BOTH);
  const upper = first + both;
  const lower = k - first;
  // Deflated pairs move behind the others; the new eigenvalues take the front.
  const parked = packed + ((<usize>(upper * n1 + lower * (n - n1))) << 3);
  for (let i = 0; i < gone; i++) {
    memory.copy(parked + <usize>i * ((<usize>n) << 3), q + <usize>index(deflated, i) * qRow, (<usize>n) << 3);
    put(merged, k + i, get(d, index(deflated, i)));
  }
  if (!innerEigenvectors(k, poles, weights, rho, slot, merged, inner, z)) return false;
  memory.copy(d, merged, (<usize>n) << 3);

  let from = 0;
  let to = k;
  if (n === whole) {
    while (from < to && get(d, from) < low) from++;
    while (to > from && get(d, to - 1) > high) to--;
  }
  const side = (<usize>k) << 3;
  const half = (<usize>n1) << 3;
  const rest = (<usize>(n - n1)) << 3;
  const packedLower = packed + <usize>upper * half;
  const innerRows = inner + <usize>from * side;
  const target = q + <usize>from * qRow;
  gemm(to - from, n1, upper, innerRows, side, 8, packed, half, 8, target, qRow, STORE, FULL);
  gemm(
    to - from,
    n - n1,
    lower,
    innerRows + ((<usize>first) << 3),
    side,
    8,
    packedLower,
    rest,
    8,
    target + half,
    qRow,
    STORE,
    FULL,
  );
  for (let i = 0; i < gone; i++) {
    memory.copy(q + <usize>(k + i) * qRow, parked + <usize>i * ((<usize>n) << 3), (<usize>n) << 3);
  }
  for (let i = 0; i < n; i++) setIndex(order, i, i);
  sortByValue(gone, order + ((<usize>k) << 2), d);
  mergeOrders(n, k, d, order);
  return true;
}

/**
 * Sorts pairs into `kept` (ascending) and `deflated`: a pair with a negligible entry of z is an eigenpair already, and
 * of two nearly equal poles one can be rotated into one (LAPACK's criteria). The result is the number kept.
 */
function deflate(
  n: i32,
  n1: i32,
  rho: f64,
  tolerance: f64,
  d: usize,
  q: usize,
  qRow: usize,
  order: usize,
): i32 {
  let k = 0;
  let gone = 0;
  let pending = -1;
  for (let i = 0; i < n; i++) {
    const here = index(order, i);
    setIndex(kind, here, here < n1 ? FIRST : SECOND);
    if (rho * abs(get(z, here)) <= tolerance) {
      setIndex(kind, here, DEFLATED);
      setIndex(deflated, gone++, here);
      continue;
    }
    if (pending < 0) {
      pending = here;
      continue;
    }
    const zp = get(z, pending);
    const zh = get(z, here);
    const radius = Math.sqrt(zp * zp + zh * zh);
    const c = zh / radius;
    const s = -zp / radius;
    const dp = get(d, pending);
    const dh = get(d, here);
    if (abs((dh - dp) * c * s) <= tolerance) {
      put(z, here, radius);
      rotate(n, c, s, q + <usize>pending * qRow, q + <usize>here * qRow);
      put(d, pending, dp * c * c + dh * s * s);
      put(d, here, dp * s * s + dh * c * c);
      if (index(kind, pending) !== index(kind, here)) setIndex(kind, here, BOTH);
      setIndex(kind, pending, DEFLATED);
      setIndex(deflated, gone++, pending);
    } else {
      setIndex(kept, k++, pending);
    }
    pending = here;
  }
  if (pending >= 0) setIndex(kept, k++, pending);
  return k;
}

/**
 * Packs the kept rows without their zero halves, grouped FIRST, BOTH, SECOND: columns 0…n1 of the first two groups,
 * then columns n1…n of the last two. `slot` says where each kept row went. The result is the size of the first group.
 */
function packRows(n: i32, n1: i32, k: i32, q: usize, qRow: usize): i32 {
  const half = (<usize>n1) << 3;
  const rest = (<usize>(n - n1)) << 3;
  const first = countKind(k, FIRST);
  const upper = first + countKind(k, BOTH);
  const lowerRows = packed + <usize>upper * half;
  let next = 0;
  for (let group = FIRST; group <= SECOND; group++) {
    for (let i = 0; i < k; i++) {
      const from = index(kept, i);
      if (index(kind, from) !== group) continue;
      const source = q + <usize>from * qRow;
      if (group !== SECOND) memory.copy(packed + <usize>next * half, source, half);
      if (group !== FIRST) memory.copy(lowerRows + <usize>(next - first) * rest, source + half, rest);
      setIndex(slot, i, next++);
    }
  }
  return first;
}

function countKind(k: i32, wanted: i32): i32 {
  let count = 0;
  for (let i = 0; i < k; i++) if (index(kind, index(kept, i)) === wanted) count++;
  return count;
}

/** Merges the sorted index lists order[0…n1) and order[n1…n). */
function mergeOrders(n: i32, n1: i32, d: usize, order: usize): void {
  let i = 0;
  let j = n1;
  for (let t = 0; t < n; t++) {
    const takeFirst = j >= n || (i < n1 && get(d, index(order, i)) <= get(d, index(order, j)));
    setIndex(kept, t, index(order, takeFirst ? i++ : j++));
  }
  memory.copy(order, kept, (<usize>n) << 2);
}

/** Insertion sort: lists are short, or nearly sorted because they were gathered in ascending order. */
function sortByValue(n: i32, order: usize, d: usize): void {
  for (let i = 1; i < n; i++) {
    const moving = index(order, i);
    const value = get(d, moving);
    let j = i;
    for (; j > 0 && get(d, index(order, j - 1)) > value; j--) setIndex(order, j, index(order, j - 1));
    setIndex(order, j, moving);
  }
}

function get(x: usize, i: i32): f64 {
  return load<f64>(x + ((<usize>i) << 3));
}

function put(x: usize, i: i32, value: f64): void {
  store<f64>(x + ((<usize>i) << 3), value);
}

function index(x: usize, i: i32): i32 {
  return load<i32>(x + ((<usize>i) << 2));
}

function setIndex(x: usize, i: i32, value: i32): void {
  store<i32>(x + ((<usize>i) << 2), value);
}
