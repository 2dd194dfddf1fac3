import { exp, log, square, tanh } from '../numerics/elementary.ts';
import { LAST_LIMIT, sumSeries, type TransformTable, transformTable } from '../numerics/transform-table.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import type { TargetSpec } from './target-spec.ts';
import { type HermiteOptions, hermiteSeries } from './transform/hermite-series.ts';
import { logisticSeries } from './transform/logistic-series.ts';
import { normalTail } from './transform/normal-tail.ts';
import { type ThresholdTransform, thresholdTransform } from './transform/threshold-transform.ts';

/** |C_g(r₂) − C_g(r₁)| ≤ L·|r₂ − r₁|^β (Proposition 'Regularity'). */
export interface Modulus {
  L: number;
  beta: number;
}

/** A target's g by everything that a value needs of it. */
export interface Target {
  readonly spec: TargetSpec | 'function';
  /** A short name for people, such as 'above 1.5'. */
  readonly name: string;
  /** E g(U). */
  readonly mean: number;
  /** C_g(1) = Var g(U). */
  readonly variance: number;
  /** a_1 = E{U·g(U)}: all of g that a linear predictor can use. */
  readonly firstCoefficient: number;
  /** At least the largest error of C_g on [-1, 1] from cutting a Hermite series; 0 for closed forms. */
  readonly truncation: number;
  /** C_g(r) for |r| ≤ 1. */
  transform(r: number): number;
  /** C_g'(r) for |r| ≤ 1; Infinity at ±1 for a threshold target where it is so. */
  derivative(r: number): number;
  /** On [-1, 1], or on [-range, range] with range below 1. */
  modulus(range?: number): Modulus;
  /** C_g for the kernels; undefined for the mean target, which needs no transform. */
  readonly table: TransformTable | undefined;
}

/** Thresholds beyond this are exceeded with a probability below 1e-23. */
const LARGEST_THRESHOLD = 10;
/** Nearer to 0 than this, a trajectory is all but always outside, and what is left of the variance loses its digits. */
const SMALLEST_OUTSIDE = 1e-3;
/** What the Hermite series of a logistic target may leave out, and the steepest slope that some 5000 terms do it for. */
const SERIES_TOLERANCE = 1e-11;
const STEEPEST_SLOPE = 20;
const FLATTEST_SLOPE = 1e-90;
/** From here on a logistic target is taken as a step less what is missing beside it. */
const STEEP_SLOPE = 2;

/** Prepares a target, or refuses its specification (InvalidInput, with paths below the target). */
export function target(spec: TargetSpec): Target {
  if (spec === 'mean') return { ...seriesTarget(spec, 'mean', [0, 1]), table: undefined };
  if ('above' in spec) return aboveTarget(spec);
  if ('outside' in spec) return outsideTarget(spec);
  if ('logistic' in spec) return logisticTarget(spec);
  // z² = 1 + √2·h_2.
  if ('square' in spec) return seriesTarget(spec, 'square', [1, 0, Math.SQRT2]);
  return hermiteTarget(spec);
}

/** Whether Θ is a multiple of the weighted mean, up to a constant: `mean`, or a series of nothing but H_1. */
export function isLinear({ spec }: Pick<Target, 'spec'>): boolean {
  if (spec === 'mean') return true;
  return typeof spec === 'object' && 'hermite' in spec && spec.hermite.slice(1).every((a) => a === 0);
}

/**
 * A target of any function g, as its Hermite series up to `terms`. `truncation` is at least the largest error of C_g. For g with
 * jumps it falls only like terms^{-1/2}, so prefer `above` and `outside` where they will do. Refuses g that the series cannot
 * stand for: see hermiteSeries.
 */
export function functionTarget(
  g: (z: number) => number,
  options: Partial<HermiteOptions> & { name?: string } = {},
): Target {
  const { name = 'function', terms = 256, ...rest } = options;
  const { coefficients, truncation } = hermiteSeries(g, { terms, ...rest });
  return { ...seriesTarget('function', name, coefficients), truncation };
}

