import { largest, rotate } from '../dense/vector';

/** Sweeps that are allowed for each eigenvalue, on the average; less than two are usual. */
const SWEEPS: i32 = 30;

/**
 * Eigenvalues of the symmetric tridiagonal matrix with diagonal d and off-diagonal e (both overwritten, d unsorted), by
 * the implicit QL iteration with Wilkinson's shift. Unless `q` is 0, the rotations are applied to the rows of n × n
 * entries there, contiguous and so quick: rows that start as the identity end as eigenvectors.
 * Off-diagonal entries below ε times the largest entry count as zero: a matrix of low rank leaves a block of rounding
 * errors behind, whose relative accuracy would cost dozens of sweeps an eigenvalue for nothing.
 * O(n²) for the values, about 5n³ with vectors. False if the iteration does not converge.
 */
export function implicitQl(n: i32, d: usize, e: usize, q: usize, qRow: usize): bool {
  if (n === 0) return true;
  store<f64>(e + ((<usize>(n - 1)) << 3), 0);
  const negligible = f64.EPSILON * max(largest(n, d), largest(n, e));
  let sweeps = 0;
  for (let l = 0; l < n; l++) {
    for (;;) {
      const m = blockEnd(l, n, d, e, negligible);
      if (m === l) break;
      if (++sweeps > SWEEPS * n) return false;
      sweep(l, m, n, d, e, q, qRow);
    }
  }
  return true;
}

/** The last index of the unreduced block that starts at l. */
function blockEnd(l: i32, n: i32, d: usize, e: usize, negligible: f64): i32 {
  let m = l;
  for (; m < n - 1; m++) {
    const at = (<usize>m) << 3;
    const size = abs(load<f64>(e + at));
    const neighbours = abs(load<f64>(d + at)) + abs(load<f64>(d + at, 8));
    if (size <= f64.EPSILON * neighbours || size <= negligible) break;
  }
  return m;
}

/** One QL step on rows l … m: a shift, and rotations that chase the bulge from the bottom up. */
function sweep(l: i32, m: i32, n: i32, d: usize, e: usize, q: usize, qRow: usize): void {
  const top = (<usize>l) << 3;
  const end = (<usize>m) << 3;
  const dl = load<f64>(d + top);
  const el = load<f64>(e + top);
  const ratio = (load<f64>(d + top, 8) - dl) / (2 * el);
  const root = Math.sqrt(ratio * ratio + 1);
  let g = load<f64>(d + end) - dl + el / (ratio >= 0 ? ratio + root : ratio - root);
  let s: f64 = 1;
  let c: f64 = 1;
  let p: f64 = 0;
  for (let i = m - 1; i >= l; i--) {
    const at = (<usize>i) << 3;
    const f = s * load<f64>(e + at);
    const b = c * load<f64>(e + at);
    let r = hypotenuse(f, g);
    store<f64>(e + at, r, 8);
    if (r === 0) {
      // The rotation is the identity up to sign: the block splits here, and the next search finds the split.
      store<f64>(d + at, load<f64>(d + at, 8) - p, 8);
      store<f64>(e + end, 0);
      return;
    }
    s = f / r;
    c = g / r;
    g = load<f64>(d + at, 8) - p;
    r = (load<f64>(d + at) - g) * s + 2 * c * b;
    p = s * r;
    store<f64>(d + at, g + p, 8);
    g = c * r - b;
    if (q !== 0) rotate(n, c, s, q + <usize>(i + 1) * qRow, q + <usize>i * qRow);
  }
  store<f64>(d + top, dl - p);
  store<f64>(e + top, g);
  store<f64>(e + end, 0);
}

/** √(f² + g²), safe where the squares would be denormal; large ones do not occur in a matrix scaled to about 1. */
export function hypotenuse(f: f64, g: f64): f64 {
  const sum = f * f + g * g;
  if (sum > 1e-280) return Math.sqrt(sum);
  const size = max(abs(f), abs(g));
  if (size === 0) return 0;
  const ratio = min(abs(f), abs(g)) / size;
  return size * Math.sqrt(1 + ratio * ratio);
}
