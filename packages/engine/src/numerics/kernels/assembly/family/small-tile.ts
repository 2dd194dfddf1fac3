// The remainder R of a transform in single precision, where correlations are so small that an error of some 1e-6 of R is below the
// table's tolerance. Four entries at a time. Vectors are scaled, so that powers of small correlations are no denormal numbers.
import { ROW, TILE } from './transform';

/** What vectors are multiplied by: a power of two, which rounds nothing. */
const SCALE: f64 = 1024;
/** Bytes of a tile's row. */
const LINE: usize = ROW >> 1;

let parity: i32 = 0;
let upTo: f64 = 0;
/** The polynomial's length, and where it stands. */
let count: i32 = 0;
let first: usize = 0;
/** What sums are to be multiplied by. */
let unscaled: f64 = 0;
let weights: usize = 0;
let rows: usize = 0;
let lasts: usize = 0;
let tile: usize = 0;

/**
 * A TransformTable's SmallRemainder, and room: for its coefficients, the weights, the rows, the last vectors of a group and a tile, all as
 * singles.
 */
export function setSmallTiles(
  newParity: i32,
  newUpTo: f64,
  newCount: i32,
  from: usize,
  newFirst: usize,
  newWeights: usize,
  newRows: usize,
  newLasts: usize,
  newTile: usize,
): void {
  parity = newParity;
  upTo = newUpTo;
  count = newCount;
  first = newFirst;
  weights = newWeights;
  rows = newRows;
  lasts = newLasts;
  tile = newTile;
  // r is scaled by the square of what vectors are.
  const one = 1.0 / (SCALE * SCALE);
  const lead = one * one * one * one;
  unscaled = parity === 1 ? lead * one : lead;
  let factor = 1.0;
  for (let i: usize = 0; i < <usize>count; i++) {
    store<f32>(first + (i << 2), <f32>(load<f64>(from + (i << 3)) * factor));
    factor *= parity === 0 ? one : one * one;
  }
}

/** Correlations up to this are small. */
export function smallUpTo(): f64 {
  return upTo;
}

function scaled(from: usize, bytes: usize, factor: f64, to: usize): void {
  const scale = f64x2.splat(factor);
  for (const end = from + bytes; from < end; from += 32) {
    const low = f32x4.demote_f64x2_zero(f64x2.mul(v128.load(from), scale));
    const high = f32x4.demote_f64x2_zero(f64x2.mul(v128.load(from, 16), scale));
    v128.store(to, v128.shuffle<f32>(low, high, 0, 1, 4, 5));
    to += 16;
  }
}

/** Before the first group of a family. */
export function beginSmallTiles(doubleWeights: usize, bytes: usize): void {
  scaled(doubleWeights, bytes, 1, weights);
}

/** Before a group: its rows, of which the first `known` are there, and its last vectors. */
export function scaleGroup(
  doubleRows: usize,
  known: i32,
  rank: i32,
  doubleLasts: usize,
  count: i32,
  bytes: usize,
): void {
  const kept = <usize>known * bytes;
  scaled(doubleRows + kept, <usize>rank * bytes - kept, SCALE, rows + (kept >> 1));
  scaled(doubleLasts, <usize>count * bytes, SCALE, lasts);
}

/** Tile (top, left) of WᵀW, these in bytes of doubles; returns its largest entry's size. */
export function formSmallTile(rank: i32, bytes: usize, top: usize, left: usize): f64 {
  const stride = bytes >> 1;
  const size =
    rank === 3
      ? gram(3, rank, stride, top >> 1, left >> 1)
      : gram(0, rank, stride, top >> 1, left >> 1);
  return size * (1.0 / (SCALE * SCALE));
}

@inline
function gram(fixed: i32, rank: i32, stride: usize, top: usize, left: usize): f64 {
  const zero = f32x4.splat(0);
  const row1 = rows + stride;
  const row2 = row1 + stride;
  const b0 = fixed === 3 ? v128.load(rows + left) : zero;
  const b1 = fixed === 3 ? v128.load(rows + left, 16) : zero;
  const c0 = fixed === 3 ? v128.load(row1 + left) : zero;
  const c1 = fixed === 3 ? v128.load(row1 + left, 16) : zero;
  const d0 = fixed === 3 ? v128.load(row2 + left) : zero;
  const d1 = fixed === 3 ? v128.load(row2 + left, 16) : zero;
  let size0 = zero;
  let size1 = zero;
  let to = tile;
  const end = rows + <usize>rank * stride;
  for (let j = top; j < top + LINE; j += 4) {
    let q0 = zero;
    let q1 = zero;
    if (fixed === 3) {
      let a = v128.load32_splat(rows + j);
      q0 = f32x4.mul(a, b0);
      q1 = f32x4.mul(a, b1);
      a = v128.load32_splat(row1 + j);
      q0 = f32x4.add(q0, f32x4.mul(a, c0));
      q1 = f32x4.add(q1, f32x4.mul(a, c1));
      a = v128.load32_splat(row2 + j);
      q0 = f32x4.add(q0, f32x4.mul(a, d0));
      q1 = f32x4.add(q1, f32x4.mul(a, d1));
    } else
      for (let w = rows; w < end; w += stride) {
        const a = v128.load32_splat(w + j);
        q0 = f32x4.add(q0, f32x4.mul(a, v128.load(w + left)));
        q1 = f32x4.add(q1, f32x4.mul(a, v128.load(w + left, 16)));
      }
    v128.store(to, q0);
    v128.store(to, q1, 16);
    size0 = f32x4.pmax(size0, f32x4.abs(q0));
    size1 = f32x4.pmax(size1, f32x4.abs(q1));
    to += LINE;
  }
  const size = f32x4.pmax(size0, size1);
  const half = f32x4.pmax(size, v128.shuffle<f32>(size, size, 2, 3, 2, 3));
  return <f64>max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
}

