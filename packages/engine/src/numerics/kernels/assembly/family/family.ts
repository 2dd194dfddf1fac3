// Sums of covariance transforms over p × p matrices of rank d. The terms up to r³ come from moments in O(p·d²); the
// remainder is summed one tile after the other, where it is not negligible, and of two mirror-image tiles once.
// Protocols that differ in their last action only share each tile of the others' part while it is in the first-level
// cache.
import { addScreened, beginScreening, screens } from './family-screening';
import { negligibleBeyond, setLocalMoments, sumLocalTile } from './local-tile';
import { addMoments, firstSum, lowMoments, secondSum, setMomentWeights, thirdSum } from './moments';
import { beginSmallTiles, formSmallTile, scaleGroup, smallUpTo, sumSmallTile } from './small-tile';
import { blockSizes, gramTile } from './tiles';
import { larger, largestLane, lowTerms, lowTile, negligibleBelow, ROW, sumTile, TILE } from './transform';

/** Up to rank² ≤ this times the tiles across, the low terms come from moments. */
const MOMENT_RANK: i32 = 32;

/** Protocols with more actions are done in double precision everywhere. */
const MOST_IN_SINGLE: i32 = 8;
/** So many times as much as is small, and a bound is taken to be no longer that of a small tile. */
const SURELY_LARGE: f64 = 2.5;
/** What the largest entry of a tile may have lost in single precision. */
const SINGLE_ROUNDING: f64 = 1e-6;

/** How many protocols that share all but their last action are taken at a time. */
const GROUP: i32 = 32;
export const groupSize: i32 = GROUP;

/** Σ_jk ω_jω_k C(M_jk) and the largest |M_jk| of a symmetric M, p × stride with zeros beyond column p. */
export function transformSum(
  matrix: usize,
  p: i32,
  stride: i32,
  weights: usize,
  tile: usize,
  zeros: usize,
  result: usize,
): void {
  let total = 0.0;
  let largest = 0.0;
  for (let top = 0; top < p; top += TILE) {
    const height = min(TILE, p - top);
    for (let left = top; left < p; left += TILE) {
      let size = f64x2.splat(0);
      let s1 = f64x2.splat(0);
      let s2 = f64x2.splat(0);
      let s3 = f64x2.splat(0);
      for (let j = 0; j < TILE; j++) {
        const to = tile + <usize>j * ROW;
        const from = matrix + ((<usize>((top + j) * stride + left)) << 3);
        const rowWeight = v128.load64_splat(weights + ((<usize>(top + j)) << 3));
        for (let k: usize = 0; k < ROW; k += 16) {
          const r = j < height ? v128.load(from + k) : f64x2.splat(0);
          v128.store(to + k, r);
          size = f64x2.max(size, f64x2.abs(r));
          const once = f64x2.mul(f64x2.mul(rowWeight, v128.load(weights + ((<usize>left) << 3) + k)), r);
          const twice = f64x2.mul(once, r);
          s1 = f64x2.add(s1, once);
          s2 = f64x2.add(s2, twice);
          s3 = f64x2.add(s3, f64x2.mul(twice, r));
        }
      }
      const here = largestLane(size);
      largest = max(largest, here);
      const sum =
        lowTerms(bothLanes(s1), bothLanes(s2), bothLanes(s3)) +
        sumTile(
          here,
          tile,
          zeros,
          zeros,
          weights + ((<usize>top) << 3),
          weights + ((<usize>left) << 3),
          left === top,
        );
      total += left === top ? sum : 2.0 * sum;
    }
  }
  store<f64>(result, total);
  store<f64>(result, largest, 8);
}

