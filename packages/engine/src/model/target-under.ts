import { exp, log, square } from '../numerics/elementary.ts';
import { listed } from './input/expectation.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import { shortNumber } from './input/short-number.ts';
import {
  type DataScale,
  emptyRangeProblems,
  type Target,
  type TargetSpec,
  target,
  targetKindOf,
  targetName,
} from './target.ts';
import { TARGETS } from './targets/index.ts';
import { localExponentials, localSteps } from './transform/local-transform.ts';
import { seriesTransform } from './transform/series-transform.ts';
import { LARGEST_THRESHOLD } from './transform/threshold-transform.ts';

/** Beyond, e^{s²} of a lognormal target leaves no digits to anything else. */
const WIDEST_LOG = 8;

/**
 * Prepares a target in the unit of the data under a law with a mean and a scale, or refuses it (InvalidInput, with paths below the
 * target). A threshold c is (T(c) − m_j)/s_j at time j: where these are all the same the target is the ordinary one, otherwise its
 * transform differs between pairs of times (`local`). The mean stays linear, its weights are in the law's scale; with 'log' it is the
 * mean of e^{m_j + s_j Z_j}.
 *
 * @example
 * ```ts
 * import { targetUnder } from '@sightline/engine';
 *
 * // The share of time above 140 where the data have mean 120 and standard deviation 20 at all times.
 * const law = { mean: new Float64Array(4).fill(120), scale: new Float64Array(4).fill(20) };
 * console.log(targetUnder({ above: 140 }, law).name); // → above 140
 * ```
 */
export function targetUnder(spec: TargetSpec, law: DataScale): Target {
  const { mean, scale, transform = 'none' } = law;
  const p = mean.length;
  if (scale.length !== p || !scale.every((s) => s > 0 && Number.isFinite(s)) || !mean.every(Number.isFinite))
    throw new RangeError(`${p} means and ${scale.length} scales above 0 do not fit together`);
  const { kind, value } = targetKindOf(spec);
  const head = { spec, name: targetName(spec), under: { mean, scale, transform } };
  if (kind.name === 'mean') {
    if (transform === 'none') return { ...target(spec), ...head, means: mean };
    refuse(exponentialProblems(law));
    if (isConstant(mean) && isConstant(scale))
      return { ...exponentialTarget(mean[0]!, scale[0]!), ...head, nonlinear: true };
    const local = localExponentials(mean, scale);
    return { ...head, local, table: local.table };
  }
  refuse(dataTargetProblems(spec));
  const given = kind.steps!(value);
  const levelsOf = (level: number) => {
    const told = transform === 'log' ? (level > 0 ? log(level) : Number.NEGATIVE_INFINITY) : level;
    return mean.map((m, j) => (told - m) / scale[j]!);
  };
  const steps = given.map(({ sign, level }) => ({ sign, levels: levelsOf(level) }));
  refuse(constantProblems(spec, steps, law));
  const same = steps.every(({ levels }) => isConstant(levels) && Math.abs(levels[0]!) <= LARGEST_THRESHOLD);
  if (same) {
    const levels = steps.map((step) => step.levels[0]!);
    const standardised = { [kind.name]: kind.parameter.type === 'range' ? levels : levels[0] } as TargetSpec;
    return { ...target(standardised), ...head };
  }
  const local = localSteps(steps);
  return { ...head, local, table: local.table };
}

/** What keeps a target from being asked for in the unit of the data, whatever the law. Paths are below the target. */
export function dataTargetProblems(spec: TargetSpec): Problem[] {
  const { kind, value } = targetKindOf(spec);
  if (kind.name === 'mean') return [];
  if (!kind.steps) return [standardisedOnly(spec)];
  return [...notNumbers(spec, kind.steps(value)), ...emptyRangeProblems(spec)];
}

/** E Θ = Σ_j ω_j E g_j(Z_j). */
export function targetMean(prepared: Target, weights: Float64Array): number {
  let sum = 0;
  weights.forEach((weight, j) => {
    const own = prepared.local ? prepared.local.means[j]! : (prepared.means?.[j] ?? prepared.mean);
    sum += weight * own;
  });
  return sum;
}

const isConstant = (values: Float64Array) => values.every((value) => value === values[0]);

/** e^{m + sz} for all times: α_k = e^{m + s²/2}·s^k/√k!. */
function exponentialTarget(m: number, s: number) {
  const { series, terms, points } = localExponentials(Float64Array.of(m), Float64Array.of(s)).table;
  return seriesTransform([
    exp(m + square(s) / 2),
    ...Array.from({ length: terms }, (_, n) => series[(n + 1) * points]!),
  ]);
}

function standardisedOnly(spec: TargetSpec): Problem {
  const { kind } = targetKindOf(spec);
  const others = TARGETS.filter((one) => one.steps || one.name === 'mean').map(({ name }) => name);
  return {
    path: [kind.name],
    value: spec,
    why: `'${kind.name}' is for standardised laws: in the unit of the data it would be another target at each time`,
    accepted: `${listed(others, ' or ')}, or a standardised law`,
  };
}

function notNumbers(spec: TargetSpec, steps: readonly { level: number }[]): Problem[] {
  const { kind, value } = targetKindOf(spec);
  if (steps.every(({ level }) => Number.isFinite(level))) return [];
  return [
    {
      path: [kind.name],
      value,
      why: 'a level is not a number',
      accepted: 'a number in the unit of the data',
    },
  ];
}

/** What is wrong with levels that the quantity is always on the same side of. A time at which that is so is none. */
function constantProblems(
  spec: TargetSpec,
  steps: readonly { levels: Float64Array }[],
  { mean, scale, transform }: DataScale,
): Problem[] {
  const { kind, value } = targetKindOf(spec);
  const varies = mean.some((_, j) => {
    const levels = steps.map((step) => step.levels[j]!);
    const crossed = levels.some((c) => Math.abs(c) <= LARGEST_THRESHOLD);
    const narrowest = kind.parameter.type === 'range' ? kind.parameter.narrowest.at : 0;
    return crossed && (levels.length === 1 || levels[1]! - levels[0]! >= narrowest - 1e-12);
  });
  if (varies) return [];
  const range = (of: Float64Array) => {
    const [least, most] = [of.reduce((a, b) => Math.min(a, b)), of.reduce((a, b) => Math.max(a, b))];
    return least === most ? shortNumber(least) : `${shortNumber(least)} to ${shortNumber(most)}`;
  };
  const what = transform === 'log' ? 'the logarithm of the quantity' : 'the quantity';
  return [
    {
      path: [kind.name],
      value,
      why: `the target hardly varies at any time: ${what} has mean ${range(mean)} and standard deviation ${range(scale)}`,
      accepted: `levels in the unit of the data, at some time within ${LARGEST_THRESHOLD} standard deviations of its mean`,
    },
  ];
}

function exponentialProblems({ mean, scale }: DataScale): Problem[] {
  const wide = scale.find((s) => s > WIDEST_LOG);
  const far = mean.find((m) => Math.abs(m) > 300);
  if (wide === undefined && far === undefined) return [];
  return [
    {
      path: [],
      value: wide ?? far,
      why:
        wide === undefined
          ? 'the mean of the logarithm is too far from 0 to compute with'
          : 'the logarithm varies so much that the mean rests on the rarest of values',
      accepted: `logarithms with a standard deviation of at most ${WIDEST_LOG} and a mean from -300 to 300`,
    },
  ];
}
