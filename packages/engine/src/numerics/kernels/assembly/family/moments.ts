// Σ_jk ω_jω_k Q_jk^n for n = 1, 2, 3 of a matrix Q = WᵀW of low rank, without forming Q. With the moments
// m_a = Σ_j ω_j W_aj, m_ab = Σ_j ω_j W_aj W_bj and m_abc alike, the sums are Σ_a m_a², Σ_ab m_ab² and Σ_abc m_abc² over
// all ordered indices: O(p·d³/6) for all rows at once, O(p·d²/2) for one more row. Where the transform differs between pairs of
// times, each n has weights of its own.

/** Weights for n = 1, 2 and 3, all the same or not, and room for the second ones times a row. */
let firstWeights: usize = 0;
let secondWeights: usize = 0;
let thirdWeights: usize = 0;
let seconds: usize = 0;

/** One ω for all n. */
export function setMomentWeights(weights: usize): void {
  firstWeights = weights;
  secondWeights = weights;
  thirdWeights = weights;
}

/** Three vectors, one behind the other, and room for a fourth behind them. */
export function setMomentWeightsOfEach(weights: usize, bytes: usize): void {
  firstWeights = weights;
  secondWeights = weights + bytes;
  thirdWeights = weights + 2 * bytes;
  seconds = weights + 3 * bytes;
}

/** The three sums for the rows that are shared, which the moments of one more row are added to. */
let shared1: f64 = 0;
let shared2: f64 = 0;
let shared3: f64 = 0;
let added1: f64 = 0;
let added2: f64 = 0;
let added3: f64 = 0;

/**
 * Sums for the first `rank` rows, where those for the first `known` are there: to `sums`, three for each number of rows; `products` has
 * room for rank + 1 vectors.
 */
export function lowMoments(rows: usize, known: i32, rank: i32, bytes: usize, products: usize, sums: usize): void {
  if (known === 0) memory.fill(sums, 0, 24);
  let to = sums + 24 * <usize>known;
  for (let i = known; i < rank; i++) {
    momentsWith(rows, i, rows + <usize>i * bytes, bytes, products);
    store<f64>(to, load<f64>(to) + added1, 24);
    store<f64>(to, load<f64>(to, 8) + added2, 32);
    store<f64>(to, load<f64>(to, 16) + added3, 40);
    to += 24;
  }
  shared1 = load<f64>(to);
  shared2 = load<f64>(to, 8);
  shared3 = load<f64>(to, 16);
}

/** Makes the three sums for the rows of the last lowMoments and one more. */
export function addMoments(rows: usize, rank: i32, last: usize, bytes: usize, products: usize): void {
  momentsWith(rows, rank, last, bytes, products);
}
export function firstSum(): f64 {
  return shared1 + added1;
}
export function secondSum(): f64 {
  return shared2 + added2;
}
export function thirdSum(): f64 {
  return shared3 + added3;
}

/** What row `last` adds to the three sums: all index tuples that contain it, beside the first `rank` rows. */
function momentsWith(rows: usize, rank: i32, last: usize, bytes: usize, products: usize): void {
  if (secondWeights === thirdWeights) momentsWithOrders(true, rows, rank, last, bytes, products);
  else momentsWithOrders(false, rows, rank, last, bytes, products);
}

