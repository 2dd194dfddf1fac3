import type { KernelSpec } from '../model/latent-kernel.ts';
import { type DividedWork, thisThread, type Workers, type WorkOptions } from '../numerics/divided-work.ts';
import { log } from '../numerics/elementary.ts';
import { meanAndDeviation } from '../numerics/quantile.ts';
import { permutation, randomStream } from '../numerics/random/random-stream.ts';
import { type FitData, fitData } from './fit-data.ts';
import { maximumOf } from './fit-law.ts';
import type { FitModel } from './fit-model.ts';
import { type FitUncertainty, fitUncertainty, parameterProfile } from './fit-uncertainty.ts';
import {
  criteria,
  type FitOptions,
  type FittedLaw,
  fittedLaw,
  type LawParameters,
  lawAtMaximum,
} from './fitted-law.ts';
import { eachTrajectory, likelihoodOf, type Point } from './likelihood.ts';
import { climb, type Maximum, ROUGHLY } from './maximum.ts';
import { type MeanComparison, meanOverTime } from './mean-over-time.ts';
import { prepareFit, prepareFits } from './prepared-fit.ts';
import type { Profile } from './profile.ts';
import { type SparseReadings, someTrajectories, unitCount } from './sparse-readings.ts';

export interface CompareOptions extends FitOptions, WorkOptions {
  /** Of the folds. */
  readonly seed?: number | undefined;
  readonly folds?: number | undefined;
  readonly workers?: Workers | undefined;
}

export interface Candidate {
  readonly model: FitModel;
  /** The kernel with its parameters at the maximum. */
  readonly kernel: KernelSpec;
  /** All parameters there. */
  readonly law: LawParameters;
  readonly logLikelihood: number;
  readonly bic: number;
  /** The log-likelihood of units held out: the sum over all units, each under the law of the folds without it. */
  readonly heldOut: number;
  /** How much that is below the largest among the candidates, and the standard error of this by unit. */
  readonly behind: { readonly difference: number; readonly standardError: number };
}

export interface FitComparison {
  /** The law with the smallest BIC; of two alike, the first. */
  readonly best: FittedLaw;
  /** Its place among the candidates. */
  readonly chosen: number;
  readonly candidates: readonly Candidate[];
  /** What a mean that is smooth in time would gain; null where the best law has one. */
  readonly mean: MeanComparison | null;
}

const USUAL_FOLDS = 5;

/**
 * Several models of the same readings, by BIC and by the likelihood of units held out.
 *
 * @example
 * ```ts
 * import { compareFits, latentCovariance, randomStream, simulatedUnits, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const drawn = simulatedUnits(unitLaw(covariance), 60, 0.1, randomStream(1));
 * const readings = {
 *   times: Float64Array.from(drawn.data, (_, i) => grid.times[i % 16]),
 *   values: drawn.data,
 *   starts: Int32Array.from({ length: 61 }, (_, i) => 16 * i),
 * };
 * const model = { trait: false, mean: 'constant', noise: 'estimated' } as const;
 * const { chosen } = await compareFits(
 *   readings,
 *   [
 *     { ...model, kernel: 'ou' },
 *     { ...model, kernel: 'matern32' },
 *   ],
 *   { method: 'ml', horizon: 8 },
 * );
 * console.log(['ou', 'matern32'][chosen]); // → ou
 * ```
 */