/** Σ_jk ω_jω_k R(tile_jk + w_jw_k) over the tile that was formed, w the g-th last vector, where no argument is larger than is small. */
export function sumSmallTile(g: i32, bytes: usize, top: usize, left: usize): f64 {
  if (count === 0) return 0;
  const last = lasts + <usize>g * (bytes >> 1);
  const a = last + (top >> 1);
  const b = last + (left >> 1);
  const rowWeights = weights + (top >> 1);
  const columnWeights = weights + (left >> 1);
  if (parity === 1) {
    if (count === 2) return sumRows(1, 2, a, b, rowWeights, columnWeights);
    return sumRows(1, 0, a, b, rowWeights, columnWeights);
  }
  if (parity === 2) return sumRows(2, 0, a, b, rowWeights, columnWeights);
  return sumRows(0, 0, a, b, rowWeights, columnWeights);
}

// Inlined with a constant parity and, for the shortest polynomial, a constant length.

@inline
function step(sum: v128, x: v128, coefficient: v128): v128 {
  return f32x4.add(f32x4.mul(sum, x), coefficient);
}

/** r⁴, or r⁵ for an odd transform; x is r or r² as in the polynomial. */
@inline
function lead(form: i32, r: v128, x: v128): v128 {
  const square = form === 0 ? f32x4.mul(r, r) : x;
  const fourth = f32x4.mul(square, square);
  return form === 1 ? f32x4.mul(fourth, r) : fourth;
}

/** `fixed` is the polynomial's length if it is 2; else it is looped over. Two rows at a time. */
@inline
function sumRows(
  form: i32,
  fixed: i32,
  a: usize,
  b: usize,
  rowWeights: usize,
  columnWeights: usize,
): f64 {
  const zero = f32x4.splat(0);
  const b0 = v128.load(b);
  const b1 = v128.load(b, 16);
  const c0 = v128.load32_splat(first);
  const c1 = fixed === 2 ? v128.load32_splat(first, 4) : zero;
  const highest = first + ((<usize>(count - 1)) << 2);
  let t0 = zero;
  let t1 = zero;
  let at = tile;
  for (const end = a + LINE; a < end; a += 8) {
    const upper = v128.load32_splat(a);
    const lower = v128.load32_splat(a, 4);
    const r0 = f32x4.add(v128.load(at), f32x4.mul(upper, b0));
    const r1 = f32x4.add(v128.load(at, 16), f32x4.mul(upper, b1));
    const r2 = f32x4.add(v128.load(at, 32), f32x4.mul(lower, b0));
    const r3 = f32x4.add(v128.load(at, 48), f32x4.mul(lower, b1));
    const x0 = form === 0 ? r0 : f32x4.mul(r0, r0);
    const x1 = form === 0 ? r1 : f32x4.mul(r1, r1);
    const x2 = form === 0 ? r2 : f32x4.mul(r2, r2);
    const x3 = form === 0 ? r3 : f32x4.mul(r3, r3);
    let s0 = fixed === 2 ? c1 : v128.load32_splat(highest);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    if (fixed === 2) {
      s0 = step(s0, x0, c0);
      s1 = step(s1, x1, c0);
      s2 = step(s2, x2, c0);
      s3 = step(s3, x3, c0);
    } else
      for (let c = highest - 4; c >= first; c -= 4) {
        const coefficient = v128.load32_splat(c);
        s0 = step(s0, x0, coefficient);
        s1 = step(s1, x1, coefficient);
        s2 = step(s2, x2, coefficient);
        s3 = step(s3, x3, coefficient);
      }
    const upperWeight = v128.load32_splat(rowWeights);
    const lowerWeight = v128.load32_splat(rowWeights, 4);
    t0 = f32x4.add(t0, f32x4.mul(upperWeight, f32x4.mul(s0, lead(form, r0, x0))));
    t1 = f32x4.add(t1, f32x4.mul(upperWeight, f32x4.mul(s1, lead(form, r1, x1))));
    t0 = f32x4.add(t0, f32x4.mul(lowerWeight, f32x4.mul(s2, lead(form, r2, x2))));
    t1 = f32x4.add(t1, f32x4.mul(lowerWeight, f32x4.mul(s3, lead(form, r3, x3))));
    at += 2 * LINE;
    rowWeights += 8;
  }
  const sum = f32x4.add(
    f32x4.mul(t0, v128.load(columnWeights)),
    f32x4.mul(t1, v128.load(columnWeights, 16)),
  );
  const total = f64x2.add(
    f64x2.promote_low_f32x4(sum),
    f64x2.promote_low_f32x4(v128.shuffle<f32>(sum, sum, 2, 3, 2, 3)),
  );
  return (f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1)) * unscaled;
}
