// Time and memory of the verdict and of the range of compatible values, as the grid grows.
import {
  action,
  type IdentifyOptions,
  identify,
  kernelMatrix,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { evenReadings } from './design-problem.ts';

const HORIZON = 20;

function measure(points: number, realisedCount: number, options: IdentifyOptions) {
  const grid = timeGrid(HORIZON, points);
  const realised = evenReadings(grid, realisedCount, 0.2);
  // One reading that is realised already and one that is not, so that neither end of the range is trivial.
  const alternative = [realised[1]!, action({ at: 0.62 * HORIZON, noise: 0.2 }, grid)];
  const input = {
    covariance: kernelMatrix({ ou: { tau: 3 } }, 0, grid),
    weights: targetWeights('uniform', grid),
    target: target('mean'),
    realised: [realised],
    alternative,
    covarianceClass: 'any' as const,
  };
  const start = performance.now();
  const result = identify(input, options);
  return { seconds: (performance.now() - start) / 1000, result };
}

const megabytes = () => `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;

measure(16, 3, { range: true });
console.log('verdict with ten realised actions, any correlation matrix (no range)');
console.log(
  `${'points'.padStart(8)}${'seconds'.padStart(10)}${'dimension'.padStart(12)}${'peak memory'.padStart(14)}  verdict`,
);
for (const points of [64, 256, 1024]) {
  const { seconds, result } = measure(points, 10, { range: false });
  console.log(
    `${String(points).padStart(8)}${seconds.toFixed(2).padStart(10)}${String(result.invisibleDimension).padStart(12)}` +
      `${megabytes().padStart(14)}  ${result.verdict}`,
  );
}
console.log('\nrange with three realised actions, any correlation matrix');
console.log(
  `${'points'.padStart(8)}${'seconds'.padStart(10)}${'low'.padStart(10)}${'high'.padStart(10)}${'peak memory'.padStart(14)}  status`,
);
for (const points of [8, 16, 32, 64]) {
  const { seconds, result } = measure(points, 3, {});
  const { low, high, lowStatus, highStatus } = result.range!;
  console.log(
    `${String(points).padStart(8)}${seconds.toFixed(2).padStart(10)}${low.toFixed(4).padStart(10)}${high.toFixed(4).padStart(10)}` +
      `${megabytes().padStart(14)}  ${lowStatus}, ${highStatus}`,
  );
}
