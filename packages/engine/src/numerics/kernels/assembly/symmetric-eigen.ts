import { divideAndConquer, divideAndConquerWorkspace } from './divide-and-conquer';
import { blockWorkspace } from './householder';
import { implicitQl } from './implicit-ql';
import { scaleToOne } from './scaling';
import { mirrorLower } from './syrk';
import { transposeInto } from './transpose';
import { applyTridiagonaliser, tridiagonalise, tridiagonalWorkspace } from './tridiagonal';
import { scale } from './vector';

/** Doubles of work space for `eigenSymmetric`. */
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
  if (!divideAndConquer(n, d, e, q, order, rest)) return false;
  if (n > 1) applyTridiagonaliser(n, a, tau, q, rest);
  for (let k = 0; k < n; k++) {
    const from = load<i32>(order + ((<usize>k) << 2));
    store<f64>(values + ((<usize>k) << 3), unit * load<f64>(d + ((<usize>from) << 3)));
  }
  transposeInto(n, n, q, order, a);
  return true;
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
