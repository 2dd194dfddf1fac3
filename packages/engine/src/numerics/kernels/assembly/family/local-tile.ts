// Transforms that differ between pairs of times, over a tile of correlations: C_jk(r) = Σ_n b_n(j)·b_n(k)·r^n, cut where the
// tile's largest |r| allows, and beyond the series the closed form for pairs of steps. The weights are in the coefficients:
// β_n(j) = ω_j·b_n(j).
import { lostBelowOne } from '../../../step-covariance';
import { setMomentWeightsOfEach } from './moments';
import { forgetPairs, lostOfPair } from './step-pairs';
import { largestEntry, ROW, TILE } from './transform';

/** For each tile's width, β_1 to β_terms of its eight times, one order behind the other. */
let series: usize = 0;
let blockBytes: usize = 0;
let ranges: i32 = 0;
let limits: usize = 0;
/** How many orders each range takes. */
let lengths: usize = 0;
/** Signs, then for each step the levels and the probabilities above and below them, at all times. */
let steps: i32 = 0;
let signs: usize = 0;
let levels: usize = 0;
let stride: usize = 0;
let weights: usize = 0;
let nearOne: f64 = 0;
let lastRange: i32 = 0;
/** Bounds beyond this are looked at more closely: the longer the series, the more it saves. */
const LOOK_BEYOND: f64 = 0.3;

/** Ranges that have polynomials for each pair of times, made for a tile when it is first met. */
const MOST_RANGES: i32 = 8;
let polynomialRanges: i32 = 0;
/** The ranges' upper ends; the first one's lower end. */
const upTo: usize = memory.data(8 * 8, 8);
let polynomialsFrom: f64 = 0;
/** For each range: how many orders from the fourth on, how many coefficients instead, the map between them, room for all tiles. */
const ordersOf: usize = memory.data(8 * 4, 4);
const lengthOf: usize = memory.data(8 * 4, 4);
const mapOf: usize = memory.data(8 * 4, 4);
const tilesOf: usize = memory.data(8 * 4, 4);
let blocks: usize = 0;
/** Whether the polynomials of a tile and range are there. */
let made: usize = 0;
/** The products of all orders, for one row of a tile. */
let products: usize = 0;

/** Room for what pairs of steps near ±1 have in common; none if 0. */
let slots: usize = 0;

let lowOrders: usize = 0;

export function setLocalPairs(newSlots: usize): void {
  slots = newSlots;
  forgetPairs(newSlots);
}

export function setLocalPolynomials(from: f64, newBlocks: i32, newMade: usize, newProducts: usize): void {
  polynomialRanges = 0;
  polynomialsFrom = from;
  blocks = <usize>newBlocks;
  made = newMade;
  products = newProducts;
}

/** The next range, with what shortenedPowers says of the orders from the fourth on. */
export function addLocalPolynomials(limit: f64, orders: i32, length: i32, map: usize, tiles: usize): void {
  const at = <usize>polynomialRanges;
  polynomialRanges++;
  store<f64>(upTo + (at << 3), limit);
  store<i32>(ordersOf + (at << 2), orders);
  store<i32>(lengthOf + (at << 2), length);
  store<usize>(mapOf + (at << 2), map);
  store<usize>(tilesOf + (at << 2), tiles);
}