/** The same with a transform for each pair of times. */
export function localSum(matrix: usize, p: i32, stride: i32, tile: usize, zeros: usize, result: usize): void {
  let total = 0.0;
  let largest = 0.0;
  for (let top = 0; top < p; top += TILE) {
    const height = min(TILE, p - top);
    for (let left = top; left < p; left += TILE) {
      let size = f64x2.splat(0);
      for (let j = 0; j < TILE; j++) {
        const to = tile + <usize>j * ROW;
        const from = matrix + ((<usize>((top + j) * stride + left)) << 3);
        for (let k: usize = 0; k < ROW; k += 16) {
          const r = j < height ? v128.load(from + k) : f64x2.splat(0);
          v128.store(to + k, r);
          size = f64x2.max(size, f64x2.abs(r));
        }
      }
      const here = largestLane(size);
      largest = max(largest, here);
      const sum = sumLocalTile(
        here,
        0,
        tile,
        zeros,
        zeros,
        <usize>top / <usize>TILE,
        <usize>left / <usize>TILE,
      );
      total += left === top ? sum : 2.0 * sum;
    }
  }
  store<f64>(result, total);
  store<f64>(result, largest, 8);
}

function bothLanes(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}

/**
 * For each of `count` vectors w: Σ_jk ω_jω_k C(Q_jk + w_jw_k) with Q = WᵀW over `rank` rows of W, of which the first
 * `common` are those of the group before. The vectors stand one behind the other in `lasts`. `sizes` has room for the block sizes of all vectors and rows, `products` for rank + 1
 * vectors.
 */
function explainGroup(
  rows: usize,
  rank: i32,
  common: i32,
  lasts: usize,
  count: i32,
  bytes: usize,
  weights: usize,
  tile: usize,
  sizes: usize,
  products: usize,
  linear: usize,
  explained: usize,
): void {
  const blocks = bytes / ROW;
  keptRows = min(keptRows, common);
  if (screening && screens(rank, common)) {
    addScreened(rows, rank, lasts, count, bytes, weights, tile, linear, explained);
    return;
  }
  const lineOfSizes = blocks << 3;
  const rowSizes = sizes;
  const lastSizes = rowSizes + <usize>longest * lineOfSizes;
  const mostSizes = lastSizes + <usize>count * lineOfSizes;
  const bounds = mostSizes + lineOfSizes;
  const kept = keptRows;
  for (let i = kept; i < rank; i++)
    blockSizes(rows + <usize>i * bytes, blocks, rowSizes + <usize>i * lineOfSizes);
  for (let g = 0; g < count; g++)
    blockSizes(lasts + <usize>g * bytes, blocks, lastSizes + <usize>g * lineOfSizes);
  // Moments cost O(p·d³/6), the tiles' own sums O(p²) for each vector: many rows are summed tile by tile.
  const byMoments = rank * rank <= MOMENT_RANK * <i32>blocks;
  const known = byMoments ? 3 : 0;
  if (byMoments) lowMoments(rows, kept, rank, bytes, products, rowSums);
  for (let g = 0; g < count; g++) {
    let low = 0.0;
    if (byMoments) {
      addMoments(rows, rank, lasts + <usize>g * bytes, bytes, products);
      low = local ? firstSum() + secondSum() + thirdSum() : lowTerms(firstSum(), secondSum(), thirdSum());
    }
    store<f64>(explained + ((<usize>g) << 3), low);
  }

  const negligible = local ? negligibleBeyond(known) : byMoments ? negligibleBelow() : -1.0;
  const small = byMoments && !local && rank < MOST_IN_SINGLE ? smallUpTo() : -1.0;
  // Where one of the three is not made, the next group begins anew.
  keptRows = small > 0 || (local && byMoments) ? rank : 0;
  if (small > 0) scaleGroup(rows, kept, rank, lasts, count, bytes);
  largestSizes(lastSizes, count, lineOfSizes, mostSizes);
  for (let up: usize = 0; up < blocks; up++) {
    const top = up * ROW;
    boundTiles(rowSizes, rank, lineOfSizes, up, bounds);
    const most = load<f64>(mostSizes + (up << 3));
    for (let across = up; across < blocks; across++) {
      const left = across * ROW;
      let shared = load<f64>(bounds + (across << 3));
      if (shared + most * load<f64>(mostSizes + (across << 3)) <= negligible) continue;
      let formed = false;
      let formedSmall = false;
      let loose = shared;
      for (let g = 0; g < count; g++) {
        const last = lasts + <usize>g * bytes;
        const own = lastSizes + <usize>g * lineOfSizes;
        const added = load<f64>(own + (up << 3)) * load<f64>(own + (across << 3));
        if (loose + added <= negligible) continue;
        // What is surely no small tile need not be formed as one first.
        if (load<f64>(bounds + (across << 3)) + added <= SURELY_LARGE * small) {
          if (!formedSmall) {
            loose = min(loose, formSmallTile(rank, bytes, top, left) * (1.0 + SINGLE_ROUNDING));
            formedSmall = true;
            if (loose + added <= negligible) continue;
          }
          if (loose + added <= small) {
            const sum = sumSmallTile(g, bytes, top, left);
            const place = explained + ((<usize>g) << 3);
            store<f64>(place, load<f64>(place) + (across === up ? sum : 2.0 * sum));
            continue;
          }
        }
        if (!formed) {
          shared = gramTile(tile, rows, rank, bytes, top, left);
          formed = true;
          if (!(small > 0)) loose = shared;
          if (shared + added <= negligible) continue;
        }
        let sum = 0.0;
        if (local) sum = sumLocalTile(shared + added, known, tile, last + top, last + left, up, across);
        else {
          sum = sumTile(
            shared + added,
            tile,
            last + top,
            last + left,
            weights + top,
            weights + left,
            across === up,
          );
          if (!byMoments) sum += lowTile(tile, last + top, last + left, weights + top, weights + left);
        }
        const place = explained + ((<usize>g) << 3);
        store<f64>(place, load<f64>(place) + (across === up ? sum : 2.0 * sum));
      }
    }
  }
}

