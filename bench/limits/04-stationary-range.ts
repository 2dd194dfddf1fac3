import { action, identify, kernelMatrix, target, targetWeights, timeGrid } from '@sightline/engine/internal';
import { cpuSeconds } from '../cpu-seconds.ts';
import type { LimitRow } from './limit-row.ts';

const HORIZON = 20;
/** Points of the grid, and the seconds that are wanted for them. */
const WANTED = { 96: 5, 192: 40 };

/** The range of one alternative of two or three readings where three were realised, all with noise. */
function range(points: number, alternative: readonly number[], known = false) {
  const grid = timeGrid(HORIZON, points);
  const at = (shares: readonly number[]) =>
    shares.map((share) => action({ at: share * HORIZON, noise: 0.2 }, grid));
  const start = process.cpuUsage();
  const { range: found } = identify({
    covariance: kernelMatrix({ ou: { tau: 3 } }, 0, grid),
    weights: targetWeights('uniform', grid),
    target: target('mean'),
    realised: [at([1 / 6, 3 / 6, 5 / 6])],
    alternative: at(alternative),
    covarianceClass: 'stationary',
    ...(known && { knowledge: { nonNegative: true, nonIncreasing: true } }),
  });
  const seconds = cpuSeconds(start);
  const { low, high, lowStatus, highStatus } = found!;
  return { seconds, ends: `${low.toFixed(6)} (${lowStatus}) to ${high.toFixed(6)} (${highStatus})` };
}

const TWO = [0.5, 0.62];
const THREE = [0.1, 0.4, 0.9];

export const row: LimitRow = {
  name: 'stationary',
  work: 'range over stationary laws, 96 points, one alternative',
  wanted: `${WANTED[96]} s; 192 points ${WANTED[192]} s`,
  measure() {
    range(32, TWO);
    const took = [24, 48, 96, 192].map((points) => ({
      points,
      two: range(points, TWO),
      three: range(points, THREE),
      // With an inequality for each lag it takes longest.
      known: points > 96 ? undefined : range(points, TWO, true),
    }));
    const [, , large, larger] = took;
    const slowest = (row: typeof large) => Math.max(row!.two.seconds, row!.three.seconds);
    return {
      reached: `${slowest(large).toFixed(1)} s; ${slowest(larger).toFixed(1)} s`,
      met: slowest(large) <= WANTED[96] && slowest(larger) <= WANTED[192],
      more: [
        'points   two readings   three readings   two, correlations that fall and are not negative',
        ...took.map(
          ({ points, two, three, known }) =>
            `${String(points).padStart(6)}${[two, three, known].map((one) => (one ? `${one.seconds.toFixed(2)} s` : '–').padStart(15)).join('')}   ${two.ends}`,
        ),
      ],
    };
  },
};
