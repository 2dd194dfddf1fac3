import {
  compareFits,
  type FitComparison,
  type FitMethod,
  type FitModel,
  type FittedLaw,
  latentCovariance,
  meanAt,
  parameterValues,
  type Workers,
  type WorkOptions,
} from '@sightline/engine/internal';
import { type Warning, warned } from '../problems/warning.ts';
import type { ResultRepair } from '../schema/result-head.ts';
import { digits } from '../words/text.ts';
import type { FittedFrom } from './fitted-law.ts';
import { lawsAlike } from './kernels-alike.ts';
import type { GivenLaw } from './latent.ts';
import { fileRepairs, many, repair } from './law-repair.ts';
import type { FitPlan, SparseSample } from './sparse-file.ts';

/** Who works for a fit, and who watches. */
export interface FitWork extends WorkOptions {
  workers?: Workers | undefined;
}

const made = new WeakMap<SparseSample, Map<FitMethod, Promise<FitComparison>>>();

/** All kernels that are asked for, fitted and compared; once, however many questions need it. The best does not depend on the seed. */
export function comparedFits(
  { readings, kernels, trait, mean, noise, grid }: FitPlan,
  method: FitMethod,
  { workers, signal, onProgress }: FitWork,
  seed = 0,
): Promise<FitComparison> {
  const known = made.get(readings) ?? new Map<FitMethod, Promise<FitComparison>>();
  made.set(readings, known);
  const found =
    known.get(method) ??
    compareFits(
      readings,
      kernels.map((kernel): FitModel => ({ kernel, trait, mean, noise })),
      { method, horizon: grid.horizon, seed, workers, signal, onProgress },
    );
  known.set(method, found);
  return found;
}

/** The law that fits the readings best, on the study's grid: the same as that of the `latent` block that a fit writes. */
export async function fittedLaw(plan: FitPlan, work: FitWork): Promise<GivenLaw> {
  const found = await comparedFits(plan, 'ml', work);
  const { best } = found;
  const { kernel, trait, mean, sd } = best;
  const { covariance, repairs } = latentCovariance({ kernel, trait }, plan.grid);
  return {
    covariance,
    repairs: [...sparseRepairs(plan), ...repairs],
    inData: {
      mean: meanAt(mean, plan.grid.times),
      scale: new Float64Array(plan.grid.points).fill(sd),
      transform: plan.transform,
    },
    fitted: { ...fittedOf(best), alike: lawsAlike(found) },
    warnings: changingMean(found),
  };
}

/** BICs that differ by more are told apart beyond doubt (Kass and Raftery: very strong evidence). */
const BEYOND_DOUBT = 10;

/** A trend or a season that all units share, under a mean that was taken as constant. */
export function changingMean({ mean }: FitComparison): Warning[] {
  if (!mean || !(mean.constant - mean.smooth > BEYOND_DOUBT)) return [];
  return warned(
    'changing-mean',
    'fit.mean',
    'the mean of the readings changes with time, and this law has a constant one: what all units have in common, a trend or a ' +
      `season, counts as variance between them, and values and their order may be wrong. BIC is ${digits(mean.constant)} with the ` +
      `constant mean and ${digits(mean.smooth)} with a smooth one: ask with \`fit: { mean: smooth }\``,
  );
}

/** What of a fit belongs to the law that it made. */
export function fittedOf(best: FittedLaw): FittedFrom {
  const { mean, parameters, ridge } = best;
  return {
    ...best,
    knots: typeof mean === 'number' ? null : mean.knots,
    ridge: ridge && {
      parameter: ridge.parameter,
      sets: ridge.laws.map((law) => parameterValues(law, parameters)),
    },
    undetermined: parameters.flatMap(({ name, determined }) => (determined ? [] : [name])),
  };
}

/** What became of the rows of a table of readings. */
export function sparseRepairs({ report, readings }: FitPlan): ResultRepair[] {
  const { blank, withoutReading, repeated } = report;
  const lost =
    withoutReading.units > 0
      ? `; ${many(withoutReading.units, 'unit')} had no other and ${withoutReading.units === 1 ? 'was' : 'were'} left out`
      : '';
  return [
    ...repair(
      'dropped',
      blank,
      () =>
        `${many(blank, 'row')} without a value ${blank === 1 ? 'is' : 'are'} no reading${blank === 1 ? '' : 's'}${lost}`,
    ),
    ...fileRepairs(report),
    ...repair(
      'repeated',
      repeated,
      () =>
        `${many(repeated, 'reading')} of ${readings.values.length} ${repeated === 1 ? 'stands' : 'stand'} at a time that the trajectory has already; each was taken as a reading with an error of its own`,
    ),
  ];
}