function aboveTarget(spec: { above: number }): Target {
  const c = spec.above;
  refuse(thresholdProblems('above', c, -LARGEST_THRESHOLD));
  const g = thresholdTransform(c);
  const height = exp((-c * c) / 2);
  return {
    spec,
    name: `above ${c}`,
    mean: normalTail(c),
    variance: g.atOne,
    firstCoefficient: Math.sqrt(g.series[1]!),
    truncation: 0,
    transform: (r) => thresholdValue(g, r),
    derivative: g.derivative,
    // e^{−c²/2}/(2√2): the paper's bound, kept sharp for c ≠ 0 since e^{−c²/(1+r)} ≤ e^{−c²/2} on [-1, 1].
    modulus: (range = 1) => localOr(range, g.derivative, height / (2 * Math.SQRT2)),
    table: transformTable(g),
  };
}

function outsideTarget(spec: { outside: number }): Target {
  const c = spec.outside;
  refuse(thresholdProblems('outside', c, SMALLEST_OUTSIDE));
  const g = thresholdTransform(c);
  // C(r) = 2{G(r) + G(−r)}: four times the even terms of G.
  const series = g.series.map((value, k) => (k % 2 === 0 ? 4 * value : 0));
  const near = (u: number) => 2 * (g.nearOne(u) + g.nearMinusOne(u));
  // Odd, so that only arguments from 0 to 1 are asked about, where at 1 the first term alone is infinite.
  const derivative = (r: number) =>
    Math.sign(r) * 2 * (g.derivative(Math.abs(r)) - g.derivative(-Math.abs(r)));
  return {
    spec,
    name: `outside ${c}`,
    mean: 2 * normalTail(c),
    variance: near(0),
    firstCoefficient: 0,
    truncation: 0,
    transform: (r) => 2 * (thresholdValue(g, r) + thresholdValue(g, -r)),
    derivative,
    // C is even and rises with |r| at most twice as fast as G does.
    modulus: (range = 1) => localOr(range, derivative, exp((-c * c) / 2) / Math.SQRT2),
    table: transformTable({
      series,
      atOne: near(0),
      scale: g.atOne,
      ...(g.layer ? { layer: g.layer } : {}),
      nearOne: near,
      nearMinusOne: near,
    }),
  };
}

function logisticTarget(spec: { logistic: number }): Target {
  const slope = spec.logistic;
  const name = `logistic ${slope}`;
  const problem = (why: string, accepted: string): Problem => ({
    path: ['logistic'],
    value: slope,
    why,
    accepted,
  });
  if (!(Number.isFinite(slope) && slope !== 0))
    refuse([problem('the slope is not a number other than 0', 'a number other than 0, such as 2')]);
  if (Math.abs(slope) < FLATTEST_SLOPE)
    refuse([
      problem(
        'a slope this flat leaves the target no variance to compute in',
        `a slope of at least ${FLATTEST_SLOPE}, or mean, which it is close to`,
      ),
    ]);
  if (Math.abs(slope) > STEEPEST_SLOPE)
    refuse([
      problem(
        `a slope this steep needs more than 5000 Hermite terms for an error below ${SERIES_TOLERANCE}`,
        `a slope from -${STEEPEST_SLOPE} to ${STEEPEST_SLOPE}, or { above: 0 }, which it is close to`,
      ),
    ]);
  // g − ½ is odd, so its even coefficients vanish; taking the odd part says so exactly.
  const odd = (z: number) => tanh((slope * z) / 2) / 2;
  // The coefficients fall like e^{−(2π/|slope|)·√(2k)}: a first guess of how many are needed.
  const needed = square(log(SERIES_TOLERANCE) * slope) / (8 * square(Math.PI));
  for (let terms = Math.max(64, Math.ceil(1.5 * needed)); ; terms = Math.ceil(1.25 * terms)) {
    const { coefficients, truncation } =
      Math.abs(slope) < STEEP_SLOPE ? hermiteSeries(odd, { terms }) : logisticSeries(Math.abs(slope), terms);
    if (truncation > SERIES_TOLERANCE) continue;
    for (let k = 0; k < coefficients.length; k += 2) coefficients[k] = 0;
    // C_g is the same for both signs of the slope, and a_1 is not.
    if (slope <= -STEEP_SLOPE) for (let k = 1; k < coefficients.length; k += 2) coefficients[k]! *= -1;
    coefficients[0] = 0.5;
    return { ...seriesTarget(spec, name, coefficients), truncation };
  }
}

