import {
  type DrawnLaw,
  type DrawnValuesInput,
  drawnFits,
  type FittedOptions,
  type FittedTarget,
  type FittedValues,
  fittedValues,
  InvalidInput,
  lawsOnGrid,
  type Measurement,
  type TargetSpec,
  type TimeGrid,
  type UncertainLaw,
  valueSlope,
  valuesAlong,
} from '@sightline/engine/internal';
import { refused } from '../file/parse-study.ts';
import type { StudySource } from '../file/study-source.ts';
import type { Protocol } from '../parts/actions.ts';
import type { Warning } from '../problems/warning.ts';
import { digits, list, quoted } from '../words/text.ts';
import { fewUnits, noiseAlone } from './data-warnings.ts';
import type { FittedFrom, FittedSummary } from './fitted-law.ts';
import { kernelsAlikeWarnings } from './kernels-alike.ts';
import type { Law } from './law.ts';

/** A law whose parameters were estimated from sparse readings. */
export type FittedLaw = Law & { fitted: FittedFrom };

export const isFitted = (law: Law): law is FittedLaw => law.fitted !== null;

/** As the engine draws from it. */
export function uncertainLaw({ fitted, mean }: FittedLaw): UncertainLaw {
  const { parameters, covariance, bounds, units, kernel, trait, sd, knots } = fitted;
  return { parameters, covariance, bounds, units, kernel, trait, sd, knots, mean: mean! };
}

interface Valued {
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  target: TargetSpec;
}

/** Laws that the readings could as well have led to. */
export function lawsOfFit(
  { grid, weights }: Pick<Valued, 'grid' | 'weights'>,
  law: Law,
  draws: number,
  seed: number,
): DrawnLaw[] {
  const own = uncertainLaw(law as FittedLaw);
  const [draw, onGrid] = [drawnFits(own, seed), lawsOnGrid(own, grid)];
  return Array.from({ length: draws }, (_, b) => ({ ...onGrid(draw(b)), weights }));
}

/** What is computed under each law that the readings could as well have led to. */
export function drawnInput(
  { grid, weights, target }: Omit<Valued, 'source'>,
  law: FittedLaw,
  protocols: readonly (readonly Measurement[])[],
): DrawnValuesInput {
  return { law: uncertainLaw(law), grid, transform: law.transform, weights, targets: [target], protocols };
}

/** The values of the study's target with intervals and comparisons, from draws of the law's parameters. */
export async function valuesOfFit(
  study: Valued,
  law: FittedLaw,
  protocols: readonly (readonly Measurement[])[],
  options: FittedOptions,
): Promise<FittedTarget & Omit<FittedValues, 'targets'>> {
  return ofTheTarget(study.source, async () => {
    const { targets, level, draws } = await fittedValues(drawnInput(study, law, protocols), options);
    return { ...targets[0]!, level, draws };
  });
}

/** A target that does not vary under a drawn law is a problem of the study. */
export async function ofTheTarget<Result>(
  source: StudySource,
  compute: () => Promise<Result>,
): Promise<Result> {
  try {
    return await compute();
  } catch (error) {
    return refused(error, source, (problem) => ({
      ...problem,
      path: problem.path[0] === 'target' ? ['target'] : ['target', ...problem.path],
    }));
  }
}

/** On the parameter's own scale; null where it is held at its bound. */
function standardErrorOf({ parameters, covariance: { cols, data } }: FittedFrom, i: number): number | null {
  const { scale, value } = parameters[i]!;
  const variance = data[i * cols + i]!;
  return variance > 0 ? valueSlope(scale, value) * Math.sqrt(variance) : null;
}

export function fittedSummary(fitted: FittedFrom): FittedSummary {
  const { units, trajectories, readings, parameters, undetermined } = fitted;
  return {
    units,
    trajectories,
    readings,
    parameters: parameters.map(({ name, value }, i) => ({
      name,
      value,
      standardError: standardErrorOf(fitted, i),
    })),
    undetermined: [...undetermined],
  };
}

