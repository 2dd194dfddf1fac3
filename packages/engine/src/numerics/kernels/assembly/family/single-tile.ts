// What high moments leave of the remainder, in single precision: short polynomials again, in tiles where a correlation is
// large. Four entries at a time.
import { TILE } from './transform';

/** Bytes of a tile's row. */
export const LINE: usize = <usize>TILE << 2;
/** Entries below this in W are nothing to a fourth power, and would be denormal in a seventh. */
const NOTHING: f32 = 2e-5;

let parity: i32 = 0;
let ranges: i32 = 0;
let limits: usize = 0;
let starts: usize = 0;
let coefficients: usize = 0;

/** Takes a ScreeningRemainder's polynomials; they stay in force until the next call. */
export function setSingleTile(
  newParity: i32,
  newRanges: i32,
  newLimits: usize,
  newStarts: usize,
  newCoefficients: usize,
): void {
  parity = newParity;
  ranges = newRanges;
  limits = newLimits;
  starts = newStarts;
  coefficients = newCoefficients;
}

/** Up to this, moments are enough. */
export function momentsUpTo(): f64 {
  return load<f64>(limits);
}

/** Beyond this, polynomials are not. */
export function singleUpTo(): f64 {
  return load<f64>(limits + ((<usize>(ranges - 1)) << 3));
}

/** `count` doubles, a multiple of four, as singles; the smallest as 0. */
export function toSingle(from: usize, count: usize, to: usize): void {
  const nothing = f32x4.splat(NOTHING);
  for (let k: usize = 0; k < count; k += 4) {
    const low = f32x4.demote_f64x2_zero(v128.load(from + (k << 3)));
    const high = f32x4.demote_f64x2_zero(v128.load(from + (k << 3), 16));
    const both = v128.shuffle<f32>(low, high, 0, 1, 4, 5);
    // Not "at least": NaN stays what it is.
    v128.store(to + (k << 2), v128.andnot(both, f32x4.lt(f32x4.abs(both), nothing)));
  }
}

/** Tile (top, left) of WᵀW + w·wᵀ over `rank` rows of W; returns its largest entry's size. */
export function gramTileInSingle(
  tile: usize,
  rows: usize,
  rank: i32,
  last: usize,
  bytes: usize,
  top: usize,
  left: usize,
): f64 {
  // Protocols of four actions are common enough for a loop of their own, with all operands in registers.
  if (rank === 3) return gramTileOf(3, tile, rows, rank, last, bytes, top, left);
  return gramTileOf(0, tile, rows, rank, last, bytes, top, left);
}

@inline
function gramTileOf(
  fixed: i32,
  tile: usize,
  rows: usize,
  rank: i32,
  last: usize,
  bytes: usize,
  top: usize,
  left: usize,
): f64 {
  const end = rows + <usize>rank * bytes;
  const row1 = rows + bytes;
  const row2 = row1 + bytes;
  const b0 = v128.load(last + left);
  const b1 = v128.load(last + left, 16);
  const zero = f32x4.splat(0);
  const p0 = fixed === 3 ? v128.load(rows + left) : zero;
  const p1 = fixed === 3 ? v128.load(rows + left, 16) : zero;
  const q0 = fixed === 3 ? v128.load(row1 + left) : zero;
  const q1 = fixed === 3 ? v128.load(row1 + left, 16) : zero;
  const r0 = fixed === 3 ? v128.load(row2 + left) : zero;
  const r1 = fixed === 3 ? v128.load(row2 + left, 16) : zero;
  let size = zero;
  for (let j = top; j < top + LINE; j += 4) {
    const own = v128.load32_splat(last + j);
    let s0 = f32x4.mul(own, b0);
    let s1 = f32x4.mul(own, b1);
    if (fixed === 3) {
      let a = v128.load32_splat(rows + j);
      s0 = f32x4.add(s0, f32x4.mul(a, p0));
      s1 = f32x4.add(s1, f32x4.mul(a, p1));
      a = v128.load32_splat(row1 + j);
      s0 = f32x4.add(s0, f32x4.mul(a, q0));
      s1 = f32x4.add(s1, f32x4.mul(a, q1));
      a = v128.load32_splat(row2 + j);
      s0 = f32x4.add(s0, f32x4.mul(a, r0));
      s1 = f32x4.add(s1, f32x4.mul(a, r1));
    } else {
      for (let w = rows; w < end; w += bytes) {
        const a = v128.load32_splat(w + j);
        s0 = f32x4.add(s0, f32x4.mul(a, v128.load(w + left)));
        s1 = f32x4.add(s1, f32x4.mul(a, v128.load(w + left, 16)));
      }
    }
    v128.store(tile, s0);
    v128.store(tile, s1, 16);
    size = f32x4.pmax(size, f32x4.pmax(f32x4.abs(s0), f32x4.abs(s1)));
    tile += LINE;
  }
  const half = f32x4.pmax(size, v128.shuffle<f32>(size, size, 2, 3, 2, 3));
  return <f64>max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
}

