// The covariance transform over a tile of correlations: the largest |r| that can occur picks the shortest polynomial
// that is accurate for it, and the weighted sum is taken a row of eight entries at a time.

/** Rows and columns of a tile. */
export const TILE: i32 = 8;
/** For whoever lays out the memory. */
export const tileSize: i32 = TILE;
/** Bytes of a tile's row. */
export const ROW: usize = <usize>TILE << 3;

let parity: i32 = 0;
let low1: f64 = 0;
let low2: f64 = 0;
let low3: f64 = 0;
let negligible: f64 = 0;
let ranges: i32 = 0;
let limits: usize = 0;
let starts: usize = 0;
let coefficients: usize = 0;
let positiveEdges: usize = 0;
let positiveCoefficients: usize = 0;
let positivePanels: i32 = 0;
let negativeEdges: usize = 0;
let negativeCoefficients: usize = 0;
let negativePanels: i32 = 0;
let panelLength: i32 = 0;
let nearOne: f64 = 0;
let lastRange: i32 = 0;

/** Takes a TransformTable; it stays in force until the next call. */
export function setTransform(
  newParity: i32,
  newLow1: f64,
  newLow2: f64,
  newLow3: f64,
  newNegligible: f64,
  newRanges: i32,
  newLimits: usize,
  newStarts: usize,
  newCoefficients: usize,
  newPositiveEdges: usize,
  newPositiveCoefficients: usize,
  newPositivePanels: i32,
  newNegativeEdges: usize,
  newNegativeCoefficients: usize,
  newNegativePanels: i32,
  newPanelLength: i32,
  newNearOne: f64,
): void {
  parity = newParity;
  low1 = newLow1;
  low2 = newLow2;
  low3 = newLow3;
  negligible = newNegligible;
  ranges = newRanges;
  limits = newLimits;
  starts = newStarts;
  coefficients = newCoefficients;
  positiveEdges = newPositiveEdges;
  positiveCoefficients = newPositiveCoefficients;
  positivePanels = newPositivePanels;
  negativeEdges = newNegativeEdges;
  negativeCoefficients = newNegativeCoefficients;
  negativePanels = newNegativePanels;
  panelLength = newPanelLength;
  nearOne = newNearOne;
  lastRange = 0;
}

/** Clenshaw's recurrence on the panel that holds u. */
function onPanels(edges: usize, values: usize, panels: i32, u: f64): f64 {
  let panel = 0;
  while (panel < panels - 1 && u > load<f64>(edges + (<usize>(panel + 1) << 3))) panel++;
  const from = load<f64>(edges + (<usize>panel << 3));
  const to = load<f64>(edges + (<usize>(panel + 1) << 3));
  const x = (2.0 * u - (from + to)) / (to - from);
  const twice = 2.0 * x;
  const base = values + (<usize>(panel * panelLength) << 3);
  let next = 0.0;
  let afterNext = 0.0;
  for (let k = panelLength - 1; k > 0; k--) {
    const current = load<f64>(base + (<usize>k << 3)) + twice * next - afterNext;
    afterNext = next;
    next = current;
  }
  return load<f64>(base) + x * next - afterNext;
}

/** c_1·s_1 + c_2·s_2 + c_3·s_3: the low terms, for sums of r, r² and r³. */
export function lowTerms(s1: f64, s2: f64, s3: f64): f64 {
  return low1 * s1 + low2 * s2 + low3 * s3;
}

/** Σ_jk ω_jω_k of the low terms of tile_jk + a_j·b_k. */
export function lowTile(tile: usize, a: usize, b: usize, rowWeights: usize, columnWeights: usize): f64 {
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  for (let j: usize = 0; j < ROW; j += 8) {
    const factor = v128.load64_splat(a + j);
    const rowWeight = v128.load64_splat(rowWeights + j);
    const line = tile + j * <usize>TILE;
    for (let k: usize = 0; k < ROW; k += 16) {
      const r = f64x2.add(v128.load(line + k), f64x2.mul(factor, v128.load(b + k)));
      const once = f64x2.mul(f64x2.mul(rowWeight, v128.load(columnWeights + k)), r);
      const twice = f64x2.mul(once, r);
      s1 = f64x2.add(s1, once);
      s2 = f64x2.add(s2, twice);
      s3 = f64x2.add(s3, f64x2.mul(twice, r));
    }
  }
  return lowTerms(
    f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1),
    f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1),
    f64x2.extract_lane(s3, 0) + f64x2.extract_lane(s3, 1),
  );
}

/** R is nothing to the table's accuracy for |r| up to this. */
export function negligibleBelow(): f64 {
  return negligible;
}