/** A tile's polynomials P_jk with ω_jω_kΣ_{n > 3} b_n(j)b_n(k)r^n = r⁴·P_jk(r): for each row, eight coefficients of each order. */
function polynomialsOf(range: usize, up: usize, across: usize): usize {
  const length = load<i32>(lengthOf + (range << 2));
  const index = (up * (2 * blocks - up + 1)) / 2 + (across - up);
  const tile = load<usize>(tilesOf + (range << 2)) + index * <usize>length * ROW * <usize>TILE;
  const flag = made + <usize>MOST_RANGES * index + range;
  if (load<u8>(flag) !== 0) return tile;
  store<u8>(flag, 1);
  const map = load<usize>(mapOf + (range << 2));
  const orders = load<i32>(ordersOf + (range << 2));
  const dropped = orders - length;
  for (let j: usize = 0; j < <usize>TILE; j++) {
    let own = series + up * blockBytes + 3 * ROW + (j << 3);
    let other = series + across * blockBytes + 3 * ROW;
    for (let n: usize = 0; n < <usize>orders; n++) {
      const factor = v128.load64_splat(own);
      for (let k: usize = 0; k < ROW; k += 16)
        v128.store(products + n * ROW + k, f64x2.mul(factor, v128.load(other + k)));
      own += ROW;
      other += ROW;
    }
    for (let i = 0; i < length; i++) {
      const from = products + <usize>i * ROW;
      let s0 = v128.load(from);
      let s1 = v128.load(from, 16);
      let s2 = v128.load(from, 32);
      let s3 = v128.load(from, 48);
      const line = map + ((<usize>(i * dropped)) << 3);
      for (let n = (i + length) & 1; n < dropped; n += 2) {
        const factor = v128.load64_splat(line + ((<usize>n) << 3));
        const high = products + <usize>(length + n) * ROW;
        s0 = f64x2.add(s0, f64x2.mul(factor, v128.load(high)));
        s1 = f64x2.add(s1, f64x2.mul(factor, v128.load(high, 16)));
        s2 = f64x2.add(s2, f64x2.mul(factor, v128.load(high, 32)));
        s3 = f64x2.add(s3, f64x2.mul(factor, v128.load(high, 48)));
      }
      const to = tile + (j * <usize>length + <usize>i) * ROW;
      v128.store(to, s0);
      v128.store(to, s1, 16);
      v128.store(to, s2, 32);
      v128.store(to, s3, 48);
    }
  }
  return tile;
}