/**
 * |Q_jk| ≤ Σ_i |W_ij||W_ik| in the tiles of a row of tiles, from the one before the diagonal on where that has an odd number: where even
 * this is small enough, a tile need not be formed.
 */
function boundTiles(sizes: usize, rank: i32, line: usize, up: usize, to: usize): void {
  for (let k = (up & ~1) << 3; k < line; k += 16) {
    let bound = f64x2.splat(0);
    for (let own = sizes, end = sizes + <usize>rank * line; own < end; own += line)
      bound = f64x2.add(bound, f64x2.mul(v128.load64_splat(own + (up << 3)), v128.load(own + k)));
    v128.store(to + k, bound);
  }
}

/** The largest of `count` lines of sizes, place by place. */
function largestSizes(sizes: usize, count: i32, line: usize, to: usize): void {
  memory.copy(to, sizes, line);
  for (let own = sizes + line, end = sizes + <usize>count * line; own < end; own += line)
    for (let k: usize = 0; k < line; k += 8) store<f64>(to + k, max(load<f64>(to + k), load<f64>(own + k)));
}

/** The diagonal of WᵀW, which protocols that differ in their last action share. */
function sharedDiagonal(rows: usize, rank: i32, bytes: usize, to: usize): void {
  memory.fill(to, 0, bytes);
  for (let i = 0; i < rank; i++) {
    const row = rows + <usize>i * bytes;
    for (let k: usize = 0; k < bytes; k += 16) {
      const w = v128.load(row + k);
      v128.store(to + k, f64x2.add(v128.load(to + k), f64x2.mul(w, w)));
    }
  }
}

/** The largest diagonal entry of WᵀW plus w·wᵀ, which bounds all of its entries. */
function largestDiagonal(shared: usize, last: usize, bytes: usize): f64 {
  let largest = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) {
    const own = v128.load(last + k);
    largest = larger(largest, f64x2.add(v128.load(shared + k), f64x2.mul(own, own)));
  }
  return largestLane(largest);
}

let transformed: bool = false;
/** Whether the transform is that of each pair of times. */
let local: bool = false;
let screening: bool = false;
let cross: usize = 0;
let between: usize = 0;
let noise: usize = 0;
let means: usize = 0;
let actions: i32 = 0;
let bytes: usize = 0;
let longest: i32 = 0;
let rankTolerance: f64 = 0;
let factor: usize = 0;
let solved: usize = 0;
let pivotShares: usize = 0;
let rows: usize = 0;
/** Of how many rows sizes, moments and singles are there, from the groups before. */
let keptRows: i32 = 0;
/** For each number of first rows, the three sums of their moments. */
let rowSums: usize = 0;