/** R(r) for r beyond the polynomials. */
function remainderBeyond(r: f64): f64 {
  const size = abs(r);
  const u = 1.0 - size <= nearOne ? 0.0 : sqrt(1.0 - size);
  const whole =
    r > 0
      ? onPanels(positiveEdges, positiveCoefficients, positivePanels, u)
      : onPanels(negativeEdges, negativeCoefficients, negativePanels, u);
  return whole - ((low3 * r + low2) * r + low1) * r;
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
 * The larger of each two lanes, in one instruction: f64x2.max, which has to keep a NaN, takes eight. What is not a number makes
 * the sums so wherever it is passed over here.
 */
@inline
export function larger(x: v128, y: v128): v128 {
  return f64x2.pmax(x, y);
}

@inline
export function largestLane(x: v128): f64 {
  return max(f64x2.extract_lane(x, 0), f64x2.extract_lane(x, 1));
}

/** The largest |tile_jk + a_j·b_k|. */
export function largestEntry(tile: usize, a: usize, b: usize): f64 {
  let size = f64x2.splat(0);
  for (let j: usize = 0; j < ROW; j += 8) {
    const factor = v128.load64_splat(a + j);
    const line = tile + j * <usize>TILE;
    for (let k: usize = 0; k < ROW; k += 16)
      size = larger(size, f64x2.abs(f64x2.add(v128.load(line + k), f64x2.mul(factor, v128.load(b + k)))));
  }
  return largestLane(size);
}

/**
 * Σ_jk ω_jω_k R(tile_jk + a_j·b_k), where no argument is larger than `bound`: the tile, the parts of a vector that
 * belong to its rows and columns, and the weights of both. A tile on the diagonal is symmetric.
 */
export function sumTile(
  bound: f64,
  tile: usize,
  a: usize,
  b: usize,
  rowWeights: usize,
  columnWeights: usize,
  diagonal: bool,
): f64 {
  let range = rangeOf(bound);
  // Beyond the polynomials an entry costs ten times as much: look whether any is really there.
  if (range === ranges) range = rangeOf(largestEntry(tile, a, b));
  if (range === ranges) return sumLargeTile(tile, a, b, rowWeights, columnWeights);
  if (diagonal) return sumSymmetric(range, tile, a, rowWeights);
  return sumInRange(range, tile, a, b, rowWeights, columnWeights);
}

function sumInRange(range: i32, tile: usize, a: usize, b: usize, rowWeights: usize, columnWeights: usize): f64 {
  const begin = load<i32>(starts + (<usize>range << 2));
  const first = coefficients + (<usize>begin << 3);
  const count = load<i32>(starts + (<usize>(range + 1) << 2)) - begin;
  if (count === 0) return 0;
  if (parity === 1) return sumOfLength(1, count, first, tile, a, b, rowWeights, columnWeights);
  if (parity === 2) return sumOfLength(2, count, first, tile, a, b, rowWeights, columnWeights);
  return sumOfLength(0, count, first, tile, a, b, rowWeights, columnWeights);
}

// Everything below is inlined with a constant parity and, for short polynomials, a constant length: each combination
// gets a loop of its own without branches, its coefficients in registers.

@inline
function sumOfLength(
  form: i32,
  count: i32,
  first: usize,
  tile: usize,
  a: usize,
  b: usize,
  rowWeights: usize,
  columnWeights: usize,
): f64 {
  if (count === 1) return sumRows(form, 1, count, first, tile, a, b, rowWeights, columnWeights);
  if (count === 2) return sumRows(form, 2, count, first, tile, a, b, rowWeights, columnWeights);
  if (count === 3) return sumRows(form, 3, count, first, tile, a, b, rowWeights, columnWeights);
  if (count === 4) return sumRows(form, 4, count, first, tile, a, b, rowWeights, columnWeights);
  if (count === 5) return sumRows(form, 5, count, first, tile, a, b, rowWeights, columnWeights);
  if (count === 6) return sumRows(form, 6, count, first, tile, a, b, rowWeights, columnWeights);
  return sumRows(form, 7, count, first, tile, a, b, rowWeights, columnWeights);
}

@inline
function step(sum: v128, x: v128, coefficient: v128): v128 {
  return f64x2.add(f64x2.mul(sum, x), coefficient);
}

/** r⁴, or r⁵ for an odd transform; x is r or r² as in the polynomial. */
@inline
function lead(form: i32, r: v128, x: v128): v128 {
  const square = form === 0 ? f64x2.mul(r, r) : x;
  const fourth = f64x2.mul(square, square);
  return form === 1 ? f64x2.mul(fourth, r) : fourth;
}

/** `fixed` is the polynomial's length if below 7; 7 stands for all longer ones, which are looped over. */
@inline
function sumRows(
  form: i32,
  fixed: i32,
  count: i32,
  first: usize,
  tile: usize,
  a: usize,
  b: usize,
  rowWeights: usize,
  columnWeights: usize,
): f64 {
  const zero = f64x2.splat(0);
  const c0 = v128.load64_splat(first);
  const c1 = fixed > 1 ? v128.load64_splat(first, 8) : zero;
  const c2 = fixed > 2 ? v128.load64_splat(first, 16) : zero;
  const c3 = fixed > 3 ? v128.load64_splat(first, 24) : zero;
  const c4 = fixed > 4 ? v128.load64_splat(first, 32) : zero;
  const c5 = fixed > 5 ? v128.load64_splat(first, 40) : zero;
  const highest = first + (<usize>(count - 1) << 3);
  let t0 = zero;
  let t1 = zero;
  let t2 = zero;
  let t3 = zero;
  const end = a + ROW;
  for (; a < end; a += 8) {
    const factor = v128.load64_splat(a);
    const r0 = f64x2.add(v128.load(tile), f64x2.mul(factor, v128.load(b)));
    const r1 = f64x2.add(v128.load(tile, 16), f64x2.mul(factor, v128.load(b, 16)));
    const r2 = f64x2.add(v128.load(tile, 32), f64x2.mul(factor, v128.load(b, 32)));
    const r3 = f64x2.add(v128.load(tile, 48), f64x2.mul(factor, v128.load(b, 48)));
    const x0 = form === 0 ? r0 : f64x2.mul(r0, r0);
    const x1 = form === 0 ? r1 : f64x2.mul(r1, r1);
    const x2 = form === 0 ? r2 : f64x2.mul(r2, r2);
    const x3 = form === 0 ? r3 : f64x2.mul(r3, r3);
    let s0 = zero;
    let s1 = zero;
    let s2 = zero;
    let s3 = zero;
    if (fixed === 7) {
      const top = v128.load64_splat(highest);
      s0 = top;
      s1 = top;
      s2 = top;
      s3 = top;
      for (let c = highest - 8; c >= first; c -= 8) {
        const coefficient = v128.load64_splat(c);
        s0 = step(s0, x0, coefficient);
        s1 = step(s1, x1, coefficient);
        s2 = step(s2, x2, coefficient);
        s3 = step(s3, x3, coefficient);
      }
    } else {
      const top = fixed === 1 ? c0 : fixed === 2 ? c1 : fixed === 3 ? c2 : fixed === 4 ? c3 : fixed === 5 ? c4 : c5;
      s0 = top;
      s1 = top;
      s2 = top;
      s3 = top;
      if (fixed > 5) {
        s0 = step(s0, x0, c4);
        s1 = step(s1, x1, c4);
        s2 = step(s2, x2, c4);
        s3 = step(s3, x3, c4);
      }
      if (fixed > 4) {
        s0 = step(s0, x0, c3);
        s1 = step(s1, x1, c3);
        s2 = step(s2, x2, c3);
        s3 = step(s3, x3, c3);
      }
      if (fixed > 3) {
        s0 = step(s0, x0, c2);
        s1 = step(s1, x1, c2);
        s2 = step(s2, x2, c2);
        s3 = step(s3, x3, c2);
      }
      if (fixed > 2) {
        s0 = step(s0, x0, c1);
        s1 = step(s1, x1, c1);
        s2 = step(s2, x2, c1);
        s3 = step(s3, x3, c1);
      }
      if (fixed > 1) {
        s0 = step(s0, x0, c0);
        s1 = step(s1, x1, c0);
        s2 = step(s2, x2, c0);
        s3 = step(s3, x3, c0);
      }
    }
    const weight = v128.load64_splat(rowWeights);
    t0 = f64x2.add(t0, f64x2.mul(weight, f64x2.mul(s0, lead(form, r0, x0))));
    t1 = f64x2.add(t1, f64x2.mul(weight, f64x2.mul(s1, lead(form, r1, x1))));
    t2 = f64x2.add(t2, f64x2.mul(weight, f64x2.mul(s2, lead(form, r2, x2))));
    t3 = f64x2.add(t3, f64x2.mul(weight, f64x2.mul(s3, lead(form, r3, x3))));
    tile += ROW;
    rowWeights += 8;
  }
  const sum = f64x2.add(
    f64x2.add(f64x2.mul(t0, v128.load(columnWeights)), f64x2.mul(t1, v128.load(columnWeights, 16))),
    f64x2.add(f64x2.mul(t2, v128.load(columnWeights, 32)), f64x2.mul(t3, v128.load(columnWeights, 48))),
  );
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** A tile on the diagonal: of its two mirror-image quarters one. */
function sumSymmetric(range: i32, tile: usize, a: usize, weights: usize): f64 {
  const begin = load<i32>(starts + (<usize>range << 2));
  const first = coefficients + (<usize>begin << 3);
  const count = load<i32>(starts + (<usize>(range + 1) << 2)) - begin;
  if (count === 0) return 0;
  if (parity === 1) return sumTriangle(1, count, first, tile, a, weights);
  if (parity === 2) return sumTriangle(2, count, first, tile, a, weights);
  return sumTriangle(0, count, first, tile, a, weights);
}

/** Four rows, of whose right half the mirror image is left out, and then two times two rows of the right half. */
@inline
function sumTriangle(form: i32, count: i32, first: usize, tile: usize, a: usize, weights: usize): f64 {
  const highest = first + (<usize>(count - 1) << 3);
  const right = a + 32;
  const rightWeights = weights + 32;
  let t0 = f64x2.splat(0);
  let t1 = t0;
  let t2 = t0;
  let t3 = t0;
  for (let i: usize = 0; i < 6; i++) {
    const upper = i < 4;
    // The first four entries, and the others: where they stand in the tile, their row and their columns.
    const at = tile + (upper ? i * ROW : 4 * ROW + 32 + (i - 4) * (2 * ROW));
    const next = upper ? at + 32 : at + ROW;
    const row = upper ? i << 3 : 32 + ((i - 4) << 4);
    const nextRow = upper ? row : row + 8;
    const columns = upper ? a : right;
    const columnWeights = upper ? weights : rightWeights;
    const factor = v128.load64_splat(a + row);
    const nextFactor = v128.load64_splat(a + nextRow);
    const r0 = f64x2.add(v128.load(at), f64x2.mul(factor, v128.load(columns)));
    const r1 = f64x2.add(v128.load(at, 16), f64x2.mul(factor, v128.load(columns, 16)));
    const r2 = f64x2.add(v128.load(next), f64x2.mul(nextFactor, v128.load(right)));
    const r3 = f64x2.add(v128.load(next, 16), f64x2.mul(nextFactor, v128.load(right, 16)));
    const x0 = form === 0 ? r0 : f64x2.mul(r0, r0);
    const x1 = form === 0 ? r1 : f64x2.mul(r1, r1);
    const x2 = form === 0 ? r2 : f64x2.mul(r2, r2);
    const x3 = form === 0 ? r3 : f64x2.mul(r3, r3);
    let s0 = v128.load64_splat(highest);
    let s1 = s0;
    let s2 = s0;
    let s3 = s0;
    for (let c = highest - 8; c >= first; c -= 8) {
      const coefficient = v128.load64_splat(c);
      s0 = step(s0, x0, coefficient);
      s1 = step(s1, x1, coefficient);
      s2 = step(s2, x2, coefficient);
      s3 = step(s3, x3, coefficient);
    }
    const weight = v128.load64_splat(weights + row);
    const nextWeight = upper ? f64x2.add(weight, weight) : v128.load64_splat(weights + nextRow);
    const w0 = f64x2.mul(weight, v128.load(columnWeights));
    const w1 = f64x2.mul(weight, v128.load(columnWeights, 16));
    const w2 = f64x2.mul(nextWeight, v128.load(rightWeights));
    const w3 = f64x2.mul(nextWeight, v128.load(rightWeights, 16));
    t0 = f64x2.add(t0, f64x2.mul(w0, f64x2.mul(s0, lead(form, r0, x0))));
    t1 = f64x2.add(t1, f64x2.mul(w1, f64x2.mul(s1, lead(form, r1, x1))));
    t2 = f64x2.add(t2, f64x2.mul(w2, f64x2.mul(s2, lead(form, r2, x2))));
    t3 = f64x2.add(t3, f64x2.mul(w3, f64x2.mul(s3, lead(form, r3, x3))));
  }
  const sum = f64x2.add(f64x2.add(t0, t1), f64x2.add(t2, t3));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Room for a tile without its entries beyond the polynomials, and zeros for a vector that adds nothing. */
const within: usize = memory.data(8 * 8 * 8, 16);
const nothing: usize = memory.data(8 * 8, 16);

/** The same where some entries may lie beyond the polynomials: those one by one, the others together. */
function sumLargeTile(tile: usize, a: usize, b: usize, rowWeights: usize, columnWeights: usize): f64 {
  const last = ranges - 1;
  const limit = load<f64>(limits + (<usize>last << 3));
  // Without panels the last polynomial is for all.
  const most = positivePanels > 0 ? limit : Infinity;
  let total = 0.0;
  for (let j: usize = 0; j < ROW; j += 8) {
    const line = j * <usize>TILE;
    const factor = load<f64>(a + j);
    let sum = 0.0;
    for (let k: usize = 0; k < ROW; k += 8) {
      const r = load<f64>(tile + line + k) + factor * load<f64>(b + k);
      const beyond = abs(r) > most;
      store<f64>(within + line + k, beyond ? 0 : r);
      if (beyond) sum += load<f64>(columnWeights + k) * remainderBeyond(r);
    }
    total += load<f64>(rowWeights + j) * sum;
  }
  return total + sumInRange(last, within, nothing, nothing, rowWeights, columnWeights);
}
