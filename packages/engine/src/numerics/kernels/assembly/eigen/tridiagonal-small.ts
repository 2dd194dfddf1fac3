import { makeReflector } from '../dense/householder';
import { addScaled, dot, scale } from '../dense/vector';

/**
 * `tridiagonalise` for matrices that fit into the second-level cache, one row after the other: the rank-2 change that one
 * reflector asks for is made in the same pass over the matrix that multiplies it by the next one, so that each entry is
 * read and written once a step. 4n³/3 operations. `work` has room for 2n.
 */
export function tridiagonaliseSmall(n: i32, a: usize, d: usize, e: usize, tau: usize, work: usize): void {
  const row = (<usize>n) << 3;
  // The change that is due is A ← A − v·wᵀ − w·vᵀ; nothing at first.
  let v = a;
  let w = work;
  let image = work + row;
  memory.fill(w, 0, row);
  for (let k = 0; k < n; k++) {
    const here = (<usize>k) << 3;
    const line = a + <usize>k * row;
    const diagonal = line + here;
    if (k > 0) {
      addScaled(n - k, -load<f64>(v + here), w + here, diagonal);
      addScaled(n - k, -load<f64>(w + here), v + here, diagonal);
    }
    store<f64>(d + here, load<f64>(diagonal));
    if (k === n - 1) return;

    const length = n - k - 1;
    const next = here + 8;
    store<f64>(e + here, makeReflector(length, line + next, tau + here));
    const t = load<f64>(tau + here);
    memory.fill(image + next, 0, (<usize>length) << 3);
    changeAndMultiply(k + 1, n, a, row, v, w, line, image);
    scale(length, t, image + next);
    addScaled(length, -0.5 * t * dot(length, image + next, line + next), line + next, image + next);
    v = line;
    const free = w;
    w = image;
    image = free;
  }
}

/** A ← A − v·wᵀ − w·vᵀ on the upper triangle from row `start` on, and y ← y + A·x. Two rows at a time. */
function changeAndMultiply(
  start: i32,
  n: i32,
  a: usize,
  row: usize,
  v: usize,
  w: usize,
  x: usize,
  y: usize,
): void {
  let i = start;
  for (; i + 2 <= n; i += 2) {
    const at = (<usize>i) << 3;
    const corner = a + <usize>i * row + at;
    const v0 = load<f64>(v + at);
    const v1 = load<f64>(v + at, 8);
    const w0 = load<f64>(w + at);
    const w1 = load<f64>(w + at, 8);
    const x0 = load<f64>(x + at);
    const x1 = load<f64>(x + at, 8);
    const a00 = load<f64>(corner) - 2 * v0 * w0;
    const a01 = load<f64>(corner, 8) - (v0 * w1 + w0 * v1);
    const a11 = load<f64>(corner + row, 8) - 2 * v1 * w1;
    store<f64>(corner, a00);
    store<f64>(corner, a01, 8);
    store<f64>(corner + row, a11, 8);
    twoRows(n - i - 2, corner + 16, row, v + at, w + at, x + at, y + at);
    store<f64>(y + at, load<f64>(y + at) + a00 * x0 + a01 * x1);
    store<f64>(y + at, load<f64>(y + at, 8) + a01 * x0 + a11 * x1, 8);
  }
  if (i < n) {
    const at = (<usize>i) << 3;
    const corner = a + <usize>i * row + at;
    const last = load<f64>(corner) - 2 * load<f64>(v + at) * load<f64>(w + at);
    store<f64>(corner, last);
    store<f64>(y + at, load<f64>(y + at) + last * load<f64>(x + at));
  }
}

/** Two rows to the right of their corner, `count` columns; the vectors begin with the entries of the two rows. */
function twoRows(count: i32, a0: usize, row: usize, v: usize, w: usize, x: usize, y: usize): void {
  const v0 = v128.load64_splat(v);
  const v1 = v128.load64_splat(v, 8);
  const w0 = v128.load64_splat(w);
  const w1 = v128.load64_splat(w, 8);
  const x0 = v128.load64_splat(x);
  const x1 = v128.load64_splat(x, 8);
  let s0 = f64x2.splat(0);
  let s1 = s0;
  const first = y;
  const end = a0 + ((<usize>(count & ~1)) << 3);
  while (a0 < end) {
    v += 16;
    w += 16;
    x += 16;
    y += 16;
    const vj = v128.load(v);
    const wj = v128.load(w);
    const xj = v128.load(x);
    let entry = v128.load(a0);
    entry = f64x2.sub(entry, f64x2.add(f64x2.mul(v0, wj), f64x2.mul(w0, vj)));
    v128.store(a0, entry);
    s0 = f64x2.add(s0, f64x2.mul(entry, xj));
    let sum = f64x2.add(v128.load(y), f64x2.mul(entry, x0));
    entry = v128.load(a0 + row);
    entry = f64x2.sub(entry, f64x2.add(f64x2.mul(v1, wj), f64x2.mul(w1, vj)));
    v128.store(a0 + row, entry);
    s1 = f64x2.add(s1, f64x2.mul(entry, xj));
    sum = f64x2.add(sum, f64x2.mul(entry, x1));
    v128.store(y, sum);
    a0 += 16;
  }
  let t0 = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
  let t1 = f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1);
  if (count & 1) {
    const vj = load<f64>(v, 16);
    const wj = load<f64>(w, 16);
    const xj = load<f64>(x, 16);
    const upper = load<f64>(a0) - (f64x2.extract_lane(v0, 0) * wj + f64x2.extract_lane(w0, 0) * vj);
    const lower = load<f64>(a0 + row) - (f64x2.extract_lane(v1, 0) * wj + f64x2.extract_lane(w1, 0) * vj);
    store<f64>(a0, upper);
    store<f64>(a0 + row, lower);
    t0 += upper * xj;
    t1 += lower * xj;
    store<f64>(
      y,
      load<f64>(y, 16) + upper * f64x2.extract_lane(x0, 0) + lower * f64x2.extract_lane(x1, 0),
      16,
    );
  }
  store<f64>(first, load<f64>(first) + t0);
  store<f64>(first, load<f64>(first, 8) + t1, 8);
}