function hermiteTarget(spec: { hermite: readonly number[] }): Target {
  const { hermite } = spec;
  const problems: Problem[] = [];
  hermite.forEach((a, i) => {
    if (!Number.isFinite(a))
      problems.push({
        path: ['hermite', i],
        value: a,
        why: 'a coefficient is not a number',
        accepted: 'a number',
      });
  });
  if (problems.length === 0 && !hermite.some((a) => a !== 0))
    problems.push({
      path: ['hermite'],
      value: hermite,
      why: 'every coefficient is 0, so the target does not vary',
      accepted: 'at least one coefficient other than 0',
    });
  refuse(problems);
  // α_k = a_k/√k!, the factorial built up factor by factor.
  let root = 1;
  const coefficients = hermite.map((a, i) => {
    root *= Math.sqrt(i + 1);
    return a / root;
  });
  const vanished = hermite.findIndex((a, i) => a !== 0 && coefficients[i] === 0);
  if (vanished >= 0)
    refuse([
      {
        path: ['hermite', vanished],
        value: hermite[vanished],
        why: `divided by the root of ${vanished + 1}! this coefficient is 0`,
        accepted: 'coefficients of orders up to about 300',
      },
    ]);
  const variance = coefficients.reduce((sum, a) => sum + a * a, 0);
  if (!(variance > 1e-200 && variance < 1e200))
    refuse([
      {
        path: ['hermite'],
        value: hermite,
        why: `the target's variance would be ${variance}, which leaves no room to compute in`,
        accepted: 'coefficients nearer to 1: the value does not depend on their common factor',
      },
    ]);
  return seriesTarget(spec, `hermite [${hermite.join(', ')}]`, [0, ...coefficients]);
}

/** A target given by its normalised Hermite coefficients α_k: C(r) = Σ α_k² r^k. */
function seriesTarget(spec: Target['spec'], name: string, coefficients: ArrayLike<number>): Target {
  const series = Float64Array.from(coefficients, (a, k) => (k === 0 ? 0 : a * a));
  const variance = sumSeries(series, 1);
  const derivative = (r: number) => {
    let sum = 0;
    for (let k = series.length - 1; k >= 1; k--) sum = sum * r + k * series[k]!;
    return sum;
  };
  // Terms beyond 40/u² are below e^{−40} at 1 − u², and are not summed.
  const near = (u: number, sign: number) =>
    sumSeries(series.subarray(0, Math.ceil(Math.min(series.length, 40 / (u * u)))), sign * (1 - u * u));
  return {
    spec,
    name,
    mean: coefficients[0]!,
    variance,
    firstCoefficient: coefficients[1] ?? 0,
    truncation: 0,
    transform: (r) => sumSeries(series, r),
    derivative,
    // The coefficients are not negative: the steepest place of [-range, range] is its right end (eq. app-smooth-L).
    modulus: (range = 1) => ({ L: derivative(range), beta: 1 }),
    table: transformTable({
      series,
      atOne: variance,
      // The last digit of r is worth C'(1) of it.
      scale: Math.max(variance, derivative(1) / 8),
      nearOne: (u) => near(u, 1),
      nearMinusOne: (u) => near(u, -1),
    }),
  };
}

/** G(r), by its series up to |r| = 0.7 and by the Plackett integral beyond. */
function thresholdValue(g: ThresholdTransform, r: number): number {
  if (Math.abs(r) <= LAST_LIMIT) return sumSeries(g.series, r);
  return r > 0 ? g.nearOne(Math.sqrt(1 - r)) : g.nearMinusOne(Math.sqrt(1 + r));
}

/** β = ½ on the whole interval, β = 1 with the slope at the range's end inside (eq. app-threshold-local-L). */
function localOr(range: number, derivative: (r: number) => number, global: number): Modulus {
  return range < 1 ? { L: derivative(range), beta: 1 } : { L: global, beta: 0.5 };
}

function thresholdProblems(name: 'above' | 'outside', c: number, least: number): Problem[] {
  if (Number.isFinite(c) && c >= least && c <= LARGEST_THRESHOLD) return [];
  const inside = name === 'outside' && Math.abs(c) < least;
  return [
    {
      path: [name],
      value: c,
      why: inside
        ? `a trajectory is all but always further than ${Math.abs(c)} from 0, so the target hardly varies`
        : 'the threshold is not in the range of standardised values',
      accepted: `a number from ${least} to ${LARGEST_THRESHOLD}, in standard deviations from the mean`,
    },
  ];
}