export async function compareFits(
  readings: SparseReadings,
  models: readonly FitModel[],
  { method, horizon, seed = 1, folds: wanted = USUAL_FOLDS, workers = thisThread, ...run }: CompareOptions,
): Promise<FitComparison> {
  const input = { readings, models, method, horizon };
  const prepared = prepareFits(readings, models, horizon);
  const maxima = await workers.run(modelFits, input, models.length, run);
  const folds = Math.min(wanted, unitCount(readings));
  const starts = maxima.map(({ point }) => point);
  const held = await workers.run(heldOutFits, { ...input, starts, seed, folds }, models.length * folds, run);
  // Each fold has all units, with 0 for those that were not held out.
  const byUnit = models.map((_, n) =>
    held.slice(n * folds, (n + 1) * folds).reduce((sum, own) => sum.map((x, unit) => x + own[unit]!)),
  );
  const totals = byUnit.map((own) => own.reduce((sum, x) => sum + x, 0));
  const leading = byUnit[totals.indexOf(Math.max(...totals))]!;
  const candidates = models.map((model, n): Candidate => {
    const own = prepared(n);
    const law = lawAtMaximum(own, model, maxima[n]!);
    const apart = leading.map((x, unit) => x - byUnit[n]![unit]!);
    return {
      model,
      kernel: law.kernel,
      law,
      ...criteria(own, model, maxima[n]!, method),
      heldOut: totals[n]!,
      behind: {
        difference: apart.reduce((sum, x) => sum + x, 0),
        standardError: meanAndDeviation(apart).deviation * Math.sqrt(apart.length),
      },
    };
  });
  const chosen = candidates.reduce((best, { bic }, n) => (bic < candidates[best]!.bic ? n : best), 0);
  const model = models[chosen]!;
  const maximum = maxima[chosen]!;
  const best = prepared(chosen);
  const flat = { readings, model, horizon, start: maximum.point };
  const [mean] = model.mean === 'constant' ? await workers.run(meanOverTime, flat, 1, run) : [];
  const uncertainty = fitUncertainty(best, model, maximum);
  const toProfile = { readings, model, method, horizon, maximum, uncertainty };
  const profiles = await workers.run(parameterProfiles, toProfile, uncertainty.losses.length, run);
  return {
    best: fittedLaw(best, model, maximum, method, uncertainty, profiles),
    chosen,
    candidates,
    mean: mean ?? null,
  };
}

interface ModelsInput extends FitOptions {
  readonly readings: SparseReadings;
  readonly models: readonly FitModel[];
}

/** The maximum of each model. */
export const modelFits: DividedWork<ModelsInput, Maximum> = {
  name: 'model-fits',
  prepare({ readings, models, method, horizon }) {
    const prepared = prepareFits(readings, models, horizon);
    return (piece) => maximumOf(prepared(piece), method);
  },
};

interface FoldsInput extends ModelsInput {
  /** The maxima of all units: the climb without a fold begins there. */
  readonly starts: readonly Point[];
  readonly seed: number;
  readonly folds: number;
}

/** Of each model and fold: the log-likelihood of each unit of the fold under the law of the others. */
export const heldOutFits: DividedWork<FoldsInput, Float64Array> = {
  name: 'held-out-fits',
  prepare({ readings, models, method, horizon, starts, seed, folds }) {
    const prepared = prepareFits(readings, models, horizon);
    const divided = new Map<string, FitData>();
    return (piece) => {
      const n = Math.floor(piece / folds);
      const fold = piece % folds;
      const { data, knots, kernel, box, unit } = prepared(n);
      const { clusters } = data.readings;
      const units = unitCount(data.readings);
      const foldOf = new Int32Array(units);
      permutation(randomStream(seed, 'fit folds'), units).forEach((own, place) => {
        foldOf[own] = place % folds;
      });
      // Models with the same mean share these too.
      const part = (held: boolean) => {
        const key = [fold, held, knots?.length].join();
        const made =
          divided.get(key) ??
          fitData(
            someTrajectories(
              data.readings,
              Array.from(clusters.keys()).filter((i) => (foldOf[clusters[i]!] === fold) === held),
            ),
            knots,
          );
        divided.set(key, made);
        return made;
      };
      const at = likelihoodOf(part(false), kernel, method);
      const found = climb(at, kernel.names.length, starts[n]!, box, ROUGHLY);
      const held = part(true);
      const out = new Float64Array(units);
      if (!found) return out.fill(Number.NaN);
      const { likelihoods } = eachTrajectory(held, kernel, found.point, found.likelihood.mean);
      const { starts: bounds, clusters: own } = held.readings;
      likelihoods.forEach((value, i) => {
        out[own[i]!]! += value - (bounds[i + 1]! - bounds[i]!) * log(unit);
      });
      return out;
    };
  },
};

interface ProfilesInput extends FitOptions {
  readonly readings: SparseReadings;
  readonly model: FitModel;
  readonly maximum: Maximum;
  readonly uncertainty: FitUncertainty;
}

/** The profile of each estimated number. */
export const parameterProfiles: DividedWork<ProfilesInput, Profile | undefined> = {
  name: 'parameter-profiles',
  prepare({ readings, model, method, horizon, maximum, uncertainty }) {
    const prepared = prepareFit(readings, model, horizon);
    return (piece) => parameterProfile(prepared, model, maximum, method, uncertainty, piece);
  },
};
