// Draws benchmark.csv: node examples/benchmark-data/make-data.mjs > examples/benchmark-data/benchmark.csv
import { pathToFileURL } from 'node:url';
import {
  action,
  applyAction,
  defaultKernels,
  fillNormal,
  latentCovariance,
  randomStream,
  timeGrid,
} from '@sightline/engine/internal';

/** 200 units of a stationary Ornstein–Uhlenbeck trajectory, measured as `today` does, with their mean. */
export function benchmarkCsv(units = 200, seed = 1) {
  const grid = timeGrid(6, 6, 'h');
  const { covariance } = latentCovariance({ kernel: { ou: { tau: 3 } } }, grid);
  const actions = [1.5, 4.5].map((at) => action({ at, noise: 0.2 }, grid));
  const { factor } = defaultKernels().cholesky(covariance);
  const lines = Array.from({ length: units }, (_, unit) => {
    const stream = randomStream(seed, 'benchmark-data', unit);
    const draws = new Float64Array(grid.points + actions.length);
    fillNormal(stream, draws);
    const trajectory = grid.times.map((_, j) => {
      let sum = 0;
      for (let k = 0; k <= j; k++) sum += factor.data[j * grid.points + k] * draws[k];
      return sum;
    });
    const measured = actions.map(
      (one, a) => applyAction(one, trajectory) + Math.sqrt(one.noise) * draws[grid.points + a],
    );
    const target = trajectory.reduce((sum, value) => sum + value, 0) / grid.points;
    return [unit + 1, ...[...measured, target].map((value) => value.toFixed(4))].join(',');
  });
  return `unit,y1,y2,target\n${lines.join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(benchmarkCsv());
