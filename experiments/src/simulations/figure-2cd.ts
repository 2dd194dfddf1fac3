// Figure 2c,d: regret and uniform error in four nested classes of protocols, from coarse to fine.
import { action, asFamily, nestedClasses, pointActions, timeGrid } from '@sightline/engine/internal';
import type { Experiment } from '../compare/experiment.ts';
import { type CalibrationSetting, runReplications } from './calibration-replications.ts';
import { figure2cdRows } from './calibration-rows.ts';
import { figure2cdSeries } from './calibration-series.ts';
import { inSurroundings, UNITS } from './figure-2.ts';

const HORIZON = 20;
const POINTS = 64;
const grid = timeGrid(HORIZON, POINTS);
/**
 * The paper's scale is 'linear from 0.3 to 3'. It reaches 3 at the last grid point, half a step before the horizon: the
 * printed restriction of the coarsest class, 0.03706, has no Monte-Carlo error and comes out so (at the horizon: 0.03714).
 */
const FROM = 0.3;
const AT_HORIZON = FROM + ((3 - FROM) * HORIZON) / grid.times[POINTS - 1]!;
const classes = nestedClasses(grid, 4);
const protocols = classes
  .at(-1)!
  .protocols.map((times) => pointActions(times, 0.4).map((spec) => action(spec, grid)));
// Every grid point that is read, once: the protocols as positions among them.
const catalogue = [...new Map(protocols.flat().map((read) => [read.first, read])).values()].sort(
  (a, b) => a.first - b.first,
);
const position = new Map(catalogue.map(({ first }, i) => [first, i]));

export const figure2cdSetting: CalibrationSetting = {
  name: 'figure-2cd',
  horizon: HORIZON,
  points: POINTS,
  kernel: { varyingOu: { from: FROM, to: AT_HORIZON } },
  trait: 0.15,
  noise: 0,
  targets: [{ above: 0 }],
  catalogue,
  family: asFamily(protocols.map((protocol) => protocol.map(({ first }) => position.get(first)!))),
  classes: classes.map(({ protocols: own }) => Int32Array.from(own, (_, i) => i)),
  units: UNITS,
  replications: 30,
  seed: 1,
};

export const figure2cd: Experiment = {
  name: 'figure-2cd',
  title: 'Nested classes of protocols: selection regret and uniform error',
  async run(surroundings) {
    const setting = inSurroundings(figure2cdSetting, surroundings);
    const found = await runReplications(setting, surroundings.workers, surroundings);
    return { rows: figure2cdRows(setting, found), series: figure2cdSeries(setting, found) };
  },
};
