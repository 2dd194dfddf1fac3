// Figure 2a: how the uniform error over all 495 four-action protocols falls with the number of calibration units.
import { action, asFamily, subsets, timeGrid } from '@sightline/engine';
import type { CalibrationSetting } from './calibration-replications.ts';
import { UNITS } from './figure-2.ts';

const HORIZON = 20;
const POINTS = 128;
const grid = timeGrid(HORIZON, POINTS);
const ACTIONS = 12;

export const figure2a: CalibrationSetting = {
  name: 'figure-2a',
  horizon: HORIZON,
  points: POINTS,
  kernel: { ou: { tau: 1 } },
  trait: 0,
  noise: 0.25,
  targets: ['mean', { above: 0 }],
  catalogue: Array.from({ length: ACTIONS }, (_, i) =>
    action({ at: ((i + 0.5) * HORIZON) / ACTIONS, noise: 0.5 }, grid),
  ),
  family: asFamily(subsets([...Array(ACTIONS).keys()], 4)),
  units: UNITS,
  replications: 200,
  seed: 1,
};
