import type { Target, UniformTarget } from '../../model/target.ts';
import type { LocalTransform } from '../../model/transform/covariance-transform.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, someRows, zeros } from '../../numerics/matrix.ts';
import type { TransformTable } from '../../numerics/transform-table.ts';
import { meanGain, type Residual, tellsNothing } from './residual.ts';

/** Proved bounds on Δ_g(a | S) for some candidates, in their order. */
export interface GainBounds {
  low: Float64Array;
  high: Float64Array;
}

/** Rounding in the bounds must not prove what is not so. */
const SLACK = 1e-9;

/** The rows W of Q_S = WᵀW with one more action: v_{a|S}/√s. */
export function recoveredRows(rows: Matrix, residual: Residual, a: number): Matrix {
  const { cols: p, data } = residual.vectors;
  if (tellsNothing(residual, a)) return rows;
  const next = { rows: rows.rows + 1, cols: p, data: new Float64Array((rows.rows + 1) * p) };
  next.data.set(rows.data);
  const root = Math.sqrt(residual.variances[a]!);
  for (let j = 0; j < p; j++) next.data[rows.rows * p + j] = data[a * p + j]! / root;
  return next;
}

/**
 * Of C(r) = c₁r + c₂r² + c₃r³ + R(r) the gain in the first three terms has a closed form: with Q_S = WᵀW and u = v_{a|S}/√s the
 * sums over pairs of points factor into squares of sums over points. R has a power series without negative coefficients:
 * its part of the gain is at least 0 (by Schur's theorem) and at most Σωω|u_ju_k|·R'(m_jm_k), where m² is the diagonal of
 * Q_{S∪a}, which bounds its entries. R'(r)/r^e rises, so that R'(m_jm_k) ≤ R'(M)/M^e·(m_jm_k)^e with M the largest m². Where C
 * differs between pairs of times, term n has the weights ω_jb_n(j), and `localRest` bounds the rest. The mean target's gain is
 * exact. O(p·d²) a candidate, against O(p²) for the gain itself.
 */
export function gainBounds(
  target: Target,
  residual: Residual,
  rows: Matrix,
  candidates: readonly number[],
  kernels: Kernels = defaultKernels(),
): GainBounds {
  if (target.table === undefined) return asBounds(candidates, (_, a) => [meanGain(residual, a), 0]);
  const { weights, vectors, variances } = residual;
  const { c, byOrder, restOf } = target.local
    ? localOrders(target.local, weights)
    : uniformOrders(target, target.table, weights);
  const [c1, c2, c3] = c;
  const [, second, third] = byOrder;
  const p = vectors.cols;
  const d = rows.rows;
  const own = someRows(vectors, candidates);
  const squared = { ...own, data: own.data.map((v) => v * v) };
  const once = kernels.multiply(own, features(byOrder.slice(0, c3 > 0 ? 3 : c2 > 0 ? 2 : 1), rows), 'right');
  const twice = kernels.multiply(squared, features([second, third], rows), 'right');
  const diagonal = new Float64Array(p);
  for (let i = 0; i < d; i++) for (let j = 0; j < p; j++) diagonal[j]! += square(rows.data[i * p + j]!);
  const m2 = new Float64Array(p);

  return asBounds(candidates, (i, a) => {
    const s = variances[a]!;
    const linear = once.data.subarray(i * once.cols, (i + 1) * once.cols);
    const squares = twice.data.subarray(i * twice.cols, (i + 1) * twice.cols);
    let gain = (c1 * square(linear[0]!)) / s;
    if (c2 > 0) {
      let sum = square(squares[0]!) / s;
      for (let k = 1; k <= d; k++) sum += 2 * square(linear[k]!);
      gain += (c2 * sum) / s;
    }
    const v = vectors.data.subarray(a * p, (a + 1) * p);
    let cubes = 0;
    let largest = 0;
    for (let j = 0; j < p; j++) {
      const own = v[j]!;
      m2[j] = diagonal[j]! + (own * own) / s;
      if (m2[j]! > largest) largest = m2[j]!;
      cubes += third[j]! * own * own * own;
    }
    if (c3 > 0) {
      let sum = square(cubes) / (s * s);
      for (let k = 1; k <= d; k++) sum += (3 * square(squares[k]!)) / s;
      // Pairs i < l stand once among the features and count twice.
      let at = 1 + d;
      for (let k = 0; k < d; k++)
        for (let l = k; l < d; l++) sum += (k === l ? 3 : 6) * square(linear[at++]!);
      gain += (c3 * sum) / s;
    }
    return [gain, largest >= 1 ? Number.POSITIVE_INFINITY : restOf(v, m2, largest) / s];
  });

  /** The least and the most, with what rounding may do; nothing is bounded by what cannot be computed. */
  function asBounds(
    some: readonly number[],
    partsOf: (i: number, a: number) => readonly [number, number],
  ): GainBounds {
    const low = new Float64Array(some.length);
    const high = new Float64Array(some.length);
    some.forEach((a, i) => {
      if (tellsNothing(residual, a)) return;
      const [sure, more] = partsOf(i, a);
      const known = Number.isFinite(sure);
      low[i] = known ? Math.max(0, sure * (1 - SLACK) - 1e-15) : 0;
      high[i] = known ? (sure + more) * (1 + SLACK) + 1e-15 : Number.POSITIVE_INFINITY;
    });
    return { low, high };
  }
}

