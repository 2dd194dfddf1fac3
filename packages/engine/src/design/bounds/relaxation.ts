import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { isOver, type SearchLimit } from '../selection/search-limit.ts';

/**
 * How much k more actions can explain, with shares of actions allowed: action a taken with share z_a reads with noise r_a/z_a.
 * f(z) = tr B(M + R/z)⁻¹ is concave in z, since P(z) = (K⁻¹ + Σ z_aℓ_aℓ_aᵀ/r_a)⁻¹ is operator convex; at whole shares it is
 * what the actions explain. By concavity f(z) + max ∇f(z)·(z' − z) over all shares z' within the limits bounds every
 * protocol, whatever z is.
 */
export interface Relaxation {
  /** M_ab = ℓ_aᵀP_Sℓ_b for the open actions. */
  between: Matrix;
  /** r_a, all above 0. */
  noise: Float64Array;
  /** B: c with B = ccᵀ, or the matrix itself. */
  gain: Float64Array | Matrix;
  /** Limits Σ prices·z ≤ capacity; more than one where both number and cost are limited. */
  limits: readonly { prices: Float64Array; capacity: number }[];
}

interface RelaxedBound {
  /** Proved: no protocol explains more. */
  bound: number;
  /** f(z) at the shares found: the relaxation itself cannot bound below this. */
  reached: number;
  shares: Float64Array;
}

interface RelaxOptions {
  /** Stop when the bound is down to this (the part is done), or f(z) is above it (it cannot be done this way). */
  goal?: number;
  start?: Float64Array;
  most?: number;
  kernels?: Kernels;
  /** Ends it after any step: the bound so far is one. */
  limit?: SearchLimit;
}

/** The bound cannot come nearer to f than this share, so that it is not worth going on. */
const CLOSE = 1e-4;
/** Rounding in the bound must not prove what is not so. */
const SLACK = 1e-10;

export function relaxedBound(relaxation: Relaxation, options: RelaxOptions): RelaxedBound {
  const { goal, most = 60, kernels = defaultKernels(), limit: ends = {} } = options;
  const n = relaxation.noise.length;
  let shares = options.start ?? evenShares(relaxation);
  let bound = Number.POSITIVE_INFINITY;
  let reached = 0;
  for (let step = 0; step < most; step++) {
    const { value, gradient } = explainedAt(relaxation, shares, kernels);
    reached = value;
    let slack = Number.POSITIVE_INFINITY;
    for (const limit of relaxation.limits) slack = Math.min(slack, mostAlong(gradient, limit));
    let along = 0;
    for (let a = 0; a < n; a++) along += gradient[a]! * shares[a]!;
    const here = value + Math.max(0, slack - along);
    if (here < bound) bound = here;
    if (bound - value <= CLOSE * value) break;
    if (goal !== undefined && (bound <= goal || value > goal)) break;
    if (isOver(ends)) break;
    shares = multiplied(relaxation, shares, gradient);
  }
  return { bound: bound * (1 + SLACK), reached, shares };
}

function evenShares({ noise, limits }: Relaxation): Float64Array {
  let share = 1;
  for (const { prices, capacity } of limits)
    share = Math.min(
      share,
      capacity /
        Math.max(
          prices.reduce((a, b) => a + b, 0),
          Number.MIN_VALUE,
        ),
    );
  return new Float64Array(noise.length).fill(share);
}

/** f(z) and its gradient: ∂f/∂z_a = (TBTᵀ)_aa/r_a with T = I − M(M + R/z)⁻¹. */
function explainedAt(
  { between, noise, gain }: Relaxation,
  shares: Float64Array,
  kernels: Kernels,
): { value: number; gradient: Float64Array } {
  const n = noise.length;
  const roots = shares.map(Math.sqrt);
  // N = R + √z M √z has no division by a share of 0.
  const scaled = zeros(n, n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) scaled.data[a * n + b] = roots[a]! * between.data[a * n + b]! * roots[b]!;
    scaled.data[a * n + a]! += noise[a]!;
  }
  const cholesky = kernels.cholesky(scaled);
  if (!cholesky.ok) throw new RangeError('the residual covariance of a catalogue is not one');
  if (!('data' in gain)) {
    const right = zeros(n, 1);
    for (let a = 0; a < n; a++) right.data[a] = roots[a]! * gain[a]!;
    const solved = kernels.solveLowerTransposed(cholesky.factor, kernels.solveLower(cholesky.factor, right));
    const beta = solved.data.map((t, a) => t * roots[a]!);
    let value = 0;
    const gradient = new Float64Array(n);
    for (let a = 0; a < n; a++) {
      value += gain[a]! * beta[a]!;
      let left = gain[a]!;
      for (let b = 0; b < n; b++) left -= between.data[a * n + b]! * beta[b]!;
      gradient[a] = (left * left) / noise[a]!;
    }
    return { value, gradient };
  }
  // X = √z N⁻¹ √z, as YᵀY with Y = L⁻¹√z.
  const diagonal = zeros(n, n);
  for (let a = 0; a < n; a++) diagonal.data[a * n + a] = roots[a]!;
  const half = kernels.solveLower(cholesky.factor, diagonal);
  const x = kernels.crossGram(half);
  const t = kernels.multiply(between, x);
  for (let n2 = 0; n2 < t.data.length; n2++) t.data[n2] = -t.data[n2]!;
  for (let a = 0; a < n; a++) t.data[a * n + a]! += 1;
  const tb = kernels.multiply(t, gain);
  let value = 0;
  for (let k = 0; k < n * n; k++) value += x.data[k]! * gain.data[k]!;
  const gradient = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    let sum = 0;
    for (let b = 0; b < n; b++) sum += tb.data[a * n + b]! * t.data[a * n + b]!;
    gradient[a] = Math.max(0, sum) / noise[a]!;
  }
  return { value, gradient };
}

/** max g·z over 0 ≤ z ≤ 1 within one limit: the best per price first. */
function mostAlong(gradient: Float64Array, { prices, capacity }: Relaxation['limits'][number]): number {
  const order = Array.from(gradient, (_, a) => a).sort(
    (a, b) => gradient[b]! / prices[b]! - gradient[a]! / prices[a]!,
  );
  let left = capacity;
  let sum = 0;
  for (const a of order) {
    if (left <= 0) break;
    const share = Math.min(1, left / prices[a]!);
    sum += share * gradient[a]!;
    left -= share * prices[a]!;
  }
  return sum;
}

/**
 * The multiplicative step of optimal design: shares grow where the gradient per price is above the level μ that makes the
 * sum right, and shrink below. At the optimum the gradient per price is μ wherever the share lies between 0 and 1.
 */
function multiplied({ limits }: Relaxation, shares: Float64Array, gradient: Float64Array): Float64Array {
  const [{ prices, capacity }] = limits as [Relaxation['limits'][number]];
  const n = shares.length;
  const pull = Float64Array.from(gradient, (g, a) => shares[a]! * (g / prices[a]!));
  const total = (level: number) => {
    let sum = 0;
    for (let a = 0; a < n; a++) sum += prices[a]! * Math.min(1, pull[a]! * level);
    return sum;
  };
  let high = 1;
  let tries = 0;
  while (total(high) < capacity && tries++ < 60) high *= 4;
  let low = 0;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (total(middle) < capacity) low = middle;
    else high = middle;
  }
  return pull.map((value) => Math.min(1, value * low));
}
