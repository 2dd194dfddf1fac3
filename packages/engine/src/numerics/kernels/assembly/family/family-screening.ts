// The sums to 1e-6 of a value: the linear term is known, nearly all of the rest comes from high moments, and what they
// leave is summed tile by tile where a correlation is large, in single precision. Tiles with entries beyond the polynomials
// are done in double precision.
import { addHighMoments, addTwoHighMoments, highPowers, shareHighMoments } from './high-moments';
import { gramTileInSingle, LINE, momentsUpTo, singleUpTo, sumInSingle, toSingle } from './single-tile';
import { gramTile } from './tiles';
import { lowTerms, ROW, sumTile, TILE } from './transform';

let mostRows: i32 = -1;
/** How many rows are known here as singles, with their products. */
let knownRows: i32 = 0;
let rows: usize = 0;
let lasts: usize = 0;
let weights: usize = 0;
let tile: usize = 0;
let norms: usize = 0;
let sizes: usize = 0;

/**
 * Room for the rows, the last vectors, the weights and a tile as singles, and for each tile's width
 * a norm and the sizes of the last vector and of the rows; products have room for `mostRows` rows.
 */
export function setScreeningRoom(
  newMostRows: i32,
  newRows: usize,
  newLasts: usize,
  newWeights: usize,
  newTile: usize,
  newNorms: usize,
  newSizes: usize,
): void {
  mostRows = newMostRows;
  rows = newRows;
  lasts = newLasts;
  weights = newWeights;
  tile = newTile;
  norms = newNorms;
  sizes = newSizes;
}

/** Before the first group of a family. */
export function beginScreening(doubleWeights: usize, bytes: usize): void {
  toSingle(doubleWeights, bytes >> 3, weights);
  knownRows = 0;
}

/**
 * Whether a group's rows are few enough for high moments; the first `common` are those of the group before, whether that was
 * screened or not.
 */
export function screens(rank: i32, common: i32): bool {
  knownRows = min(knownRows, common);
  return rank <= mostRows;
}

/**
 * Σ_jk ω_jω_k C(Q_jk + w_jw_k) for each of `count` vectors w, Q = WᵀW over `rank` rows of W, from `linear`, the sums
 * of Q_jk + w_jw_k.
 */
export function addScreened(
  doubleRows: usize,
  rank: i32,
  doubleLasts: usize,
  count: i32,
  bytes: usize,
  doubleWeights: usize,
  doubleTile: usize,
  linear: usize,
  explained: usize,
): void {
  const singles = bytes >> 1;
  // The linear term is known to all digits.
  for (let g = 0; g < count; g++)
    store<f64>(explained + ((<usize>g) << 3), lowTerms(load<f64>(linear + ((<usize>g) << 3)), 0, 0));
  const kept = <usize>min(knownRows, rank);
  toSingle(doubleRows + kept * bytes, (<usize>rank - kept) * (bytes >> 3), rows + kept * singles);
  toSingle(doubleLasts, <usize>count * (bytes >> 3), lasts);
  for (let i = <i32>kept; i < rank; i++)
    sizesOf(rows + <usize>i * singles, singles, sizes + <usize>(i + 1) * lineOfSizes(singles));
  shareHighMoments(rows, <i32>kept, rank);
  knownRows = rank;
  let first = 0;
  for (; first + 2 <= count; first += 2)
    addTwoHighMoments(rank, lasts + <usize>first * singles, explained + ((<usize>first) << 3));
  if (first < count) addHighMoments(rank, lasts + <usize>first * singles, explained + ((<usize>first) << 3));
  for (let g = 0; g < count; g++) {
    const place = explained + ((<usize>g) << 3);
    const rest = largeEntries(
      rank,
      lasts + <usize>g * singles,
      singles,
      doubleRows,
      doubleLasts + <usize>g * bytes,
      doubleWeights,
      doubleTile,
    );
    store<f64>(place, load<f64>(place) + rest);
  }
}

