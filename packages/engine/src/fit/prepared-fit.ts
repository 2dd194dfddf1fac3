import { log } from '../numerics/elementary.ts';
import { type FitData, fitData } from './fit-data.ts';
import { type FitModel, type FittedKernel, fittedKernel } from './fit-model.ts';
import type { Box } from './maximum.ts';
import { knotsAt } from './smooth-mean.ts';
import { checkNoError, checkReadings, inOrder, type SparseReadings } from './sparse-readings.ts';

/** The variances' least, as shares of the readings' variance: of the part that decays, without which there is no kernel, and of the error. */
export const LEAST_DECAYING = 1e-6;
export const LEAST_NOISE = 1e-9;
const MOST_VARIANCE = 1e4;
/** Memories from the shortest lag over this to the horizon times this: beyond, no reading can tell. */
const STRETCH = 100;

/** Readings made ready: in an order of their own, centred, in units of their standard deviation. */
export interface PreparedFit {
  readonly data: FitData;
  readonly knots: readonly number[] | undefined;
  readonly kernel: FittedKernel;
  readonly box: Box;
  readonly centre: number;
  readonly unit: number;
}

export function prepareFit(given: SparseReadings, model: FitModel, horizon: number): PreparedFit {
  return prepareFits(given, [model], horizon)(0);
}

/** Models of the same readings, each made ready when it is asked for; those with the same mean share their data. */
export function prepareFits(
  given: SparseReadings,
  models: readonly FitModel[],
  horizon: number,
): (model: number) => PreparedFit {
  checkReadings(given);
  if (models.some(({ noise }) => noise === 0)) checkNoError(given);
  const ordered = inOrder(given);
  const { values, times } = ordered;
  const centre = values.reduce((sum, x) => sum + x, 0) / values.length;
  const unit = Math.sqrt(values.reduce((sum, x) => sum + (x - centre) * (x - centre), 0) / values.length);
  const standardised = { ...ordered, values: values.map((x) => (x - centre) / unit) };
  const byKnots = new Map<number, Pick<PreparedFit, 'data' | 'knots'>>();
  const withMean = (mean: FitModel['mean']) => {
    const count = mean === 'constant' ? 0 : mean.smooth;
    const known = byKnots.get(count);
    if (known) return known;
    const knots = mean === 'constant' ? undefined : knotsAt(times, count);
    const made = { data: fitData(standardised, knots), knots };
    byKnots.set(count, made);
    return made;
  };
  return (n) => {
    const model = models[n]!;
    const { data, knots } = withMean(model.mean);
    const kernel = fittedKernel(model.kernel, horizon);
    const m = kernel.names.length;
    const shortest = data.lags.find((lag) => lag > 0)!;
    const noise = model.noise === 'estimated' ? undefined : model.noise / (unit * unit);
    const low = new Float64Array(m + 3).fill(log(shortest / STRETCH));
    const high = new Float64Array(m + 3).fill(log(horizon * STRETCH));
    low.set([LEAST_DECAYING, 0, noise ?? LEAST_NOISE], m);
    high.set([MOST_VARIANCE, model.trait ? MOST_VARIANCE : 0, noise ?? MOST_VARIANCE], m);
    return { data, knots, kernel, box: { low, high }, centre, unit };
  };
}
