// Draws the tables of both studies: node examples/two-studies/make-data.mjs
import { writeFileSync } from 'node:fs';
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

/** What each study reads, in how many units, and how long the trajectories of its units remember. */
export const STUDIES = {
  'ward.csv': { times: [1.5, 3.5], units: 400, tau: 3 },
  'home.csv': { times: [3.5, 6.5], units: 300, tau: 3 },
  // The same readings at home, of people of another kind.
  'elsewhere.csv': { times: [3.5, 6.5], units: 300, tau: 1 },
};

/** Units of a stationary Ornstein–Uhlenbeck trajectory over 8 h, measured at the study's times, with their mean. */
export function studyCsv(name, seed = 1) {
  const { times, units, tau } = STUDIES[name];
  const grid = timeGrid(8, 8, 'h');
  const { covariance } = latentCovariance({ kernel: { ou: { tau } } }, grid);
  const actions = times.map((at) => action({ at, noise: 0.2 }, grid));
  const { factor } = defaultKernels().cholesky(covariance);
  const lines = Array.from({ length: units }, (_, unit) => {
    const draws = new Float64Array(grid.points + actions.length);
    fillNormal(randomStream(seed, 'two-studies', name, unit), draws);
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
  return `unit,${actions.map((_, a) => `y${a + 1}`).join()},target\n${lines.join('\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const name of Object.keys(STUDIES)) writeFileSync(new URL(name, import.meta.url), studyCsv(name));