/** The catalogue and the room to work in; stays in force for the next explainFamily. */
export function setCatalogue(
  newTransformed: bool,
  newLocal: bool,
  newScreening: bool,
  newCross: usize,
  newBetween: usize,
  newNoise: usize,
  newMeans: usize,
  newActions: i32,
  stride: i32,
  newLongest: i32,
  newRankTolerance: f64,
  newFactor: usize,
  newSolved: usize,
  newPivotShares: usize,
  newRows: usize,
  newRowSums: usize,
): void {
  transformed = newTransformed;
  local = newLocal;
  screening = newScreening;
  cross = newCross;
  between = newBetween;
  noise = newNoise;
  means = newMeans;
  actions = newActions;
  bytes = (<usize>stride) << 3;
  longest = newLongest;
  rankTolerance = newRankTolerance;
  factor = newFactor;
  solved = newSolved;
  pivotShares = newPivotShares;
  rows = newRows;
  rowSums = newRowSums;
  keptRows = 0;
}

/**
 * Row `position` of L, of L⁻¹A_SKω (`solved`) and of L⁻¹A_SK (to `target`) for the protocol `own`, whose earlier rows
 * are there. A pivot within the tolerance becomes 0 and the row with it: that action tells nothing new.
 */
function factorRow(own: usize, position: i32, target: usize): void {
  const action = load<i32>(own + ((<usize>position) << 2));
  const line = factor + ((<usize>(position * longest)) << 3);
  let mean = load<f64>(means + ((<usize>action) << 3));
  const variance =
    load<f64>(between + ((<usize>(action * actions + action)) << 3)) +
    load<f64>(noise + ((<usize>action) << 3));
  let left = variance;
  for (let other = 0; other < position; other++) {
    const otherLine = factor + ((<usize>(other * longest)) << 3);
    const pivot = load<f64>(otherLine + ((<usize>other) << 3));
    if (pivot === 0) {
      store<f64>(line + ((<usize>other) << 3), 0);
      continue;
    }
    const otherAction = load<i32>(own + ((<usize>other) << 2));
    let value = load<f64>(between + ((<usize>(action * actions + otherAction)) << 3));
    for (let k = 0; k < other; k++)
      value -= load<f64>(line + ((<usize>k) << 3)) * load<f64>(otherLine + ((<usize>k) << 3));
    value /= pivot;
    store<f64>(line + ((<usize>other) << 3), value);
    left -= value * value;
    mean -= value * load<f64>(solved + ((<usize>other) << 3));
  }
  store<f64>(pivotShares + ((<usize>position) << 3), left / variance);
  const useful = left > rankTolerance * variance;
  const root = useful ? sqrt(left) : 0;
  store<f64>(line + ((<usize>position) << 3), root);
  store<f64>(solved + ((<usize>position) << 3), useful ? mean / root : 0);
  if (!transformed) return;
  if (useful) recoveredRow(cross + <usize>action * bytes, line, position, 1.0 / root, target);
  else memory.fill(target, 0, bytes);
}

/** target ← (from − Σ_i l_i·W_i)·inverse over the first `count` rows, three at a time so that few passes are made. */
function recoveredRow(from: usize, line: usize, count: i32, inverse: f64, target: usize): void {
  const scale = f64x2.splat(inverse);
  let done = 0;
  for (; done + 3 <= count; done += 3) {
    const l0 = v128.load64_splat(line + ((<usize>done) << 3));
    const l1 = v128.load64_splat(line + ((<usize>done) << 3), 8);
    const l2 = v128.load64_splat(line + ((<usize>done) << 3), 16);
    const row0 = rows + <usize>done * bytes;
    const row1 = row0 + bytes;
    const row2 = row1 + bytes;
    for (let k: usize = 0; k < bytes; k += 16) {
      let sum = f64x2.sub(v128.load(from + k), f64x2.mul(l0, v128.load(row0 + k)));
      sum = f64x2.sub(sum, f64x2.mul(l1, v128.load(row1 + k)));
      v128.store(target + k, f64x2.sub(sum, f64x2.mul(l2, v128.load(row2 + k))));
    }
    from = target;
  }
  for (; done < count; done++) {
    const l = v128.load64_splat(line + ((<usize>done) << 3));
    const row = rows + <usize>done * bytes;
    for (let k: usize = 0; k < bytes; k += 16)
      v128.store(target + k, f64x2.sub(v128.load(from + k), f64x2.mul(l, v128.load(row + k))));
    from = target;
  }
  for (let k: usize = 0; k < bytes; k += 16) v128.store(target + k, f64x2.mul(v128.load(from + k), scale));
}

