import type { Experiment } from './experiment.ts';
import { figure1 } from './figure-1.ts';
import { figure2a } from './figure-2a.ts';
import { figure2b } from './figure-2b.ts';
import { figure2cd } from './figure-2cd.ts';
import { designInstances } from './table-1.ts';
import { crossTargetTables, table1Rows } from './table-1-rows.ts';

const table1: Experiment = {
  name: 'table-1',
  title: 'Design objectives and searches against the exhaustive optimum',
  run: async () => ({ rows: table1Rows(await designInstances()), tables: crossTargetTables() }),
};

/** In the order of the paper. */
export const EXPERIMENTS: readonly Experiment[] = [figure1, figure2a, figure2b, figure2cd, table1];
