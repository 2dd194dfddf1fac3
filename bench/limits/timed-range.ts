import {
  action,
  type CovarianceClass,
  type IdentifyInput,
  identify,
  kernelMatrix,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { cpuSeconds } from '../cpu-seconds.ts';

const HORIZON = 20;

/** One reading that is realised already and one that is not, so that neither end of their range is trivial. */
export const TWO = [0.5, 0.62];

/** The range of one alternative, by its places in the horizon, where three readings were realised, all with noise. */
export function timedRange(
  covarianceClass: CovarianceClass,
  points: number,
  alternative = TWO,
  knowledge?: IdentifyInput['knowledge'],
) {
  const grid = timeGrid(HORIZON, points);
  const at = (shares: readonly number[]) =>
    shares.map((share) => action({ at: share * HORIZON, noise: 0.2 }, grid));
  const start = process.cpuUsage();
  const { range } = identify({
    covariance: kernelMatrix({ ou: { tau: 3 } }, 0, grid),
    weights: targetWeights('uniform', grid),
    target: target('mean'),
    realised: [at([1 / 6, 3 / 6, 5 / 6])],
    alternative: at(alternative),
    covarianceClass,
    ...(knowledge && { knowledge }),
  });
  const seconds = cpuSeconds(start);
  const { low, high, lowStatus, highStatus } = range!;
  return { seconds, ends: `${low.toFixed(6)} (${lowStatus}) to ${high.toFixed(6)} (${highStatus})` };
}
