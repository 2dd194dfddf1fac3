import {
  type CalibrationTheory,
  calibrate,
  canMiss,
  type EstimatorInput,
  type HeldOutValue,
  type LawFit,
  lawFit,
  type Problem,
  type Resolution,
  student,
  type TimeGrid,
  type ToldApart,
} from '@sightline/engine/internal';
import { refused } from '../../file/parse-study.ts';
import { type CalibrationData, isOfCells, plugIn, recordMean } from '../../law/calibration-data.ts';
import { estimatedLaw } from '../../law/law.ts';
import { lawRepair, liftedRepairs } from '../../law/law-repair.ts';
import {
  ofCells,
  preparedTarget,
  recordMoments,
  recordTargetName,
  rmse,
  rmseInterval,
  targetMoments,
} from '../../law/target-of-law.ts';
import { realisedNames } from '../../parts/actions.ts';
import { gridSummary, weightsName } from '../../parts/horizon.ts';
import { type Warning, warned } from '../../problems/warning.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { clockOf, countsOf } from '../../words/text.ts';
import type {
  CalibratedProtocol,
  CalibratePlan,
  CalibrateRequest,
  CalibrateResult,
  HeldOutProtocol,
  LawFitResult,
  NamedComparison,
  RepairedPlan,
  ResolutionResult,
  TheoryResult,
} from './plan-and-result.ts';
import type { FamilyMember, ProtocolFamily } from './protocol-classes.ts';
import { calibrateWarnings, lowerBounds, nothingLeft } from './warnings.ts';

export async function calibrateResult(
  given: CalibratePlan,
  origin: ResultOrigin,
  request: CalibrateRequest = {},
): Promise<CalibrateResult> {
  const plan = withRepair(given);
  const { study, grid, data, family, protocols } = plan;
  const { members, named } = family;
  // Protocols without a name take part in the resolution only: those with one are compared among themselves.
  const input = estimatorInput(
    plan,
    members.map(({ actions }) => actions),
    origin.seed,
  );
  const own = await ofTheStudy(plan, () => calibrate(input, familyOptions(family, request, origin.seed)));
  const answer = own.targets[0]!;
  const { variance } = answer;
  const toldApart = inNames(family, answer, study);
  return {
    sightline: 1,
    command: 'calibrate',
    ...origin,
    title: study.title ?? null,
    warnings: [
      ...calibrateWarnings(plan),
      ...redrawnWarnings(own),
      ...nothingLeft(plan, answer.protocols),
      ...lowerBounds(plan, answer.protocols),
    ],
    repairs: [...plan.repairs, ...liftedRepairs(own.floored)],
    grid: familyGrid(family, grid),
    ...countsOf(data),
    resampled: own.grouped ? { groups: own.resampled } : { units: own.resampled },
    estimand: data.estimand,
    target: targetOf(plan, variance),
    data: { file: data.file, ...data.report },
    repair: own.floored ? { ...plan.repair, ...own.floored } : plan.repair,
    level: own.level,
    draws: own.draws,
    redrawn: own.redrawn,
    protocols: Object.fromEntries(
      protocols.map(({ name, actions }, i) => {
        const { value, completeValue, corrected, low, high, standardError, atLeast, designEffect } =
          answer.protocols[i]!;
        const cost = actions.reduce((sum, action) => sum + action.cost, 0);
        return [
          name,
          {
            value,
            ...(completeValue !== undefined && canMiss(actions) && { completeValue }),
            ...(corrected !== undefined && { corrected }),
            rmse: rmse(variance, value),
            ...(corrected !== undefined && { correctedRmse: rmse(variance, corrected) }),
            ...(atLeast && { lowerBound: true as const }),
            low,
            high,
            rmseInterval: rmseInterval(variance, { low, high }),
            standardError,
            ...(designEffect !== undefined && { designEffect }),
            cost,
            actions: actions.length,
          },
        ];
      }),
    ),
    ...toldApart,
    theory: answer.theory ? finite(answer.theory) : null,
    resolution: resolutionOf(answer.resolution, members, grid),
    fit: fitOf(
      lawFit({ ...input, protocols: input.protocols.slice(0, named) }, origin.seed),
      protocols.map(({ name }) => name),
      grid,
    ),
  };
}