/** Σ_jk ω_jω_k of what moments leave of C(tile_jk), where no entry is larger than `bound`. */
export function sumInSingle(
  bound: f64,
  tile: usize,
  rowWeights: usize,
  columnWeights: usize,
): f64 {
  let range = 0;
  while (bound > load<f64>(limits + ((<usize>range) << 3))) range++;
  const first = coefficients + ((<usize>load<i32>(starts + ((<usize>range) << 2))) << 2);
  const end = coefficients + ((<usize>load<i32>(starts + ((<usize>(range + 1)) << 2))) << 2);
  if (first === end) return 0;
  if (parity === 1) return sumOfForm(1, first, end - 4, tile, rowWeights, columnWeights);
  if (parity === 2) return sumOfForm(2, first, end - 4, tile, rowWeights, columnWeights);
  return sumOfForm(0, first, end - 4, tile, rowWeights, columnWeights);
}

/** r², or r³ for an odd transform; x is r or r² as in the polynomial. */
@inline
function lead(form: i32, r: v128, x: v128): v128 {
  if (form === 0) return f32x4.mul(r, r);
  return form === 1 ? f32x4.mul(x, r) : x;
}

/** Two rows at a time: the coefficients are read once for sixteen entries. */
@inline
function sumOfForm(
  form: i32,
  first: usize,
  highest: usize,
  tile: usize,
  rowWeights: usize,
  columnWeights: usize,
): f64 {
  let t0 = f32x4.splat(0);
  let t1 = t0;
  const end = tile + <usize>TILE * LINE;
  for (; tile < end; tile += 2 * LINE) {
    const r0 = v128.load(tile);
    const r1 = v128.load(tile, 16);
    const r2 = v128.load(tile, 32);
    const r3 = v128.load(tile, 48);
    const x0 = form === 0 ? r0 : f32x4.mul(r0, r0);
    const x1 = form === 0 ? r1 : f32x4.mul(r1, r1);
    const x2 = form === 0 ? r2 : f32x4.mul(r2, r2);
    const x3 = form === 0 ? r3 : f32x4.mul(r3, r3);
    let s0 = v128.load32_splat(highest);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let c = highest - 4; c >= first; c -= 4) {
      const coefficient = v128.load32_splat(c);
      s0 = f32x4.add(f32x4.mul(s0, x0), coefficient);
      s1 = f32x4.add(f32x4.mul(s1, x1), coefficient);
      s2 = f32x4.add(f32x4.mul(s2, x2), coefficient);
      s3 = f32x4.add(f32x4.mul(s3, x3), coefficient);
    }
    const upperWeight = v128.load32_splat(rowWeights);
    const lowerWeight = v128.load32_splat(rowWeights, 4);
    t0 = f32x4.add(t0, f32x4.mul(upperWeight, f32x4.mul(s0, lead(form, r0, x0))));
    t1 = f32x4.add(t1, f32x4.mul(upperWeight, f32x4.mul(s1, lead(form, r1, x1))));
    t0 = f32x4.add(t0, f32x4.mul(lowerWeight, f32x4.mul(s2, lead(form, r2, x2))));
    t1 = f32x4.add(t1, f32x4.mul(lowerWeight, f32x4.mul(s3, lead(form, r3, x3))));
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
  return f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
}
