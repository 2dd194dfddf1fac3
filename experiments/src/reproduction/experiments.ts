import type { Experiment } from '../compare/experiment.ts';
import { figure1 } from '../laws/figure-1.ts';
import { designInstances } from '../laws/table-1.ts';
import { crossTargetTables, table1Rows } from '../laws/table-1-rows.ts';
import { afGrid } from '../recordings/af-grid.ts';
import { figure3 } from '../recordings/figure-3.ts';
import { figure4 } from '../recordings/figure-4.ts';
import { sensitivity } from '../recordings/sensitivity.ts';
import { tableAf } from '../recordings/table-af.ts';
import { tableSleep } from '../recordings/table-sleep.ts';
import { figure2a } from '../simulations/figure-2a.ts';
import { figure2b } from '../simulations/figure-2b.ts';
import { figure2cd } from '../simulations/figure-2cd.ts';

const table1: Experiment = {
  name: 'table-1',
  title: 'Design objectives and searches against the exhaustive optimum',
  run: async () => ({ rows: table1Rows(await designInstances()), tables: crossTargetTables() }),
};

/** In the order of the paper. */
export const EXPERIMENTS: readonly Experiment[] = [
  figure1,
  figure2a,
  figure2b,
  figure2cd,
  table1,
  figure3,
  figure4,
  tableSleep,
  tableAf,
  sensitivity,
  afGrid,
];