/** The first three terms of C and what is known of the others. */
interface Orders {
  /** Factors of the terms; 0 for one that is not there. */
  c: readonly [number, number, number];
  /** Weights of the points in each term. */
  byOrder: readonly [Float64Array, Float64Array, Float64Array];
  /** s times what the rest gains at most: v, the squares m² and their largest, below 1. */
  restOf(v: Float64Array, m2: Float64Array, largest: number): number;
}

function uniformOrders(
  { derivative }: UniformTarget,
  { low, parity }: TransformTable,
  weights: Float64Array,
): Orders {
  const [c1, c2, c3] = low as unknown as [number, number, number];
  const exponent = parity === 1 ? 4 : 3;
  return {
    c: [c1, c2, c3],
    byOrder: [weights, weights, weights],
    restOf(v, m2, largest) {
      let tail = 0;
      for (let j = 0; j < v.length; j++) {
        const own = m2[j]!;
        tail += weights[j]! * Math.abs(v[j]!) * (exponent === 4 ? own * own : own * Math.sqrt(own));
      }
      const slope = derivative(largest) - c1 - 2 * c2 * largest - 3 * c3 * square(largest);
      // The rest of a short series may be nothing but rounding.
      const power = largest * largest * largest * (exponent === 4 ? largest : 1);
      return (Math.max(0, slope) / power) * square(tail);
    },
  };
}

/**
 * C_jk(r) = Σ b_n(j)b_n(k)r^n: term n gains at most n·|u_ju_k|·(m_jm_k)^{n−1}·|λ_n(j)λ_n(k)| of a pair, λ_n = ω∘b_n of either sign, and
 * (m_jm_k)^{n−1} ≤ (m_jm_k)³M^{n−4}. By Cauchy and Schwarz over n ≥ 4 the rest gains at most (Σ_j √h_j |u_j| m_j³)² with
 * h_j = ω_j²·Σ_{n ≥ 4} n·b_n(j)²M^{n−4} = ω_j²·{C_jj'(M) − b_1² − 2b_2²M − 3b_3²M²}/M³.
 */
function localOrders({ table, derivative }: LocalTransform, weights: Float64Array): Orders {
  const b = (n: number, j: number) => table.series[n * table.points + j] ?? 0;
  const ofOrder = (n: number) => weights.map((weight, j) => weight * b(n, j));
  return {
    c: [1, 1, 1],
    byOrder: [ofOrder(1), ofOrder(2), ofOrder(3)],
    restOf(v, m2, largest) {
      let tail = 0;
      for (let j = 0; j < v.length; j++) {
        if (weights[j] === 0) continue;
        const three = square(b(1, j)) + 2 * square(b(2, j)) * largest + 3 * square(b(3, j) * largest);
        const rest = Math.max(0, derivative(j, j, largest) - three);
        tail += Math.abs(weights[j]! * v[j]!) * Math.sqrt(rest * m2[j]!) * m2[j]!;
      }
      return square(tail) / (largest * largest * largest);
    },
  };
}

/** ω of the first term, then ωw_i of the second, then ωw_iw_l with i ≤ l of the third, as far as weights are given. */
function features([first, second, third]: readonly Float64Array[], rows: Matrix): Matrix {
  const p = rows.cols;
  const d = rows.rows;
  const count = 1 + (second ? d : 0) + (third ? (d * (d + 1)) / 2 : 0);
  const out = zeros(count, p);
  out.data.set(first!);
  let at = 1;
  if (second)
    for (let i = 0; i < d; i++, at++)
      for (let j = 0; j < p; j++) out.data[at * p + j] = second[j]! * rows.data[i * p + j]!;
  if (third)
    for (let i = 0; i < d; i++)
      for (let l = i; l < d; l++, at++)
        for (let j = 0; j < p; j++)
          out.data[at * p + j] = third[j]! * rows.data[i * p + j]! * rows.data[l * p + j]!;
  return out;
}
