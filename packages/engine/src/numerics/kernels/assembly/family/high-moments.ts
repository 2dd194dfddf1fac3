// Σ_jk ω_jω_k L(Q_jk) of a matrix Q = WᵀW of low rank, for a polynomial L of the powers r² to r⁵ or r⁷, in single precision and
// without forming Q. As for the low terms, Σ_jk ω_jω_k Q_jk^n is the sum of n!/α!·m_α² over the exponents α of the rows,
// |α| = n, with the moments m_α = Σ_j ω_j Π_a W_aj^α_a. The products Π_a W_aj^α_a of the rows that protocols share are
// kept: O(p·d⁵/5!) or O(p·d⁷/7!) for one more row, instead of O(p²).

/** Four moments of each of two vectors, their squares' sums, and what comes of them. */
const sums: usize = memory.data(32, 16);
const squareSums: usize = memory.data(16, 16);
const results: usize = memory.data(16, 16);
/** The coefficient of each power in L, up to r⁷. */
const powers: usize = memory.data(8 * 8, 8);
/** For each degree below the highest, its first product; they have room for all rows. */
const lists: usize = memory.data(7 * 4, 4);

/** The highest power at hand. */
let highest: i32 = 0;
let weights: usize = 0;
let products: usize = 0;
let shares: usize = 0;
let exponents: usize = 0;
let last: usize = 0;
let sharedSums: usize = 0;
let counts: usize = 0;
let bytes: usize = 0;

/** How many products of one degree so many rows have. */
function productsOf(rows: i32, degree: i32): i32 {
  return load<i32>(counts + ((<usize>(rows * highest + degree)) << 2));
}

/** With one row more, a product is one of those without it or the row times one of a degree less. */
function countProducts(rows: i32): void {
  for (let row = 0; row <= rows; row++)
    for (let degree = 0; degree < highest; degree++) {
      const without = row === 0 ? 0 : productsOf(row - 1, degree);
      const count = degree === 0 ? 1 : row === 0 ? 0 : without + productsOf(row, degree - 1);
      store<i32>(counts + ((<usize>(row * highest + degree)) << 2), count);
    }
}

/**
 * L's highest power, its coefficients of r² to r⁷, and room: for the products of up to `rows` rows of degrees below that, for a share 1/α! and an
 * exponent of each, for the powers of two last vectors, for the sums of the first rows, and for how many
 * products of each degree the first rows have. `weights` are singles.
 */
export function setHighMoments(
  newHighest: i32,
  second: f64,
  third: f64,
  fourth: f64,
  fifth: f64,
  sixth: f64,
  seventh: f64,
  rows: i32,
  stride: i32,
  newWeights: usize,
  newProducts: usize,
  newShares: usize,
  newExponents: usize,
  newLast: usize,
  newSharedSums: usize,
  newCounts: usize,
): void {
  store<f64>(powers, second, 16);
  store<f64>(powers, third, 24);
  store<f64>(powers, fourth, 32);
  store<f64>(powers, fifth, 40);
  store<f64>(powers, sixth, 48);
  store<f64>(powers, seventh, 56);
  highest = newHighest;
  bytes = (<usize>stride) << 2;
  weights = newWeights;
  products = newProducts;
  shares = newShares;
  exponents = newExponents;
  last = newLast;
  sharedSums = newSharedSums;
  counts = newCounts;
  countProducts(rows);
  let first = 0;
  for (let degree = 0; degree < highest; degree++) {
    store<i32>(lists + ((<usize>degree) << 2), first);
    first += productsOf(rows, degree);
  }
  for (let k: usize = 0; k < bytes; k += 16) v128.store(products + k, f32x4.splat(1));
  store<f32>(shares, 1);
  store<i32>(exponents, 0);
  store<f64>(sharedSums, 0);
}

/**
 * Products of the first `rank` rows (singles), where those of the first `known` are there. Of each degree, those of the
 * first rows come first: row a times the beginning of the degree below.
 */
