// Figure 2b: the regret of the protocol selected, against twice the uniform error, in six cells of law and target.
import { action, asFamily, type KernelSpec, subsets, timeGrid } from '@sightline/engine/internal';
import type { Experiment } from '../compare/experiment.ts';
import { type CalibrationSetting, runReplications } from './calibration-replications.ts';
import { figure2bRows } from './calibration-rows.ts';
import { figure2bSeries } from './calibration-series.ts';
import { inSurroundings, UNITS } from './figure-2.ts';

const HORIZON = 20;
const POINTS = 128;
const grid = timeGrid(HORIZON, POINTS);
const NOISE = 0.5;

const catalogue = [
  ...Array.from({ length: 10 }, (_, i) => action({ at: 1 + 2 * i, noise: NOISE }, grid)),
  ...[5, 15].map((at) => action({ at, width: 3, noise: NOISE }, grid)),
  ...[2, 18].map((at) => action({ at, noise: NOISE, repeats: 3 }, grid)),
];

const setting = (name: string, kernel: KernelSpec, trait: number): CalibrationSetting => ({
  name: `figure-2b ${name}`,
  horizon: HORIZON,
  points: POINTS,
  kernel,
  trait,
  noise: 0,
  targets: ['mean', { above: 0 }, { above: 1 }],
  catalogue,
  family: asFamily(subsets([...catalogue.keys()], 4)),
  units: UNITS,
  replications: 200,
  seed: 1,
});

export const figure2bSettings: readonly CalibrationSetting[] = [
  setting('trait OU', { ou: { tau: 2 } }, 0.2),
  setting(
    'two-scale OU',
    {
      mixture: [
        { weight: 0.5, ou: { tau: 0.5 } },
        { weight: 0.5, ou: { tau: 6 } },
      ],
    },
    0,
  ),
];

export const figure2b: Experiment = {
  name: 'figure-2b',
  title: 'Regret of the protocol selected, against twice the uniform error',
  async run(surroundings) {
    const found = [];
    for (const [k, own] of figure2bSettings.entries()) {
      const setting = inSurroundings(own, surroundings);
      const replications = await runReplications(setting, surroundings.workers, {
        signal: surroundings.signal,
        onProgress: (done, of) => surroundings.onProgress?.(k * of + done, figure2bSettings.length * of),
      });
      found.push({ setting, replications });
    }
    return { rows: figure2bRows(found), series: figure2bSeries(found) };
  },
};
