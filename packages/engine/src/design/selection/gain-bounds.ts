import type { Target } from '../../model/target.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
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
 * Q_{S∪a}, which bounds its entries. R'(r)/r^e rises, so that R'(m_jm_k) ≤ R'(M)/M^e·(m_jm_k)^e with M the largest m². The mean
 * target's gain is exact. O(p·d²) a candidate, against O(p²) for the gain itself.
 */
export function gainBounds(
  target: Target,
  residual: Residual,
  rows: Matrix,
  candidates: readonly number[],
  kernels: Kernels = defaultKernels(),
): GainBounds {
  const { table } = target;
  if (table === undefined) return asBounds(candidates, (_, a) => [meanGain(residual, a), 0]);
  // The values themselves decide where the transform differs between pairs of times.
  if (target.local) return asBounds(candidates, () => [0, Number.POSITIVE_INFINITY]);
  const { low, parity } = target.table!;
  const [c1, c2, c3] = low as unknown as [number, number, number];
  const { weights, vectors, variances } = residual;
  const p = vectors.cols;
  const d = rows.rows;
  const powers = powersOf(vectors, candidates);
  const single = features(weights, rows, 1);
  const once = kernels.multiply(powers[0]!, features(weights, rows, c3 > 0 ? 2 : c2 > 0 ? 1 : 0), 'right');
  const twice = kernels.multiply(powers[1]!, single, 'right');
  const diagonal = new Float64Array(p);
  for (let i = 0; i < d; i++) for (let j = 0; j < p; j++) diagonal[j]! += square(rows.data[i * p + j]!);
  const exponent = parity === 1 ? 4 : 3;

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
    let cubes = 0;
    let tail = 0;
    let largest = 0;
    for (let j = 0; j < p; j++) {
      const v = vectors.data[a * p + j]!;
      const weight = weights[j]! * Math.abs(v);
      const m2 = diagonal[j]! + (v * v) / s;
      if (m2 > largest) largest = m2;
      cubes += weights[j]! * v * v * v;
      tail += weight * (exponent === 4 ? m2 * m2 : m2 * Math.sqrt(m2));
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
    if (largest >= 1) return [gain, Number.POSITIVE_INFINITY];
    const slope = target.derivative(largest) - c1 - 2 * c2 * largest - 3 * c3 * square(largest);
    // The rest of a short series may be nothing but rounding.
    const power = largest * largest * largest * (exponent === 4 ? largest : 1);
    return [gain, (Math.max(0, slope) / power) * (square(tail) / s)];
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

/** The candidates' v, and v². */
function powersOf({ cols: p, data }: Matrix, candidates: readonly number[]): [Matrix, Matrix] {
  const first = zeros(candidates.length, p);
  candidates.forEach((a, i) => {
    first.data.set(data.subarray(a * p, (a + 1) * p), i * p);
  });
  return [first, { ...first, data: first.data.map((v) => v * v) }];
}

/** ω, then ωw_i, then ωw_iw_l with i ≤ l, as far as the order goes. */
function features(weights: Float64Array, rows: Matrix, order: 0 | 1 | 2): Matrix {
  const p = weights.length;
  const d = rows.rows;
  const count = 1 + (order > 0 ? d : 0) + (order > 1 ? (d * (d + 1)) / 2 : 0);
  const out = zeros(count, p);
  out.data.set(weights);
  let at = 1;
  if (order > 0)
    for (let i = 0; i < d; i++, at++)
      for (let j = 0; j < p; j++) out.data[at * p + j] = weights[j]! * rows.data[i * p + j]!;
  if (order > 1)
    for (let i = 0; i < d; i++)
      for (let l = i; l < d; l++, at++)
        for (let j = 0; j < p; j++)
          out.data[at * p + j] = weights[j]! * rows.data[i * p + j]! * rows.data[l * p + j]!;
  return out;
}