export function shareHighMoments(rows: usize, known: i32, rank: i32): void {
  for (let a = known; a < rank; a++) {
    const row = rows + <usize>a * bytes;
    highMomentsWith(a, row, 0);
    store<f64>(
      sharedSums + ((<usize>(a + 1)) << 3),
      load<f64>(sharedSums + ((<usize>a) << 3)) + load<f64>(results),
    );
    for (let degree = 1; degree < highest; degree++) {
      const below = load<i32>(lists + ((<usize>(degree - 1)) << 2));
      const own = load<i32>(lists + ((<usize>degree) << 2)) + productsOf(a, degree);
      // Those without this row come first, then those with it, whose exponent there grows by one.
      const without = productsOf(a, degree - 1);
      const count = productsOf(a + 1, degree - 1);
      for (let i = 0; i < count; i++) {
        multiply(products + <usize>(below + i) * bytes, row, products + <usize>(own + i) * bytes);
        const exponent = i < without ? 1 : load<i32>(exponents + ((<usize>(below + i)) << 2)) + 1;
        store<i32>(exponents + ((<usize>(own + i)) << 2), exponent);
        store<f32>(
          shares + ((<usize>(own + i)) << 2),
          load<f32>(shares + ((<usize>(below + i)) << 2)) / <f32>exponent,
        );
      }
    }
  }
}

/** Σ_jk ω_jω_k L(Q_jk + w_jw_k) for the rows of the last shareHighMoments and one more, added to the number at `to`. */
export function addHighMoments(rank: i32, w: usize, to: usize): void {
  highMomentsWith(rank, w, 0);
  store<f64>(to, load<f64>(to) + load<f64>(sharedSums + ((<usize>rank) << 3)) + load<f64>(results));
}

/** The same for w and the vector behind it, and the number at `to` and the one behind it: products are read once. */
export function addTwoHighMoments(rank: i32, w: usize, to: usize): void {
  highMomentsWith(rank, w, w + bytes);
  const shared = load<f64>(sharedSums + ((<usize>rank) << 3));
  store<f64>(to, load<f64>(to) + shared + load<f64>(results));
  store<f64>(to, load<f64>(to, 8) + shared + load<f64>(results, 8), 8);
}

/**
 * What one more row adds: all exponents in which it occurs, beside the first `rank` rows. To `results`; for another row
 * instead of it, unless that is 0, behind it.
 */
function highMomentsWith(rank: i32, w: usize, other: usize): void {
  const lastOther = last + <usize>highest * bytes;
  powersOf(w, last);
  if (other !== 0) powersOf(other, lastOther);
  let total = f64x2.splat(0);
  let factorial = 1.0;
  for (let n = 2; n <= highest; n++) {
    factorial *= <f64>n;
    const coefficient = load<f64>(powers + ((<usize>n) << 3));
    if (coefficient === 0) continue;
    let sum = f64x2.splat(0);
    let ownFactorial = 1.0;
    for (let e = 1; e <= n; e++) {
      ownFactorial *= <f64>e;
      const first = load<i32>(lists + ((<usize>(n - e)) << 2));
      const count = productsOf(rank, n - e);
      const offset = <usize>(e - 1) * bytes;
      squares(first, count, last + offset, other === 0 ? 0 : lastOther + offset);
      sum = f64x2.add(sum, f64x2.mul(v128.load(squareSums), f64x2.splat(1.0 / ownFactorial)));
    }
    total = f64x2.add(total, f64x2.mul(f64x2.splat(coefficient * factorial), sum));
  }
  v128.store(results, total);
}

/** ω∘w, ω∘w², … to the highest power. */
function powersOf(w: usize, to: usize): void {
  multiply(weights, w, to);
  for (let e = 1; e < highest; e++) multiply(to + <usize>(e - 1) * bytes, w, to + <usize>e * bytes);
}

/** L(r). */
export function highPowers(r: f64): f64 {
  let sum = 0.0;
  for (let n = highest; n >= 2; n--) sum = sum * r + load<f64>(powers + ((<usize>n) << 3));
  return sum * r * r;
}

function multiply(x: usize, y: usize, to: usize): void {
  const end = x + bytes;
  for (; x < end; x += 32) {
    v128.store(to, f32x4.mul(v128.load(x), v128.load(y)));
    v128.store(to, f32x4.mul(v128.load(x, 16), v128.load(y, 16)), 16);
    y += 32;
    to += 32;
  }
}