@inline
function momentsWithOrders(
  same: bool,
  rows: usize,
  rank: i32,
  last: usize,
  bytes: usize,
  products: usize,
): void {
  // products[0] = ω∘w, products[1 + b] = ω∘w∘W_b, with the weights for n = 3. Sums have two parts, that no addition waits for the one before.
  let first = f64x2.splat(0);
  let second = first;
  let third = first;
  let first2 = first;
  let second2 = first;
  let third2 = first;
  for (let k: usize = 0; k < bytes; k += 32) {
    const w = v128.load(last + k);
    const w2 = v128.load(last + k, 16);
    const once = f64x2.mul(v128.load(thirdWeights + k), w);
    const once2 = f64x2.mul(v128.load(thirdWeights + k, 16), w2);
    const twice = f64x2.mul(once, w);
    const twice2 = f64x2.mul(once2, w2);
    v128.store(products + k, once);
    v128.store(products + k, once2, 16);
    if (same) {
      first = f64x2.add(first, once);
      first2 = f64x2.add(first2, once2);
      second = f64x2.add(second, twice);
      second2 = f64x2.add(second2, twice2);
    } else {
      const own = f64x2.mul(v128.load(secondWeights + k), w);
      const own2 = f64x2.mul(v128.load(secondWeights + k, 16), w2);
      v128.store(seconds + k, own);
      v128.store(seconds + k, own2, 16);
      first = f64x2.add(first, f64x2.mul(v128.load(firstWeights + k), w));
      first2 = f64x2.add(first2, f64x2.mul(v128.load(firstWeights + k, 16), w2));
      second = f64x2.add(second, f64x2.mul(own, w));
      second2 = f64x2.add(second2, f64x2.mul(own2, w2));
    }
    third = f64x2.add(third, f64x2.mul(twice, w));
    third2 = f64x2.add(third2, f64x2.mul(twice2, w2));
  }
  first = f64x2.add(first, first2);
  second = f64x2.add(second, second2);
  third = f64x2.add(third, third2);
  const m1 = bothLanes(first);
  const m2 = bothLanes(second);
  const m3 = bothLanes(third);
  added1 = m1 * m1;
  added2 = m2 * m2;
  added3 = m3 * m3;
  for (let i = 0; i < rank; i++) {
    const row = rows + <usize>i * bytes;
    const product = products + <usize>(i + 1) * bytes;
    // (last, i) and (last, last, i); an index that stands apart can stand in two or three places.
    let pair = f64x2.splat(0);
    let pairAgain = pair;
    let pair2 = pair;
    let pairAgain2 = pair;
    for (let k: usize = 0; k < bytes; k += 32) {
      const own = v128.load(row + k);
      const own2 = v128.load(row + k, 16);
      const both = f64x2.mul(v128.load(products + k), own);
      const both2 = f64x2.mul(v128.load(products + k, 16), own2);
      v128.store(product + k, both);
      v128.store(product + k, both2, 16);
      pair = f64x2.add(pair, same ? both : f64x2.mul(v128.load(seconds + k), own));
      pair2 = f64x2.add(pair2, same ? both2 : f64x2.mul(v128.load(seconds + k, 16), own2));
      pairAgain = f64x2.add(pairAgain, f64x2.mul(both, v128.load(last + k)));
      pairAgain2 = f64x2.add(pairAgain2, f64x2.mul(both2, v128.load(last + k, 16)));
    }
    pair = f64x2.add(pair, pair2);
    pairAgain = f64x2.add(pairAgain, pairAgain2);
    const mPair = bothLanes(pair);
    const mPairAgain = bothLanes(pairAgain);
    added2 += 2.0 * mPair * mPair;
    added3 += 3.0 * mPairAgain * mPairAgain;
    for (let other = 0; other <= i; other++) {
      const otherRow = rows + <usize>other * bytes;
      let triple = f64x2.splat(0);
      let triple2 = triple;
      let triple3 = triple;
      let triple4 = triple;
      for (let k: usize = 0; k < bytes; k += 64) {
        triple = f64x2.add(triple, f64x2.mul(v128.load(product + k), v128.load(otherRow + k)));
        triple2 = f64x2.add(triple2, f64x2.mul(v128.load(product + k, 16), v128.load(otherRow + k, 16)));
        triple3 = f64x2.add(triple3, f64x2.mul(v128.load(product + k, 32), v128.load(otherRow + k, 32)));
        triple4 = f64x2.add(triple4, f64x2.mul(v128.load(product + k, 48), v128.load(otherRow + k, 48)));
      }
      const m = bothLanes(f64x2.add(f64x2.add(triple, triple2), f64x2.add(triple3, triple4)));
      added3 += (other === i ? 3.0 : 6.0) * m * m;
    }
  }
}

function bothLanes(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}
