import { square } from '../../numerics/elementary.ts';
import { longestProtocol } from '../../numerics/kernels/family-kernels.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix, zeros } from '../../numerics/matrix.ts';
import type { Target } from '../target.ts';
import type { LocalTransform } from '../transform/covariance-transform.ts';
import type { CatalogueInput } from './catalogue-input.ts';
import type { Family } from './protocol-family.ts';

/** low ≤ I_g(S) ≤ high for every protocol of a family. */
export interface ValueBounds {
  low: Float64Array;
  high: Float64Array;
}

/** With a pivot above this, the order of the actions costs no more than the last four digits. */
const DELICATE_PIVOT = 1e-8;
/** More than rounding does to a value with every pivot above that. */
const ROUNDING = 1e-9;

/**
 * Bounds on values that form no Q_S, so that a search for the largest value, or the largest error, computes in full only
 * those few that can be it. With C_g(r) = Σ c_k r^k, no c_k negative, F_g = Σ c_k s_k, and s_k = Σ_jl ω_jω_l Q_jl^k ≥ 0 by
 * Schur's theorem. As |Q_jl| ≤ q, the largest variance that the whole catalogue recovers together, s_k ≤ q^{k−2}·s_2. So
 *   c_1 s_1 + c_2 s_2 ≤ F_g ≤ c_1 s_1 + c_2 s_2 + (s_2/q²)·{C_g(q) − c_1 q − c_2 q²},
 * and s_1 and s_2 are sums over actions and pairs of them. Where readings all but repeat each other or a weight is negative the
 * bounds are 0 and 1. `variances` are V_g of the targets. O(n²p) once, O(d²) a protocol.
 */
export function valueBounder(
  input: CatalogueInput,
  targets: readonly Target[],
  variances: readonly number[],
  kernels: Kernels,
): (family: Family) => ValueBounds[] {
  const transformed = targets.some(({ table }) => table !== undefined);
  const q = transformed ? largestRecovered(input, kernels) : 0;
  let shared: Summer | undefined;
  const bounders = targets.map((target, t): { summers: Summer[]; shares: Shares } => {
    const variance = variances[t]!;
    if (target.local) return localBounder(input, target.local, q, variance, kernels);
    const positive = input.weights.every((weight) => weight >= 0);
    shared ??= positive ? powerSummer(input, input.weights, input.weights, kernels) : nothingKnown;
    const summers = [shared];
    if (!target.table) return { summers, shares: { first: 1 / variance, second: 0, rest: 0 } };
    const [c1 = 0, c2 = 0] = target.table.low;
    const rest = q === 0 ? 0 : Math.max(0, target.transform(q) - c1 * q - c2 * q * q) / (q * q);
    return { summers, shares: { first: c1 / variance, second: c2 / variance, rest: rest / variance } };
  });
  return (family) => {
    const known = new Map<Summer, PowerSums>();
    const sumsOf = (summer: Summer) => {
      const sums = known.get(summer) ?? summer(family);
      known.set(summer, sums);
      return sums;
    };
    return bounders.map(({ summers, shares: { first, second, rest } }) => {
      const { s1, s2 } = sumsOf(summers[0]!);
      const { s2: more } = sumsOf(summers.at(-1)!);
      const low = new Float64Array(s1.length);
      const high = new Float64Array(s1.length).fill(1);
      for (let i = 0; i < s1.length; i++) {
        if (Number.isNaN(s1[i])) continue;
        const least = first * s1[i]! + second * s2[i]!;
        low[i] = least - ROUNDING;
        high[i] = Math.min(1, least + rest * more[i]! + ROUNDING);
      }
      return { low, high };
    });
  };
}

interface Shares {
  first: number;
  second: number;
  /** Of s_2, or of the second summer's s_2. */
  rest: number;
}

/**
 * Where C differs between pairs of times, C_jl(r) = Σ b_n(j)b_n(l)r^n, term n has the weights ω_jb_n(j) of either sign, and is not
 * negative by the same theorem. With h_j = ω_j²·Σ_{n ≥ 3} b_n(j)²q^{n−2} = ω_j²·{C_jj(q) − b_1(j)²q − b_2(j)²q²}/q², by Cauchy
 * and Schwarz the terms from the third on are together at most Σ_jl √h_j√h_l Q_jl².
 */
function localBounder(
  input: CatalogueInput,
  { table, transform }: LocalTransform,
  q: number,
  variance: number,
  kernels: Kernels,
): { summers: Summer[]; shares: Shares } {
  const { weights } = input;
  const b = (n: number, j: number) => table.series[n * table.points + j] ?? 0;
  const first = weights.map((weight, j) => weight * b(1, j));
  const rest = weights.map((weight, j) => {
    if (q === 0 || weight === 0) return 0;
    const left = transform(j, j, q) - square(b(1, j)) * q - square(b(2, j) * q);
    return (Math.abs(weight) * Math.sqrt(Math.max(0, left))) / q;
  });
  const second = weights.map((weight, j) => weight * b(2, j));
  return {
    summers: [powerSummer(input, first, second, kernels), powerSummer(input, first, rest, kernels)],
    shares: { first: 1 / variance, second: 1 / variance, rest: 1 / variance },
  };
}

interface PowerSums {
  s1: Float64Array;
  s2: Float64Array;
}
type Summer = (family: Family) => PowerSums;

const nothingKnown: Summer = ({ starts }) => {
  const unknown = new Float64Array(starts.length - 1).fill(Number.NaN);
  return { s1: unknown, s2: unknown };
};