/** Σ_jk r⁴·P_jk(r) at r = tile_jk + a_j·b_k. */
function sumPolynomials(range: usize, tile: usize, a: usize, b: usize, up: usize, across: usize): f64 {
  let line = polynomialsOf(range, up, across);
  const bytes = <usize>load<i32>(lengthOf + (range << 2)) * ROW;
  let t0 = f64x2.splat(0);
  let t1 = t0;
  let t2 = t0;
  let t3 = t0;
  const end = a + ROW;
  for (; a < end; a += 8) {
    const factor = v128.load64_splat(a);
    const r0 = f64x2.add(v128.load(tile), f64x2.mul(factor, v128.load(b)));
    const r1 = f64x2.add(v128.load(tile, 16), f64x2.mul(factor, v128.load(b, 16)));
    const r2 = f64x2.add(v128.load(tile, 32), f64x2.mul(factor, v128.load(b, 32)));
    const r3 = f64x2.add(v128.load(tile, 48), f64x2.mul(factor, v128.load(b, 48)));
    let at = line + bytes - ROW;
    let s0 = v128.load(at);
    let s1 = v128.load(at, 16);
    let s2 = v128.load(at, 32);
    let s3 = v128.load(at, 48);
    while (at !== line) {
      at -= ROW;
      s0 = f64x2.add(f64x2.mul(s0, r0), v128.load(at));
      s1 = f64x2.add(f64x2.mul(s1, r1), v128.load(at, 16));
      s2 = f64x2.add(f64x2.mul(s2, r2), v128.load(at, 32));
      s3 = f64x2.add(f64x2.mul(s3, r3), v128.load(at, 48));
    }
    const x0 = f64x2.mul(r0, r0);
    const x1 = f64x2.mul(r1, r1);
    const x2 = f64x2.mul(r2, r2);
    const x3 = f64x2.mul(r3, r3);
    t0 = f64x2.add(t0, f64x2.mul(s0, f64x2.mul(x0, x0)));
    t1 = f64x2.add(t1, f64x2.mul(s1, f64x2.mul(x1, x1)));
    t2 = f64x2.add(t2, f64x2.mul(s2, f64x2.mul(x2, x2)));
    t3 = f64x2.add(t3, f64x2.mul(s3, f64x2.mul(x3, x3)));
    tile += ROW;
    line += bytes;
  }
  const sum = f64x2.add(f64x2.add(t0, t1), f64x2.add(t2, t3));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Takes a LocalTable with its weights; it stays in force until the next call. */
export function setLocal(
  newSeries: usize,
  terms: i32,
  newRanges: i32,
  newLimits: usize,
  newLengths: usize,
  newSteps: i32,
  newSigns: usize,
  newLevels: usize,
  newStride: i32,
  newWeights: usize,
  lowWeights: usize,
  newNearOne: f64,
): void {
  series = newSeries;
  blockBytes = <usize>terms * ROW;
  ranges = newRanges;
  limits = newLimits;
  lengths = newLengths;
  steps = newSteps;
  signs = newSigns;
  levels = newLevels;
  stride = (<usize>newStride) << 3;
  weights = newWeights;
  nearOne = newNearOne;
  lastRange = 0;
  polynomialRanges = 0;
  slots = 0;
  lowOrders = lowWeights;
}

/** The weights of the first three orders; the table may be held while another target came between. */
export function setLocalMoments(): void {
  setMomentWeightsOfEach(lowOrders, stride);
}

/** Up to this |r|, nothing is left beyond the first `known` terms. */
export function negligibleBeyond(known: i32): f64 {
  let limit = -1.0;
  for (let range = 0; range < ranges; range++) {
    if (load<i32>(lengths + ((<usize>range) << 2)) > known) break;
    limit = load<f64>(limits + ((<usize>range) << 3));
  }
  return limit;
}

/** The narrowest range that holds a bound; neighbouring tiles mostly have the same. */
function rangeOf(bound: f64): i32 {
  let range = lastRange;
  while (range > 0 && bound <= load<f64>(limits + ((<usize>(range - 1)) << 3))) range--;
  while (range < ranges && bound > load<f64>(limits + ((<usize>range) << 3))) range++;
  lastRange = range;
  return range;
}

/**
 * Σ_jk ω_jω_k of the terms beyond the first `known` of C_jk(tile_jk + a_j·b_k), where no argument is larger than `bound`, for the
 * tile's rows and columns in the widths `up` and `across`.
 */
export function sumLocalTile(
  bound: f64,
  known: i32,
  tile: usize,
  a: usize,
  b: usize,
  up: usize,
  across: usize,
): f64 {
  const most = bound > LOOK_BEYOND ? largestEntry(tile, a, b) : bound;
  const range = rangeOf(most);
  if (range < ranges) {
    if (polynomialRanges > 0 && most > polynomialsFrom) {
      let wide: usize = 0;
      while (most > load<f64>(upTo + (wide << 3))) wide++;
      return withLowOrders(known, wide, tile, a, b, up, across);
    }
    return sumOrders(load<i32>(lengths + ((<usize>range) << 2)), known, tile, a, b, up, across);
  }
  // Without steps the last range is for all.
  if (steps === 0) return sumOrders(allOrders(), known, tile, a, b, up, across);
  return sumLargeTile(known, tile, a, b, up, across);
}

/** How many the whole of the series takes. */
function allOrders(): i32 {
  return load<i32>(lengths + ((<usize>(ranges - 1)) << 2));
}

/** The polynomials, and the first three orders where no moments have them. */
function withLowOrders(
  known: i32,
  wide: usize,
  tile: usize,
  a: usize,
  b: usize,
  up: usize,
  across: usize,
): f64 {
  const sum = sumPolynomials(wide, tile, a, b, up, across);
  return known === 3 ? sum : sum + sumOrders(3, 0, tile, a, b, up, across);
}

/** Eight entries of a row at a time, from the highest of `length` orders down. */
function sumOrders(length: i32, known: i32, tile: usize, a: usize, b: usize, up: usize, across: usize): f64 {
  if (length <= known) return 0;
  const last = <usize>(length - 1) * ROW;
  const first = <usize>known * ROW;
  const columns = series + across * blockBytes;
  let rows = series + up * blockBytes;
  let t0 = f64x2.splat(0);
  let t1 = t0;
  let t2 = t0;
  let t3 = t0;
  const end = a + ROW;
  for (; a < end; a += 8) {
    const factor = v128.load64_splat(a);
    const r0 = f64x2.add(v128.load(tile), f64x2.mul(factor, v128.load(b)));
    const r1 = f64x2.add(v128.load(tile, 16), f64x2.mul(factor, v128.load(b, 16)));
    const r2 = f64x2.add(v128.load(tile, 32), f64x2.mul(factor, v128.load(b, 32)));
    const r3 = f64x2.add(v128.load(tile, 48), f64x2.mul(factor, v128.load(b, 48)));
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    let order = last;
    for (;;) {
      const own = v128.load64_splat(rows + order);
      const other = columns + order;
      s0 = f64x2.add(f64x2.mul(s0, r0), f64x2.mul(own, v128.load(other)));
      s1 = f64x2.add(f64x2.mul(s1, r1), f64x2.mul(own, v128.load(other, 16)));
      s2 = f64x2.add(f64x2.mul(s2, r2), f64x2.mul(own, v128.load(other, 32)));
      s3 = f64x2.add(f64x2.mul(s3, r3), f64x2.mul(own, v128.load(other, 48)));
      if (order === first) break;
      order -= ROW;
    }
    // r^(known + 1) in front.
    for (let n = 0; n <= known; n++) {
      s0 = f64x2.mul(s0, r0);
      s1 = f64x2.mul(s1, r1);
      s2 = f64x2.mul(s2, r2);
      s3 = f64x2.mul(s3, r3);
    }
    t0 = f64x2.add(t0, s0);
    t1 = f64x2.add(t1, s1);
    t2 = f64x2.add(t2, s2);
    t3 = f64x2.add(t3, s3);
    tile += ROW;
    rows += 8;
  }
  const sum = f64x2.add(f64x2.add(t0, t1), f64x2.add(t2, t3));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Room for a tile without its entries beyond the series, and zeros for a vector that adds nothing. */
const within: usize = memory.data(8 * 8 * 8, 16);
const nothing: usize = memory.data(8 * 8, 16);

/** The same where some entries may lie beyond the series: those one by one, the others together. */
function sumLargeTile(known: i32, tile: usize, a: usize, b: usize, up: usize, across: usize): f64 {
  const most = load<f64>(limits + ((<usize>(ranges - 1)) << 3));
  let total = 0.0;
  for (let j: usize = 0; j < ROW; j += 8) {
    const line = j * <usize>TILE;
    const factor = load<f64>(a + j);
    for (let k: usize = 0; k < ROW; k += 8) {
      const r = load<f64>(tile + line + k) + factor * load<f64>(b + k);
      const beyond = abs(r) > most;
      store<f64>(within + line + k, beyond ? 0 : r);
      if (beyond) total += beyondSeries(r, known, up * ROW + j, across * ROW + k);
    }
  }
  if (polynomialRanges > 0)
    return total + withLowOrders(known, <usize>(polynomialRanges - 1), within, nothing, nothing, up, across);
  return total + sumOrders(allOrders(), known, within, nothing, nothing, up, across);
}

/** ω_jω_k{C_jk(r) − Σ_{n ≤ known} b_n(j)b_n(k)r^n} for |r| near 1; j and k in bytes. */
function beyondSeries(r: f64, known: i32, j: usize, k: usize): f64 {
  const gap = 1.0 - abs(r);
  const w = gap <= nearOne ? 0.0 : gap;
  let sum = 0.0;
  for (let one = 0; one < steps; one++)
    for (let other = 0; other < steps; other++)
      sum +=
        load<f64>(signs + ((<usize>one) << 3)) *
        load<f64>(signs + ((<usize>other) << 3)) *
        stepCovariance(r > 0, w, one, j, other, k);
  let low = 0.0;
  const rows = series + (j / ROW) * blockBytes + (j % ROW);
  const columns = series + (k / ROW) * blockBytes + (k % ROW);
  for (let n = known - 1; n >= 0; n--)
    low = (low + load<f64>(rows + <usize>n * ROW) * load<f64>(columns + <usize>n * ROW)) * r;
  return load<f64>(weights + j) * load<f64>(weights + k) * sum - low;
}

/** The covariance of two steps at 1 − w, or at w − 1, where one of them is turned round. */
function stepCovariance(positive: bool, w: f64, one: i32, j: usize, other: i32, k: usize): f64 {
  const first = levels + <usize>(3 * one) * stride + j;
  const second = levels + <usize>(3 * other) * stride + k;
  const c = load<f64>(first);
  const d = positive ? load<f64>(second) : -load<f64>(second);
  const above = load<f64>(second + (positive ? stride : 2 * stride));
  const below = load<f64>(second + (positive ? 2 * stride : stride));
  const atOne = c > d ? load<f64>(first + stride) * below : load<f64>(first + 2 * stride) * above;
  let lost = 0.0;
  if (slots > 0) {
    const pair =
      ((j >> 3) * (stride >> 3) + (k >> 3)) * <usize>(steps * steps) + <usize>(one * steps + other);
    lost = lostOfPair(2 * pair + (positive ? 0 : 1), c, d, w);
  } else lost = lostBelowOne(c, d, w);
  return positive ? atOne - lost : lost - atOne;
}
