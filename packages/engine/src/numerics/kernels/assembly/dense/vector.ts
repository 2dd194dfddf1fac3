/** Σ x_i·y_i with four partial sums of two, in a fixed order. */
export function dot(n: i32, x: usize, y: usize): f64 {
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  const blockEnd = x + ((<usize>(n & ~7)) << 3);
  const end = x + ((<usize>n) << 3);
  while (x < blockEnd) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(x), v128.load(y)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(x, 16), v128.load(y, 16)));
    s2 = f64x2.add(s2, f64x2.mul(v128.load(x, 32), v128.load(y, 32)));
    s3 = f64x2.add(s3, f64x2.mul(v128.load(x, 48), v128.load(y, 48)));
    x += 64;
    y += 64;
  }
  const s = f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3));
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  while (x < end) {
    sum += load<f64>(x) * load<f64>(y);
    x += 8;
    y += 8;
  }
  return sum;
}

/** y ← y + factor·x. */
export function addScaled(n: i32, factor: f64, x: usize, y: usize): void {
  const f = f64x2.splat(factor);
  const blockEnd = x + ((<usize>(n & ~3)) << 3);
  const end = x + ((<usize>n) << 3);
  while (x < blockEnd) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(f, v128.load(x))));
    v128.store(y, f64x2.add(v128.load(y, 16), f64x2.mul(f, v128.load(x, 16))), 16);
    x += 32;
    y += 32;
  }
  while (x < end) {
    store<f64>(y, load<f64>(y) + factor * load<f64>(x));
    x += 8;
    y += 8;
  }
}

/** x ← factor·x. */
export function scale(n: i32, factor: f64, x: usize): void {
  const f = f64x2.splat(factor);
  const pairEnd = x + ((<usize>(n & ~1)) << 3);
  while (x < pairEnd) {
    v128.store(x, f64x2.mul(f, v128.load(x)));
    x += 16;
  }
  if (n & 1) store<f64>(x, factor * load<f64>(x));
}

/** (x, y) ← (c·x + s·y, c·y - s·x). */
export function rotate(n: i32, c: f64, s: f64, x: usize, y: usize): void {
  const cc = f64x2.splat(c);
  const ss = f64x2.splat(s);
  const pairEnd = x + ((<usize>(n & ~1)) << 3);
  while (x < pairEnd) {
    const p = v128.load(x);
    const q = v128.load(y);
    v128.store(x, f64x2.add(f64x2.mul(cc, p), f64x2.mul(ss, q)));
    v128.store(y, f64x2.sub(f64x2.mul(cc, q), f64x2.mul(ss, p)));
    x += 16;
    y += 16;
  }
  if (n & 1) {
    const p = load<f64>(x);
    const q = load<f64>(y);
    store<f64>(x, c * p + s * q);
    store<f64>(y, c * q - s * p);
  }
}

/** The largest |x_i|; NaN if there is one. */
export function largest(n: i32, x: usize): f64 {
  let most: f64 = 0;
  for (let i = 0; i < n; i++) most = max(most, abs(load<f64>(x + ((<usize>i) << 3))));
  return most;
}
