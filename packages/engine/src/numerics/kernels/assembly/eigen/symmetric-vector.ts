/**
 * y ← A·x for a symmetric n × n matrix of which the upper triangle is read, once: each entry serves its row and its
 * column. Four rows at a time, so that y is loaded and stored once for eight products. 2n² operations.
 */
export function symmetricTimesVector(n: i32, a: usize, aRow: usize, x: usize, y: usize): void {
  memory.fill(y, 0, (<usize>n) << 3);
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    const at = (<usize>i) << 3;
    cornerTimesVector(4, a + <usize>i * (aRow + 8), aRow, x + at, y + at);
    fourRows(n - i - 4, a + <usize>i * (aRow + 8), aRow, x + at, y + at);
  }
  const at = (<usize>i) << 3;
  cornerTimesVector(n - i, a + <usize>i * (aRow + 8), aRow, x + at, y + at);
}

function cornerTimesVector(n: i32, a: usize, aRow: usize, x: usize, y: usize): void {
  for (let i = 0; i < n; i++) {
    const xi = load<f64>(x + ((<usize>i) << 3));
    let sum = load<f64>(a + <usize>i * (aRow + 8)) * xi;
    for (let j = i + 1; j < n; j++) {
      const entry = load<f64>(a + <usize>i * aRow + ((<usize>j) << 3));
      const yj = y + ((<usize>j) << 3);
      sum += entry * load<f64>(x + ((<usize>j) << 3));
      store<f64>(yj, load<f64>(yj) + entry * xi);
    }
    const yi = y + ((<usize>i) << 3);
    store<f64>(yi, load<f64>(yi) + sum);
  }
}

/** Four rows to the right of their 4 × 4 corner, n columns. */
function fourRows(n: i32, a: usize, aRow: usize, x: usize, y: usize): void {
  const x0 = v128.load_splat<f64>(x);
  const x1 = v128.load_splat<f64>(x, 8);
  const x2 = v128.load_splat<f64>(x, 16);
  const x3 = v128.load_splat<f64>(x, 24);
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  let p0 = a + 32;
  let p1 = p0 + aRow;
  let p2 = p1 + aRow;
  let p3 = p2 + aRow;
  let xj = x + 32;
  let yj = y + 32;
  const pairEnd = xj + ((<usize>(n & ~1)) << 3);
  while (xj < pairEnd) {
    const xv = v128.load(xj);
    let yv = v128.load(yj);
    let av = v128.load(p0);
    s0 = f64x2.add(s0, f64x2.mul(av, xv));
    yv = f64x2.add(yv, f64x2.mul(av, x0));
    av = v128.load(p1);
    s1 = f64x2.add(s1, f64x2.mul(av, xv));
    yv = f64x2.add(yv, f64x2.mul(av, x1));
    av = v128.load(p2);
    s2 = f64x2.add(s2, f64x2.mul(av, xv));
    yv = f64x2.add(yv, f64x2.mul(av, x2));
    av = v128.load(p3);
    s3 = f64x2.add(s3, f64x2.mul(av, xv));
    yv = f64x2.add(yv, f64x2.mul(av, x3));
    v128.store(yj, yv);
    p0 += 16;
    p1 += 16;
    p2 += 16;
    p3 += 16;
    xj += 16;
    yj += 16;
  }
  let t0 = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
  let t1 = f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1);
  let t2 = f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1);
  let t3 = f64x2.extract_lane(s3, 0) + f64x2.extract_lane(s3, 1);
  if (n & 1) {
    const last = load<f64>(xj);
    const a0 = load<f64>(p0);
    const a1 = load<f64>(p1);
    const a2 = load<f64>(p2);
    const a3 = load<f64>(p3);
    t0 += a0 * last;
    t1 += a1 * last;
    t2 += a2 * last;
    t3 += a3 * last;
    const sum =
      a0 * f64x2.extract_lane(x0, 0) +
      a1 * f64x2.extract_lane(x1, 0) +
      a2 * f64x2.extract_lane(x2, 0) +
      a3 * f64x2.extract_lane(x3, 0);
    store<f64>(yj, load<f64>(yj) + sum);
  }
  store<f64>(y, load<f64>(y) + t0);
  store<f64>(y, load<f64>(y, 8) + t1, 8);
  store<f64>(y, load<f64>(y, 16) + t2, 16);
  store<f64>(y, load<f64>(y, 24) + t3, 24);
}
