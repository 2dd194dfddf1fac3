const ITERATIONS: i32 = 120;

/** Where `evaluate` leaves Σ z²/(δ-τ) and Σ z²/(δ-τ)². */
const sums: usize = memory.data(16, 16);

/**
 * Root j of the secular equation 1/ρ + Σ_i z_i²/(d_i - λ) = 0, for d ascending and distinct, z_i² in `zz`, ρ > 0: the
 * eigenvalue of diag(d) + ρ·z·zᵀ in (d_j, d_{j+1}). `delta` receives d_i - λ, each with small relative error, because
 * the root is sought as a distance τ from the nearer pole: eigenvectors need these differences, not λ.
 *
 * R.-C. Li's "middle way" (LAPACK working note 89): the sums over the poles left and right of the root are each
 * replaced by s + r/(pole - τ) with the right value and slope, which gives a quadratic equation; quadratically
 * convergent, kept inside a shrinking bracket. O(k) a step, three to six steps. NaN if it does not converge.
 */
export function secularRoot(k: i32, j: i32, d: usize, zz: usize, rho: f64, delta: usize): f64 {
  const dj = at(d, j);
  if (k === 1) {
    const tau = rho * at(zz, 0);
    store<f64>(delta, -tau);
    return dj + tau;
  }
  const last = j === k - 1;
  // The two poles of the interpolation; behind the last one there is no other, so it takes the last two.
  const left = last ? k - 2 : j;
  const gap = at(d, left + 1) - at(d, left);
  const inverse = 1 / rho;

  let origin = j;
  let low: f64 = 0;
  let high: f64;
  const width = last ? rho * total(k, zz) : gap;
  shift(k, d, dj, delta);
  const middle = 0.5 * width;
  evaluate(0, left, zz, delta, middle);
  let far = inverse + load<f64>(sums);
  evaluate(left + 2, k, zz, delta, middle);
  far += load<f64>(sums);
  const near = at(zz, left) / (at(delta, left) - middle) + at(zz, left + 1) / (at(delta, left + 1) - middle);
  if (last) high = width;
  else if (far + near >= 0) high = middle;
  else {
    origin = j + 1;
    low = -middle;
    high = 0;
    shift(k, d, at(d, origin), delta);
  }

  let tau = estimate(far, gap, at(zz, left), at(zz, left + 1), origin === left, last);
  if (!(tau > low && tau < high)) tau = 0.5 * (low + high);
  for (let step = 0; step < ITERATIONS; step++) {
    evaluate(0, left + 1, zz, delta, tau);
    const psi = load<f64>(sums);
    const psiSlope = load<f64>(sums, 8);
    evaluate(left + 1, k, zz, delta, tau);
    const phi = load<f64>(sums);
    const phiSlope = load<f64>(sums, 8);
    const value = inverse + psi + phi;
    const rounding = 8 * (abs(psi) + abs(phi)) + inverse + abs(tau) * (psiSlope + phiSlope);
    if (abs(value) <= f64.EPSILON * rounding) return finish(k, d, origin, delta, tau);
    if (value < 0) low = max(low, tau);
    else high = min(high, tau);

    let next =
      tau + middleWay(value, psiSlope, phiSlope, at(delta, left) - tau, at(delta, left + 1) - tau, last);
    // Where the bracket still touches the pole the root may be smaller by many orders: divide rather than halve.
    if (!(next > low && next < high) || step % 24 === 23) {
      if (low === 0) next = high / 16;
      else if (high === 0) next = low / 16;
      else next = 0.5 * (low + high);
    }
    if (next === tau || high - low <= f64.EPSILON * abs(tau)) return finish(k, d, origin, delta, tau);
    tau = next;
  }
  return NaN;
}

function at(x: usize, i: i32): f64 {
  return load<f64>(x + ((<usize>i) << 3));
}

/** delta_i ← d_i - origin. */
function shift(k: i32, d: usize, origin: f64, delta: usize): void {
  for (let i = 0; i < k; i++) store<f64>(delta + ((<usize>i) << 3), at(d, i) - origin);
}

function finish(k: i32, d: usize, origin: i32, delta: usize, tau: f64): f64 {
  shift(k, delta, tau, delta);
  return at(d, origin) + tau;
}

function total(k: i32, zz: usize): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < k; i++) sum += at(zz, i);
  return sum;
}

function evaluate(from: i32, to: i32, zz: usize, delta: usize, tau: f64): void {
  let value = f64x2.splat(0);
  let slope = f64x2.splat(0);
  const t = f64x2.splat(tau);
  const one = f64x2.splat(1);
  let i = from;
  for (; i + 2 <= to; i += 2) {
    const offset = (<usize>i) << 3;
    const reciprocal = f64x2.div(one, f64x2.sub(v128.load(delta + offset), t));
    const term = f64x2.mul(v128.load(zz + offset), reciprocal);
    value = f64x2.add(value, term);
    slope = f64x2.add(slope, f64x2.mul(term, reciprocal));
  }
  let v = f64x2.extract_lane(value, 0) + f64x2.extract_lane(value, 1);
  let s = f64x2.extract_lane(slope, 0) + f64x2.extract_lane(slope, 1);
  if (i < to) {
    const reciprocal = 1 / (at(delta, i) - tau);
    const term = at(zz, i) * reciprocal;
    v += term;
    s += term * reciprocal;
  }
  store<f64>(sums, v);
  store<f64>(sums, s, 8);
}

/**
 * First τ: the root of far + l/(left - τ) + r/(right - τ) = 0 with the other poles' sum frozen, the origin at the left
 * pole (left = 0, right = gap) or at the right one (left = -gap, right = 0).
 */
function estimate(far: f64, gap: f64, l: f64, r: f64, originLeft: bool, last: bool): f64 {
  const pole = originLeft ? gap : -gap;
  // far·τ² - b·τ + c = 0
  const b = far * pole + l + r;
  const c = (originLeft ? l : r) * pole;
  const root = Math.sqrt(max(b * b - 4 * far * c, 0));
  if (last) return b < 0 ? (2 * c) / (b - root) : (b + root) / (2 * far);
  return b > 0 ? (2 * c) / (b + root) : (b - root) / (2 * far);
}

/** The step η of c·η² - a·η + b = 0 that stays between the poles (behind the last one: to its right). */
function middleWay(value: f64, psiSlope: f64, phiSlope: f64, left: f64, right: f64, last: bool): f64 {
  const c = value - left * psiSlope - right * phiSlope;
  const a = (left + right) * value - left * right * (psiSlope + phiSlope);
  const b = left * right * value;
  const root = Math.sqrt(max(a * a - 4 * b * c, 0));
  if (last) return a >= 0 ? (a + root) / (2 * abs(c)) : (2 * b) / (a - root);
  return a <= 0 ? (a - root) / (2 * c) : (2 * b) / (a + root);
}