/** How many actions two protocols have in common at their beginnings. */
function commonBeginning(a: usize, lengthOfA: i32, b: usize, lengthOfB: i32): i32 {
  const most = min(lengthOfA, lengthOfB);
  let common = 0;
  while (common < most && load<i32>(a + ((<usize>common) << 2)) === load<i32>(b + ((<usize>common) << 2)))
    common++;
  return common;
}

/** Every protocol of a family; returns the largest |Q_jk| met. */
export function explainFamily(
  members: usize,
  starts: usize,
  count: i32,
  weights: usize,
  lasts: usize,
  tile: usize,
  sizes: usize,
  products: usize,
  linear: usize,
  explained: usize,
  ranks: usize,
  pivots: usize,
): f64 {
  if (screening) beginScreening(weights, bytes);
  if (local) setLocalMoments();
  else setMomentWeights(weights);
  if (transformed && !local) beginSmallTiles(weights, bytes);
  let largest = 0.0;
  let previous: usize = 0;
  let known = 0;
  let i = 0;
  while (i < count) {
    const begin = load<i32>(starts + ((<usize>i) << 2));
    const length = load<i32>(starts + ((<usize>(i + 1)) << 2)) - begin;
    const own = members + ((<usize>begin) << 2);
    if (length === 0) {
      store<f64>(linear + ((<usize>i) << 3), 0);
      store<f64>(explained + ((<usize>i) << 3), 0);
      store<i32>(ranks + ((<usize>i) << 2), 0);
      store<f64>(pivots + ((<usize>i) << 3), 1);
      i++;
      continue;
    }
    // The rows of all but the last action, those of the protocol before kept as far as it began alike.
    const before = length - 1;
    const common = commonBeginning(own, before, previous, known);
    for (let position = common; position < before; position++)
      factorRow(own, position, rows + <usize>position * bytes);
    previous = own;
    known = before;

    // Until the group is explained, the room for products is free.
    if (transformed) sharedDiagonal(rows, before, bytes, products);

    // This protocol and those behind it that differ in the last action only.
    let group = 0;
    do {
      const member = members + ((<usize>load<i32>(starts + ((<usize>(i + group)) << 2))) << 2);
      const last = lasts + <usize>group * bytes;
      factorRow(member, before, last);
      let sum = 0.0;
      let rank = 0;
      let smallest = 1.0;
      for (let k = 0; k < length; k++) {
        const value = load<f64>(solved + ((<usize>k) << 3));
        sum += value * value;
        smallest = min(smallest, load<f64>(pivotShares + ((<usize>k) << 3)));
        if (load<f64>(factor + ((<usize>(k * longest + k)) << 3)) !== 0) rank++;
      }
      store<f64>(linear + ((<usize>(i + group)) << 3), sum);
      store<f64>(pivots + ((<usize>(i + group)) << 3), smallest);
      store<i32>(ranks + ((<usize>(i + group)) << 2), rank);
      if (transformed) largest = max(largest, largestDiagonal(products, last, bytes));
      group++;
    } while (group < GROUP && continues(members, starts, i + group, count, own, length));
    if (transformed)
      explainGroup(
        rows,
        before,
        common,
        lasts,
        group,
        bytes,
        weights,
        tile,
        sizes,
        products,
        linear + ((<usize>i) << 3),
        explained + ((<usize>i) << 3),
      );
    i += group;
  }
  return largest;
}

/** Whether protocol i exists, is as long as `own` and differs from it in the last action at most. */
function continues(members: usize, starts: usize, i: i32, count: i32, own: usize, length: i32): bool {
  if (i >= count) return false;
  const begin = load<i32>(starts + ((<usize>i) << 2));
  if (load<i32>(starts + ((<usize>(i + 1)) << 2)) - begin !== length) return false;
  return commonBeginning(members + ((<usize>begin) << 2), length - 1, own, length - 1) === length - 1;
}
