// Figure 2a: how the uniform error over all 495 four-action protocols falls with the number of calibration units.
import { action, asFamily, subsets, timeGrid } from '@sightline/engine/internal';
import type { Experiment } from '../compare/experiment.ts';
import { type CalibrationSetting, runReplications } from './calibration-replications.ts';
import { figure2aRows, figure2aTable } from './calibration-rows.ts';
import { figure2aSeries } from './calibration-series.ts';
import { inSurroundings, UNITS } from './figure-2.ts';

const HORIZON = 20;
const POINTS = 128;
const grid = timeGrid(HORIZON, POINTS);
const ACTIONS = 12;

export const figure2aSetting: CalibrationSetting = {
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

export const figure2a: Experiment = {
  name: 'figure-2a',
  title: 'Uniform error against the number of calibration units',
  async run(surroundings) {
    const setting = inSurroundings(figure2aSetting, surroundings);
    const found = await runReplications(setting, surroundings.workers, surroundings);
    return {
      rows: figure2aRows(setting, found),
      tables: [figure2aTable(setting, found)],
      series: figure2aSeries(setting, found),
    };
  },
};