/** What moments leave of the remainder of one protocol, from the tiles in which an entry is large. */
function largeEntries(
  rank: i32,
  last: usize,
  singles: usize,
  doubleRows: usize,
  doubleLast: usize,
  doubleWeights: usize,
  doubleTile: usize,
): f64 {
  const least = <f32>momentsUpTo();
  const most = singleUpTo();
  const blocks = <i32>(singles / LINE);
  const line = lineOfSizes(singles);
  const largest = normSizes(rank, last, singles);
  sizesOf(last, singles, sizes);
  let total = 0.0;
  for (let up = 0; up < blocks; up++) {
    if (load<f32>(norms + ((<usize>up) << 2)) * largest <= least) continue;
    for (let four = up & ~3; four < blocks; four += 4) {
      let found = largeAmongFour(rank, line, (<usize>up) << 2, (<usize>four) << 2, least);
      if (four < up) found &= -1 << (up - four);
      for (; found !== 0; found &= found - 1) {
        const across = four + ctz(found);
        const top = <usize>up * LINE;
        const left = <usize>across * LINE;
        const size = gramTileInSingle(tile, rows, rank, last, singles, top, left);
        if (size <= least) continue;
        const sum =
          size <= most
            ? sumInSingle(size, tile, weights + top, weights + left)
            : largeTile(
                doubleRows,
                rank,
                doubleLast,
                singles << 1,
                top << 1,
                left << 1,
                doubleWeights,
                doubleTile,
              );
        total += across === up ? sum : 2.0 * sum;
      }
    }
  }
  return total;
}

/**
 * Which of four neighbouring tiles can have an entry beyond `least`, as bits: |Q_jk| is bounded by the norms of its columns of
 * W, and by the largest entries of the rows.
 */
function largeAmongFour(rank: i32, line: usize, up: usize, across: usize, least: f32): i32 {
  let bound = f32x4.splat(0);
  for (let i = 0; i <= rank; i++) {
    const own = sizes + <usize>i * line;
    bound = f32x4.add(bound, f32x4.mul(v128.load32_splat(own + up), v128.load(own + across)));
  }
  bound = f32x4.min(bound, f32x4.mul(v128.load32_splat(norms + up), v128.load(norms + across)));
  // Not "greater": NaN must not be passed over.
  return i32x4.bitmask(v128.not(f32x4.le(bound, f32x4.splat(least))));
}

/** Bytes of the sizes of one vector, for whole fours of tiles. */
function lineOfSizes(singles: usize): usize {
  return ((singles / LINE + 3) & ~3) << 2;
}

/** The largest |w_j| in each tile's width; 0 behind the last one. */
function sizesOf(vector: usize, singles: usize, to: usize): void {
  const end = vector + singles;
  const last = to + lineOfSizes(singles);
  for (; vector < end; vector += LINE) {
    store<f32>(to, largestOfFour(f32x4.pmax(f32x4.abs(v128.load(vector)), f32x4.abs(v128.load(vector, 16)))));
    to += 4;
  }
  for (; to < last; to += 4) store<f32>(to, 0);
}

function largestOfFour(x: v128): f32 {
  const half = f32x4.pmax(x, v128.shuffle<f32>(x, x, 2, 3, 2, 3));
  return max(f32x4.extract_lane(half, 0), f32x4.extract_lane(half, 1));
}

/** The largest norm of a column of W and w in each tile's width, to `norms`; returns the largest of all. */
function normSizes(rank: i32, last: usize, singles: usize): f32 {
  let largest: f32 = 0;
  let to = norms;
  for (let k: usize = 0; k < singles; k += LINE) {
    let own = v128.load(last + k);
    let s0 = f32x4.mul(own, own);
    own = v128.load(last + k, 16);
    let s1 = f32x4.mul(own, own);
    for (let i = 0; i < rank; i++) {
      const row = rows + <usize>i * singles + k;
      own = v128.load(row);
      s0 = f32x4.add(s0, f32x4.mul(own, own));
      own = v128.load(row, 16);
      s1 = f32x4.add(s1, f32x4.mul(own, own));
    }
    const norm = sqrt(largestOfFour(f32x4.pmax(s0, s1)));
    store<f32>(to, norm);
    largest = max(largest, norm);
    to += 4;
  }
  const end = norms + lineOfSizes(singles);
  for (; to < end; to += 4) store<f32>(to, 0);
  return largest;
}

/** A tile in double precision without its linear terms, less what moments have given already. */
function largeTile(
  rows: usize,
  rank: i32,
  last: usize,
  bytes: usize,
  top: usize,
  left: usize,
  weights: usize,
  tile: usize,
): f64 {
  const size = gramTile(tile, rows, rank, bytes, top, left);
  let total = 0.0;
  for (let j: usize = 0; j < ROW; j += 8) {
    let sum = 0.0;
    for (let k: usize = 0; k < ROW; k += 8) {
      const r =
        load<f64>(tile + j * <usize>TILE + k) + load<f64>(last + top + j) * load<f64>(last + left + k);
      sum += load<f64>(weights + left + k) * (lowTerms(0, r * r, r * r * r) - highPowers(r));
    }
    total += load<f64>(weights + top + j) * sum;
  }
  return total + sumTile(size + 1.0, tile, last + top, last + left, weights + top, weights + left, false);
}