/** How the engine is asked about a family: those with a name are compared among themselves. */
export const familyOptions = (
  { named, classes }: ProtocolFamily,
  { level, draws, workers, signal, onProgress }: CalibrateRequest,
  seed: number,
) => ({
  seed,
  signal,
  onProgress,
  ...(level !== undefined && { level }),
  ...(draws !== undefined && { draws }),
  ...(workers && { workers }),
  ...(classes.length > 0 && { classes }),
  ...(named > 0 && { compared: named }),
});

/** The grid of all that they read; cells are named of those with a name. */
export const familyGrid = ({ members }: ProtocolFamily, grid: TimeGrid) =>
  gridSummary(
    grid,
    members.flatMap(({ actions }) => actions),
    { named: members.flatMap(({ name, actions }) => (name === null ? [] : actions)) },
  );

/** Which of those with a name are told apart, and which of them is best. */
export function inNames(
  { members, named }: ProtocolFamily,
  { epsilon, comparisons: { comparisons, complete, bestSet }, selected }: Omit<ToldApart, 'protocols'>,
  study: CalibratePlan['study'],
) {
  const nameOf = (i: number) => members[i]!.name!;
  return {
    epsilon,
    comparisons:
      named === 0
        ? []
        : realisedFirst(
            comparisons.map(({ a, b, difference, low, high, distinguishable, alone }) => ({
              a: nameOf(a),
              b: nameOf(b),
              difference,
              low,
              high,
              distinguishable,
              alone,
            })),
            realisedNames(study),
          ),
    complete,
    bestSet: named === 0 ? [] : bestSet.map(nameOf),
    selected: named === 0 ? null : { ...selected, protocol: nameOf(selected.protocol) },
  };
}

/** Draws that were made again narrow the bootstrap a little: that is said. */
function redrawnWarnings({ redrawn, draws }: { redrawn: number; draws: number }): Warning[] {
  if (redrawn === 0) return [];
  return warned(
    'redrawn',
    'calibration',
    `in ${redrawn} resamples of the units (of ${draws} draws) the target or the noise did not vary, because few units differ in the ` +
      'target or have replicates; these were drawn again, which makes intervals somewhat too narrow',
  );
}

/** Problems that only computing brings to light belong to the study's target. */
export async function ofTheStudy<Result>(
  { source, data }: Pick<CalibratePlan, 'source' | 'data'>,
  compute: () => Promise<Result>,
): Promise<Result> {
  try {
    return await compute();
  } catch (error) {
    return refused(error, source, (problem) => inResamples(problem, data));
  }
}

/** The data as a whole passed every check: where something is missing, it is missing in a resample of them. */
function inResamples(problem: Problem, { estimand, column, replicates, units }: CalibrationData): Problem {
  const [part, which] = problem.path;
  if (part === 'noise' && which === 'replicates')
    return {
      path: ['calibration', 'noise'],
      value: replicates,
      why: 'so few units have replicates that some resamples contain none',
      accepted: 'replicates of more units, or the variance of the noise as a number',
    };
  if (part === 'noise' || part === 'data')
    return {
      path: ['calibration', 'data'],
      value: `${units} units`,
      why: 'so few units differ from the others that some resamples, or all units but one, do not vary at some time, or by no more than the noise',
      accepted: 'values that differ between more units, or more units',
    };
  if (estimand === 'gaussian')
    return part === 'target' ? problem : { ...problem, path: ['target', ...problem.path] };
  return {
    path: column === undefined ? ['target'] : ['calibration', 'target'],
    value: column,
    why: 'so few units differ in the target that some resamples contain one value only',
    accepted: 'a target that differs between more units, or more units',
  };
}

/** What the values are about. */
export function targetOf(
  { study, source, grid, data, weights }: CalibratePlan,
  variance: number,
): CalibrateResult['target'] {
  const named = weightsName(study.weights, grid.unit);
  if (data.estimand === 'gaussian') {
    const { latent } = estimatedLaw({ data, weights });
    const own = preparedTarget(latent, study.target, source);
    return { name: own.name, weights: named, ...targetMoments(latent, own, study.target, variance) };
  }
  return {
    name: recordTargetName(study.target, data.column),
    weights: data.column === undefined ? named : null,
    ...recordMoments(recordMean(data.sample, weights), study.target, data.column, variance),
    ...(data.column === undefined && ofCells(study.target, isOfCells(data))),
  };
}

/** What was run is what others are held against. */
function realisedFirst(pairs: readonly NamedComparison[], realised: readonly string[]): NamedComparison[] {
  const rank = ({ a, b }: NamedComparison) => (realised.includes(a) || realised.includes(b) ? 0 : 1);
  return [...pairs].sort((a, b) => rank(a) - rank(b));
}