/** Of an answer that takes the fitted law as it was estimated. */
export function atEstimateWarnings(
  plan: Omit<Valued, 'source'> & { protocols: readonly Protocol[] },
  law: Law,
): Warning[] {
  const own = law as FittedLaw;
  const { units, readings } = own.fitted;
  return [
    {
      kind: 'estimated-law',
      path: 'latent',
      what:
        `the law was fitted to ${readings} readings of ${units} units and is taken here as it was estimated: \`sightline value\` and ` +
        '`sightline calibrate` give the intervals of values under it',
    },
    ...fittedWarnings(plan, own),
  ];
}

/** Protocols whose values are said one by one. */
const MOST_NAMED = 4;

/** What to know before values under a fitted law, and their intervals, are used. */
export function fittedWarnings(
  plan: Omit<Valued, 'source'> & { protocols: readonly Protocol[] },
  law: FittedLaw,
): Warning[] {
  const { units, undetermined, parameters, noise } = law.fitted;
  const sd = parameters.findIndex(({ name }) => name === 'sd');
  return [
    ...noiseAlone(sd >= 0 && standardErrorOf(law.fitted, sd) === null, noise),
    ...fewUnits({ units, trajectories: units }, 'the fitted law is very uncertain'),
    ...(undetermined.length > 0 ? [undeterminedWarning(plan, law)] : []),
    ...kernelsAlikeWarnings(plan, { alike: [], ...law.fitted, mean: law.mean! }, law.transform),
  ];
}

/** How far values move along the ridge of laws that are nearly as likely as the best. */
function undeterminedWarning(
  plan: Omit<Valued, 'source'> & { protocols: readonly Protocol[] },
  law: FittedLaw,
): Warning {
  const { undetermined, ridge, parameters } = law.fitted;
  const { protocols } = plan;
  const head = `the times of the readings do not determine ${list(undetermined)}`;
  const warn = (what: string): Warning => ({ kind: 'undetermined', path: 'latent', what: `${head}${what}` });
  const place = parameters.findIndex(({ name }) => name === ridge?.parameter);
  if (!ridge || place < 0 || protocols.length === 0)
    return warn(': values rest on what was assumed about the law');
  const input = drawnInput(
    plan,
    law,
    protocols.map(({ actions }) => actions),
  );
  // The estimate is one of the laws that are as likely, and it need not lie between those of the profile.
  const sets = [parameters.map(({ value }) => value), ...ridge.sets];
  const along = sets.flatMap((set) => {
    try {
      return valuesAlong(input, [set]);
    } catch (error) {
      // Where noise takes all of the variance, a threshold is never crossed and there is no value.
      if (error instanceof InvalidInput) return [];
      throw error;
    }
  });
  const still = sets.length - along.length;
  if (along.length === 0)
    return warn(': under laws that are nearly as likely as the best the target does not vary');
  const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const moved = protocols
    .map(({ name }, i) => ({ name, ends: ends(along.map(({ values }) => values[i]!)) }))
    .sort((a, b) => b.ends[1] - b.ends[0] - (a.ends[1] - a.ends[0]));
  const told = moved.slice(0, MOST_NAMED).map(({ name, ends: [low, high] }, i) => {
    const range = `from ${low.toFixed(3)} to ${high.toFixed(3)}`;
    return i === 0 ? `the value of ${quoted(name)} goes ${range}` : `that of ${quoted(name)} ${range}`;
  });
  const [low, high] = ends(sets.map((set) => set[place]!));
  return warn(
    `: laws with ${ridge.parameter} from ${digits(low)} to ${digits(high)} are nearly as likely as the best, and along them ` +
      `${list(told)}${still > 0 ? `; under ${still} of ${sets.length} of them the target does not vary at all` : ''}. Readings at other times would tell`,
  );
}