/**
 * s_1 = ωᵀQ_Sω and s_2 = Σ_jl ω_jω_l Q_S,jl² of every protocol, each with weights of its own; NaN where that is not to be had with all its digits. With
 * Q_S = WᵀW, the rows w_a of W one for each action, s_1 = Σ_a (ωᵀw_a)² and s_2 = Σ_ab (Σ_j ω_j W_aj W_bj)². All of it follows from
 * the actions' own such sums, and what a protocol has in common with the one before is not done again.
 */
function powerSummer(
  { cross, between, noise }: CatalogueInput,
  firstWeights: Float64Array,
  secondWeights: Float64Array,
  kernels: Kernels,
): Summer {
  const n = noise.length;
  const sums = rowSums(cross, firstWeights);
  const gram = weightedGram(cross, secondWeights, kernels).data;
  const variance = between.data;

  return ({ members, starts }) => {
    const protocols = starts.length - 1;
    const s1 = new Float64Array(protocols).fill(Number.NaN);
    const s2 = new Float64Array(protocols).fill(Number.NaN);
    const d = longestProtocol({ starts });
    // Of the rows so far: L of LLᵀ = A_SKA_Sᵀ + R_S, ωᵀw_a, Σ_j ω_j W_aj W_bj, and both sums after so many actions.
    const factor = new Float64Array(d * d);
    const explained = new Float64Array(d);
    const products = new Float64Array(d * d);
    const first = new Float64Array(d + 1);
    const second = new Float64Array(d + 1);
    const actions = new Int32Array(d);
    /** Σ_j ω_j G_aj W_bj of the action that comes next. */
    const beside = new Float64Array(d);
    let known = 0;
    for (let i = 0; i < protocols; i++) {
      const start = starts[i]!;
      const length = starts[i + 1]! - start;
      let depth = 0;
      while (depth < known && depth < length && actions[depth] === members[start + depth]) depth++;
      for (; depth < length; depth++) {
        const a = members[start + depth]!;
        const row = depth * d;
        const whole = variance[a * n + a]! + noise[a]!;
        let pivot = whole;
        let sum = sums[a]!;
        let repeated = false;
        for (let j = 0; j < depth; j++) {
          const b = actions[j]!;
          // The largest variance recovered is that of each action once.
          if (b === a) repeated = true;
          let covariance = variance[a * n + b]!;
          let product = gram[a * n + b]!;
          for (let k = 0; k < j; k++) {
            const entry = factor[j * d + k]!;
            covariance -= entry * factor[row + k]!;
            product -= entry * beside[k]!;
          }
          const entry = covariance / factor[j * d + j]!;
          factor[row + j] = entry;
          beside[j] = product / factor[j * d + j]!;
          pivot -= entry * entry;
          sum -= entry * explained[j]!;
        }
        if (repeated || !(pivot > DELICATE_PIVOT * whole)) break;
        const root = Math.sqrt(pivot);
        let square = gram[a * n + a]!;
        let added = 0;
        for (let j = 0; j < depth; j++) {
          let others = 0;
          for (let k = 0; k < depth; k++) others += factor[row + k]! * products[k * d + j]!;
          const product = (beside[j]! - others) / root;
          products[row + j] = products[j * d + depth] = product;
          added += 2 * product * product;
          square += factor[row + j]! * (others - 2 * beside[j]!);
        }
        square /= pivot;
        factor[row + depth] = root;
        explained[depth] = sum / root;
        products[row + depth] = square;
        first[depth + 1] = first[depth]! + (sum * sum) / pivot;
        second[depth + 1] = second[depth]! + added + square * square;
        actions[depth] = a;
      }
      known = depth;
      if (depth < length) continue;
      s1[i] = first[depth]!;
      s2[i] = second[depth]!;
    }
    return { s1, s2 };
  };
}

/** The largest variance of a point of the trajectory that all actions together recover: no protocol recovers more. */
function largestRecovered({ cross, between, noise }: CatalogueInput, kernels: Kernels): number {
  const { rows: n, cols: p } = cross;
  if (n === 0) return 0;
  const readings = copyMatrix(between);
  for (let a = 0; a < n; a++) readings.data[a * n + a]! += noise[a]!;
  const cholesky = kernels.cholesky(readings);
  if (!cholesky.ok) return 1;
  const { factor } = cholesky;
  for (let a = 0; a < n; a++)
    if (!(square(factor.data[a * n + a]!) > DELICATE_PIVOT * readings.data[a * n + a]!)) return 1;
  const { data } = kernels.solveLower(factor, cross);
  const recovered = new Float64Array(p);
  for (let a = 0; a < n; a++) for (let j = 0; j < p; j++) recovered[j]! += square(data[a * p + j]!);
  return Math.min(1, recovered.reduce((most, one) => Math.max(most, one)) * (1 + ROUNDING));
}

function rowSums({ rows, cols, data }: Matrix, weights: Float64Array): Float64Array {
  const sums = new Float64Array(rows);
  for (let a = 0; a < rows; a++) for (let j = 0; j < cols; j++) sums[a]! += weights[j]! * data[a * cols + j]!;
  return sums;
}

/** Σ_j ω_j G_aj G_bj. */
function weightedGram(cross: Matrix, weights: Float64Array, kernels: Kernels): Matrix {
  const scaled = (factors: Float64Array): Matrix => {
    const { rows, cols, data } = cross;
    const out = zeros(rows, cols);
    for (let a = 0; a < rows; a++)
      for (let j = 0; j < cols; j++) out.data[a * cols + j] = factors[j]! * data[a * cols + j]!;
    return out;
  };
  return weights.every((weight) => weight >= 0)
    ? kernels.gram(scaled(weights.map(Math.sqrt)))
    : kernels.multiply(scaled(weights), cross, 'right');
}
