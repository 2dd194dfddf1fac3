// Figure 2b: the regret of the protocol selected, against twice the uniform error, in six cells of law and target.
import { action, asFamily, type KernelSpec, subsets, timeGrid } from '@sightline/engine';
import type { CalibrationSetting } from './calibration-replications.ts';
import { UNITS } from './figure-2.ts';

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

export const figure2b: readonly CalibrationSetting[] = [
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
