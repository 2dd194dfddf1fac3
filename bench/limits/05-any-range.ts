import { action, identify, kernelMatrix, target, targetWeights, timeGrid } from '@sightline/engine/internal';
import { cpuSeconds } from '../cpu-seconds.ts';
import type { LimitRow } from './limit-row.ts';

const WANTED = 60;
const POINTS = 256;

const HORIZON = 20;

function range(points: number) {
  const grid = timeGrid(HORIZON, points);
  const reading = (at: number) => action({ at, noise: 0.2 }, grid);
  const realised = [1, 3, 5].map((n) => reading((HORIZON * n) / 6));
  const start = process.cpuUsage();
  const answer = identify({
    covariance: kernelMatrix({ ou: { tau: 3 } }, 0, grid),
    weights: targetWeights('uniform', grid),
    target: target('mean'),
    realised: [realised],
    // One reading that is realised already and one that is not, so that neither end is trivial.
    alternative: [realised[1]!, reading(0.62 * HORIZON)],
    covarianceClass: 'any',
  });
  return { seconds: cpuSeconds(start), range: answer.range! };
}

export const row: LimitRow = {
  name: 'any-range',
  work: `range, any correlation matrix, ${POINTS} points`,
  wanted: `${WANTED} s`,
  measure() {
    range(16);
    const { seconds } = range(POINTS);
    return {
      reached: `${seconds.toFixed(1)} s`,
      met: seconds <= WANTED,
      more: [32, 64, 100, 256].map((points) => {
        const grown = range(points);
        const { low, high, lowStatus, highStatus } = grown.range;
        return `${String(points).padStart(4)} points ${grown.seconds.toFixed(2).padStart(6)} s  ${low.toFixed(6)} (${lowStatus}) to ${high.toFixed(6)} (${highStatus})`;
      }),
    };
  },
};
