import { afGrid } from './af-grid.ts';
import type { Experiment } from './experiment.ts';
import { figure1 } from './figure-1.ts';
import { figure2a } from './figure-2a.ts';
import { figure2b } from './figure-2b.ts';
import { figure2cd } from './figure-2cd.ts';
import { figure3 } from './figure-3.ts';
import { figure4 } from './figure-4.ts';
import { sensitivity } from './sensitivity.ts';
import { designInstances } from './table-1.ts';
import { crossTargetTables, table1Rows } from './table-1-rows.ts';
import { tableAf } from './table-af.ts';
import { tableSleep } from './table-sleep.ts';

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
