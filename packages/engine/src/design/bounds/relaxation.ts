import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { isOver, type SearchLimit } from '../selection/search-limit.ts';
import type { Division } from './own-variance.ts';
import { evenShares, mostAlong, multiplied, type ShareLimit } from './share-limits.ts';

/**
 * How much k more actions can explain, with shares of actions allowed: taken with share z_a an action reads with D_a/z_a in place
 * of D_a, what of its variance counts as its own (noise, and more: the perspective reformulation of best-subset selection).
 * f(z) = tr B(G + D/z)⁻¹ with G the rest, positive semidefinite, is concave in z, and at whole shares it is what the actions
 * explain. By concavity f(z) + max ∇f(z)·(z' − z) over all shares z' within the limits bounds every protocol, whatever z is.
 */
export interface Relaxation extends Division {
  /** B: c with B = ccᵀ, or the matrix itself. */
  gain: Float64Array | Matrix;
  /** More than one where both number and cost are limited. */
  limits: readonly ShareLimit[];
}

export interface RelaxedBound {
  /** Proved: no protocol explains more. */
  bound: number;
  /** f(z) at the shares found: the relaxation itself cannot bound below this. */
  reached: number;
  shares: Float64Array;
  /** −∂f/∂D, action by action: what more of it as its own would take off. */
  weights: Float64Array;
  /** Places that no protocol above the goal takes, and those that every one takes. */
  never: number[];
  always: number[];
}

interface RelaxOptions {
  /** Stop when the bound is down to this (the part is done). */
  goal?: number;
  start?: Float64Array;
  most?: number;
  kernels?: Kernels;
  /** Ends it after any step: the bound so far is one. */
  limit?: SearchLimit;
}

/** The bound cannot come nearer to f than this share, so that it is not worth going on. */
const CLOSE = 1e-4;
/** Nor where the goal lies below f: then this share of the way to it will do. */
const CLOSE_TO_GOAL = 0.3;
/** Rounding in the bound must not prove what is not so. */
const SLACK = 1e-10;

export function relaxedBound(relaxation: Relaxation, options: RelaxOptions): RelaxedBound {
  const {
    goal = Number.NEGATIVE_INFINITY,
    most = 60,
    kernels = defaultKernels(),
    limit: ends = {},
  } = options;
  const { limits, own } = relaxation;
  let shares = options.start ?? evenShares(limits[0]!);
  let bound = Number.POSITIVE_INFINITY;
  let settled: Pick<RelaxedBound, 'never' | 'always'> = { never: [], always: [] };
  for (let step = 1; ; step++) {
    const { value, gradient } = explainedAt(relaxation, shares, kernels);
    const along = gradient.reduce((sum, g, a) => sum + g * shares[a]!, 0);
    for (const limit of limits) {
      const { sum, taken, reversed } = mostAlong(gradient, limit);
      const here = (value + Math.max(0, sum - along)) * (1 + SLACK);
      if (here >= bound) continue;
      bound = here;
      const beyond = (a: number) => here - reversed[a]! * (1 - SLACK) <= goal;
      const places = [...taken.keys()].filter(beyond);
      settled = {
        never: places.filter((a) => taken[a] === 0),
        always: places.filter((a) => taken[a] === 1),
      };
    }
    const close = Math.max(
      CLOSE * value,
      value > goal && goal > Number.NEGATIVE_INFINITY ? CLOSE_TO_GOAL * (bound - goal) : 0,
    );
    if (step >= most || bound <= goal || bound - value <= close || isOver(ends)) {
      const weights = gradient.map((g, a) => (shares[a]! * (1 - shares[a]!) * g) / own[a]!);
      return { bound, reached: value, shares, weights, ...settled };
    }
    shares = multiplied(limits[0]!, shares, gradient);
  }
}

/** f(z) and its gradient: ∂f/∂z_a = (TBTᵀ)_aa/D_a with T = I − G(G + D/z)⁻¹. */
function explainedAt(
  { shared, own, gain }: Relaxation,
  shares: Float64Array,
  kernels: Kernels,
): { value: number; gradient: Float64Array } {
  const n = own.length;
  const roots = shares.map(Math.sqrt);
  // N = D + √z G √z has no division by a share of 0.
  const scaled = zeros(n, n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) scaled.data[a * n + b] = roots[a]! * shared.data[a * n + b]! * roots[b]!;
    scaled.data[a * n + a]! += own[a]!;
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
      for (let b = 0; b < n; b++) left -= shared.data[a * n + b]! * beta[b]!;
      gradient[a] = (left * left) / own[a]!;
    }
    return { value, gradient };
  }
  // X = √z N⁻¹ √z, as YᵀY with Y = L⁻¹√z.
  const diagonal = zeros(n, n);
  for (let a = 0; a < n; a++) diagonal.data[a * n + a] = roots[a]!;
  const half = kernels.solveLower(cholesky.factor, diagonal);
  const x = kernels.crossGram(half);
  const t = kernels.multiply(shared, x);
  for (let n2 = 0; n2 < t.data.length; n2++) t.data[n2] = -t.data[n2]!;
  for (let a = 0; a < n; a++) t.data[a * n + a]! += 1;
  const tb = kernels.multiply(t, gain);
  let value = 0;
  for (let k = 0; k < n * n; k++) value += x.data[k]! * gain.data[k]!;
  const gradient = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    let sum = 0;
    for (let b = 0; b < n; b++) sum += tb.data[a * n + b]! * t.data[a * n + b]!;
    gradient[a] = Math.max(0, sum) / own[a]!;
  }
  return { value, gradient };
}
