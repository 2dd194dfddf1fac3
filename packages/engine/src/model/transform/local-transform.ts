import { scaledErfc } from '../../numerics/elementary/scaled-erfc.ts';
import { exp, square } from '../../numerics/elementary.ts';
import { type LocalTable, localTransform, type Step } from '../../numerics/local-table.ts';
import { LAST_LIMIT } from '../../numerics/transform-table.ts';
import type { LocalTransform, Modulus } from './covariance-transform.ts';
import { normalDensity, shareBetween } from './normal-tail.ts';
import { STEP_TERMS, thresholdModulus } from './threshold-transform.ts';

/** sign·1{z > level_j} at time j; the level may be infinite. */
export interface LocalStep {
  sign: 1 | -1;
  levels: Float64Array;
}

/**
 * g_j is 1{z > c_j}, 1{z < c_j}, which is −1{z > c_j} but for a constant, or the difference of two steps, the lower one first. O(p·terms).
 */
export function localSteps(given: readonly LocalStep[]): LocalTransform {
  const steps = given.map(withTails);
  const [first, second] = steps as [Step, Step?];
  const points = first.levels.length;
  const series = new Float64Array((STEP_TERMS + 1) * points);
  for (const { sign, levels } of steps) addStep(series, sign, levels);
  const means = second
    ? first.levels.map((low, j) => shareBetween(low, second.levels[j]!, upperTail))
    : first.sign > 0
      ? first.above
      : first.below;
  const variances = means.map((own, j) =>
    second ? own * (first.below[j]! + second.above[j]!) : first.above[j]! * first.below[j]!,
  );
  // Plackett's identity, for each pair of steps.
  const derivative = (j: number, k: number, r: number) => {
    let sum = 0;
    for (const one of steps)
      for (const other of steps) sum += one.sign * other.sign * plackett(one.levels[j]!, other.levels[k]!, r);
    return sum;
  };
  const table: LocalTable = { points, series, terms: STEP_TERMS, limit: LAST_LIMIT, steps, variances };
  return {
    ...commonParts(table, means),
    derivative,
    modulus: (range) =>
      steepest(points, (j) =>
        thresholdModulus(
          steps.map(({ levels }) => levels[j]!),
          (r) => derivative(j, j, r),
          range,
        ),
      ),
  };
}

/**
 * g_j(z) = e^{m_j + s_j z}: b_n(j) = e^{m_j + s_j²/2}·s_j^n/√n! and C_jk(r) = E g_j·E g_k·(e^{s_j s_k r} − 1). The series is for
 * every r, with as many terms as the largest s asks for.
 */
export function localExponentials(mean: Float64Array, scale: Float64Array): LocalTransform {
  const points = mean.length;
  const means = mean.map((m, j) => exp(m + square(scale[j]!) / 2));
  const widest = scale.reduce((most, s) => Math.max(most, s), 0);
  const terms = exponentialTerms(square(widest));
  const series = new Float64Array((terms + 1) * points);
  const power = means.slice();
  for (let n = 1; n <= terms; n++)
    for (let j = 0; j < points; j++) {
      power[j]! *= scale[j]! / Math.sqrt(n);
      series[n * points + j] = power[j]!;
    }
  const variances = means.map((own, j) => square(own) * expMinusOne(square(scale[j]!)));
  const derivative = (j: number, k: number, r: number) => {
    const product = scale[j]! * scale[k]!;
    return means[j]! * means[k]! * product * exp(product * r);
  };
  const table: LocalTable = { points, series, terms, limit: 1, steps: [], variances };
  return {
    ...commonParts(table, means),
    derivative,
    modulus: (range = 1) => steepest(points, (j) => ({ L: derivative(j, j, range), beta: 1 })),
  };
}

function commonParts(table: LocalTable, means: Float64Array): Omit<LocalTransform, 'derivative' | 'modulus'> {
  const { points, series, variances } = table;
  return {
    means,
    variances,
    firstCoefficients: series.slice(points, 2 * points),
    transform: (j, k, r) => localTransform(table, j, k, r),
    table,
  };
}

function steepest(points: number, of: (j: number) => Modulus): Modulus {
  let { L, beta } = of(0);
  for (let j = 1; j < points; j++) L = Math.max(L, of(j).L);
  return { L, beta };
}

/** After so many terms of e^x nothing is left of them beside e^x, 0 ≤ x. */
function exponentialTerms(x: number): number {
  let terms = 1;
  for (let term = x, whole = 1 + x; term > 1e-17 * whole || terms < x; whole += term) {
    terms++;
    term *= x / terms;
  }
  return terms;
}

/** e^x − 1 for x ≥ 0 without cancellation. */
function expMinusOne(x: number): number {
  if (x > 0.5) return exp(x) - 1;
  let sum = 0;
  for (let n = 18; n >= 1; n--) sum = (x / n) * (1 + sum);
  return sum;
}

/** φ at 20 is 1e-88: a level that far away is never crossed. Infinite ones are no numbers to compute with. */
const NEVER_CROSSED = 20;

function withTails({ sign, levels: given }: LocalStep): Step {
  const levels = given.map((c) => Math.max(-NEVER_CROSSED, Math.min(NEVER_CROSSED, c)));
  return { sign, levels, above: levels.map(upperTail), below: levels.map((c) => upperTail(-c)) };
}

/** P(U > c) with all its digits; as `normalTail`, for many levels at a time. */
function upperTail(c: number): number {
  if (c < 0) return 1 - upperTail(-c);
  return c >= NEVER_CROSSED ? 0 : 0.5 * exp(-0.5 * square(c)) * scaledErfc(c * Math.SQRT1_2);
}

const roots = Float64Array.from({ length: STEP_TERMS + 1 }, (_, n) => Math.sqrt(n));

/** b_n = φ(c)·h_{n−1}(c)/√n of 1{U > c}, with the normalised h_n = He_n/√n!. */
function addStep(series: Float64Array, sign: number, levels: Float64Array): void {
  const points = levels.length;
  levels.forEach((c, j) => {
    if (Math.abs(c) >= NEVER_CROSSED) return;
    let h = sign * normalDensity(c);
    let previous = 0;
    for (let n = 1; n <= STEP_TERMS; n++) {
      series[n * points + j]! += h / roots[n]!;
      const next = (c * h - roots[n - 1]! * previous) / roots[n]!;
      previous = h;
      h = next;
    }
  });
}

/** ∂/∂r of the covariance of 1{U > c} and 1{V > d}: the density of both at (c, d). */
function plackett(c: number, d: number, r: number): number {
  const over = (top: number, below: number) => (top === 0 ? 0 : square(top) / (4 * below));
  const density = exp(-(over(c + d, 1 + r) + over(c - d, 1 - r)));
  return density === 0 ? 0 : density / (2 * Math.PI * Math.sqrt((1 - r) * (1 + r)));
}