function finite(theory: CalibrationTheory): TheoryResult {
  return Object.fromEntries(
    Object.entries(theory).map(([name, value]) => [
      name,
      typeof value === 'number' && !Number.isFinite(value) ? null : value,
    ]),
  ) as TheoryResult;
}

export function resolutionOf(
  found: Resolution | undefined,
  members: readonly FamilyMember[],
  grid: TimeGrid,
): ResolutionResult | null {
  if (!found) return null;
  return {
    classes: found.classes.map((one) => {
      const { name, actions } = members[one.best]!;
      const at = actions.map((action) => action.at);
      const best = { name, at, ...clockOf(at, grid), width: actions.map(({ width }) => width) };
      return { ...one, best };
    }),
    guaranteed: found.classes[found.guaranteed]!.name,
    selected: found.classes[found.selected]!.name,
  };
}

/** With the study's names and times. */
function fitOf(
  found: LawFit | undefined,
  names: readonly string[],
  { times }: TimeGrid,
): LawFitResult | null {
  if (!found) return null;
  const { heldOut, shape } = found;
  const { points, ...quantiles } = shape.quantiles;
  const { points: paired, ...pairs } = shape.pairs;
  const compared = heldOut?.protocols.filter((one) => one !== null).length ?? 0;
  const few = heldOut !== null && heldOut.largest > LARGEST;
  return {
    heldOut: heldOut && {
      ...heldOut,
      few,
      protocols: Object.fromEntries(
        heldOut.protocols.map((one, i) => [names[i]!, one && withVerdict(one, compared, few)]),
      ),
    },
    marginals: {
      skewness: shape.skewness,
      kurtosis: shape.kurtosis,
      least: shape.least,
      different: shape.different,
    },
    quantiles: { ...quantiles, points: points.map(({ point, values }) => ({ at: times[point]!, values })) },
    pairs: { at: paired.map((point) => times[point]!), ...pairs },
  };
}

/** Differences below this are not worth a word, whatever their standard error. */
const WORTH_SAYING = 0.02;
const STANDARD_ERRORS = 2;
const WRONGLY = 0.05;
/**
 * Where one unit has more of the target's variance than this, what is reached rests on few units, and so does its error. With this limit,
 * simulations of Gaussian and lognormal laws with 15 to 300 units show a difference in at most one study in eight, most often where
 * so few units do not tell the law; without it in one of four.
 */
const LARGEST = 0.25;

/** `compared`: how many protocols there are; the law is wrongly blamed for any of them one time in twenty. */
function withVerdict(one: HeldOutValue, compared: number, few: boolean): HeldOutProtocol {
  const { promised, reached, linear } = one;
  const beyond = (difference: number, { distance, freedom }: { distance: number; freedom: number }) =>
    Math.abs(difference) > WORTH_SAYING &&
    Math.abs(distance) > student(freedom).exceeded(WRONGLY / 2 / compared);
  return {
    ...one,
    differs: !few && beyond(reached - promised, one),
    linear: linear && {
      ...linear,
      differs: beyond(linear.difference, linear),
      far: Math.abs(linear.value - promised) > Math.max(WORTH_SAYING, STANDARD_ERRORS * linear.standardError),
    },
  };
}

export function withRepair<Plan extends CalibratePlan>(plan: Plan): Plan & RepairedPlan {
  const { data, weights: own } = plan;
  const estimate = data.estimand === 'linear' ? undefined : plugIn(data, own).plugIn;
  const { numbers, sentences } = lawRepair(data, estimate);
  return { ...plan, repair: numbers, repairs: sentences };
}

/** The estimator's input for some of the family's members. */
export function estimatorInput(
  { study, weights: own, data }: CalibratePlan,
  members: EstimatorInput['protocols'],
  patternSeed: number,
): EstimatorInput {
  const { sample, estimand, scale, transform, noise, shrinkage } = data;
  return {
    sample,
    estimand,
    ...(estimand === 'gaussian' && { scale, transform }),
    noise,
    shrinkage,
    weights: own,
    targets: [study.target],
    protocols: members,
    patternSeed,
  };
}

/** What an interval, and the order of protocols, are about. */
export function estimateOf({ value, corrected }: Pick<CalibratedProtocol, 'value' | 'corrected'>): number {
  return corrected ?? value;
}