/**
 * Σ share·(product·v)² over `count` products, and the same for `other` unless it is 0: to `squareSums`. The products are
 * taken by fours, and what stands behind the last one is masked out, whatever it is.
 */
function squares(first: i32, count: i32, v: usize, other: usize): void {
  let sum = f32x4.splat(0);
  let otherSum = sum;
  const lanes = i32x4(0, 1, 2, 3);
  for (let i = 0; i < count; i += 4) {
    const product = products + <usize>(first + i) * bytes;
    const share = v128.load(shares + ((<usize>(first + i)) << 2));
    const wanted = i32x4.lt_s(lanes, i32x4.splat(count - i));
    if (other === 0) fourDots(product, v);
    else {
      fourDotsOfTwo(product, v, other);
      const dots = v128.load(sums, 16);
      otherSum = f32x4.add(otherSum, v128.and(wanted, f32x4.mul(share, f32x4.mul(dots, dots))));
    }
    const dots = v128.load(sums);
    sum = f32x4.add(sum, v128.and(wanted, f32x4.mul(share, f32x4.mul(dots, dots))));
  }
  store<f64>(squareSums, allLanes(sum));
  store<f64>(squareSums, allLanes(otherSum), 8);
}

function allLanes(x: v128): f64 {
  return (
    <f64>f32x4.extract_lane(x, 0) +
    <f64>f32x4.extract_lane(x, 1) +
    (<f64>f32x4.extract_lane(x, 2) + <f64>f32x4.extract_lane(x, 3))
  );
}

/** The sums of the lanes of four vectors. */
function laneSums(s0: v128, s1: v128, s2: v128, s3: v128): v128 {
  const t0 = f32x4.add(v128.shuffle<f32>(s0, s1, 0, 4, 1, 5), v128.shuffle<f32>(s0, s1, 2, 6, 3, 7));
  const t1 = f32x4.add(v128.shuffle<f32>(s2, s3, 0, 4, 1, 5), v128.shuffle<f32>(s2, s3, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(t0, t1, 0, 1, 4, 5), v128.shuffle<f32>(t0, t1, 2, 3, 6, 7));
}

/** The products of four neighbouring vectors with v: to `sums`. */
function fourDots(x: usize, v: usize): void {
  const b1 = bytes;
  const b2 = 2 * bytes;
  const b3 = 3 * bytes;
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  const end = x + bytes;
  for (; x < end; x += 16) {
    const y = v128.load(v);
    s0 = f32x4.add(s0, f32x4.mul(v128.load(x), y));
    s1 = f32x4.add(s1, f32x4.mul(v128.load(x + b1), y));
    s2 = f32x4.add(s2, f32x4.mul(v128.load(x + b2), y));
    s3 = f32x4.add(s3, f32x4.mul(v128.load(x + b3), y));
    v += 16;
  }
  v128.store(sums, laneSums(s0, s1, s2, s3));
}

/** The products of four neighbouring vectors with v and with another one: to `sums`, four and four. */
function fourDotsOfTwo(x: usize, v: usize, other: usize): void {
  const b1 = bytes;
  const b2 = 2 * bytes;
  const b3 = 3 * bytes;
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  let t0 = s0;
  let t1 = s0;
  let t2 = s0;
  let t3 = s0;
  const end = x + bytes;
  const toOther = other - v;
  for (; x < end; x += 16) {
    const y = v128.load(v);
    const z = v128.load(v + toOther);
    let own = v128.load(x);
    s0 = f32x4.add(s0, f32x4.mul(own, y));
    t0 = f32x4.add(t0, f32x4.mul(own, z));
    own = v128.load(x + b1);
    s1 = f32x4.add(s1, f32x4.mul(own, y));
    t1 = f32x4.add(t1, f32x4.mul(own, z));
    own = v128.load(x + b2);
    s2 = f32x4.add(s2, f32x4.mul(own, y));
    t2 = f32x4.add(t2, f32x4.mul(own, z));
    own = v128.load(x + b3);
    s3 = f32x4.add(s3, f32x4.mul(own, y));
    t3 = f32x4.add(t3, f32x4.mul(own, z));
    v += 16;
  }
  v128.store(sums, laneSums(s0, s1, s2, s3));
  v128.store(sums, laneSums(t0, t1, t2, t3), 16);
}
