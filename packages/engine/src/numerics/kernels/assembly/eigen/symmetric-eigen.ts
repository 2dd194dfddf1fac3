import { blockWorkspace } from '../dense/householder';
import { scaleToOne } from '../dense/scaling';
import { mirrorLower } from '../dense/syrk';
import { transposeInto } from '../dense/transpose';
import { scale } from '../dense/vector';
import { divideAndConquer, divideAndConquerWorkspace } from './divide-and-conquer';
import { implicitQl } from './implicit-ql';
import { applyTridiagonaliser, tridiagonalise, tridiagonalWorkspace } from './tridiagonal';

/** Doubles of work space for `eigenSymmetric` and `eigenWithin`. */
export function eigenWorkspace(n: i32): i32 {
  return 4 * n + max(tridiagonalWorkspace(n), max(divideAndConquerWorkspace(n), blockWorkspace(n, n)));
}

/**
 * Eigenvalues in ascending order and eigenvectors (columns, left in `a`) of a symmetric matrix, read from its lower
 * triangle; `q` has room for another n × n. Tridiagonalisation, divide and conquer, back-transformation: at most
 * 4n³/3 + 4n³/3 + 2n³ operations. Residual and orthogonality within about 1e-15·√n of the largest entry.
 * False if the iteration does not converge.
 */
export function eigenSymmetric(n: i32, a: usize, q: usize, values: usize, work: usize): bool {
  if (n === 0) return true;
  const vector = (<usize>n) << 3;
  const e = work;
  const tau = e + vector;
  const d = tau + vector;
  const order = d + vector;
  const rest = order + vector;
  mirrorLower(n, a);
  const unit = scaleToOne(n * n, a);
  tridiagonalise(n, a, d, e, tau, rest);
  if (!divideAndConquer(n, d, e, q, order, -Infinity, Infinity, rest)) return false;
  if (n > 1) applyTridiagonaliser(n, a, tau, n, q, rest);
  for (let k = 0; k < n; k++) {
    const from = load<i32>(order + ((<usize>k) << 2));
    store<f64>(values + ((<usize>k) << 3), unit * load<f64>(d + ((<usize>from) << 3)));
  }
  transposeInto(n, n, q, order, a);
  return true;
}

/**
 * All eigenvalues, and the eigenvectors of those in [low, high], one a row, in `vectors` (room for n × n): the result is how
 * many, and the position of the first stands in `first`. As `eigenSymmetric`, but what only the other vectors need is left
 * out. -1 if the iteration does not converge.
 */
export function eigenWithin(
  n: i32,
  a: usize,
  low: f64,
  high: f64,
  q: usize,
  values: usize,
  vectors: usize,
  first: usize,
  work: usize,
): i32 {
  store<i32>(first, 0);
  if (n === 0) return 0;
  const vector = (<usize>n) << 3;
  const e = work;
  const tau = e + vector;
  const d = tau + vector;
  const order = d + vector;
  const rest = order + vector;
  mirrorLower(n, a);
  const unit = scaleToOne(n * n, a);
  tridiagonalise(n, a, d, e, tau, rest);
  // The unit is a power of two, so that this loses nothing.
  if (!divideAndConquer(n, d, e, q, order, low / unit, high / unit, rest)) return -1;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const from = load<i32>(order + ((<usize>k) << 2));
    const value = unit * load<f64>(d + ((<usize>from) << 3));
    store<f64>(values + ((<usize>k) << 3), value);
    if (!(value >= low && value <= high)) continue;
    if (count === 0) store<i32>(first, k);
    memory.copy(vectors + <usize>count * vector, q + <usize>from * vector, vector);
    count++;
  }
  if (n > 1 && count > 0) applyTridiagonaliser(n, a, tau, count, vectors, rest);
  return count;
}

/** Doubles of work space for `eigenvaluesSymmetric`. */
export function eigenvaluesWorkspace(n: i32): i32 {
  return 2 * n + tridiagonalWorkspace(n);
}

/** Eigenvalues alone, unsorted: tridiagonalisation (4n³/3) and the QL iteration without vectors (n²). */
export function eigenvaluesSymmetric(n: i32, a: usize, values: usize, work: usize): bool {
  if (n === 0) return true;
  const vector = (<usize>n) << 3;
  const e = work;
  const tau = e + vector;
  mirrorLower(n, a);
  const unit = scaleToOne(n * n, a);
  tridiagonalise(n, a, values, e, tau, tau + vector);
  if (!implicitQl(n, values, e, 0, 0)) return false;
  scale(n, unit, values);
  return true;
}
