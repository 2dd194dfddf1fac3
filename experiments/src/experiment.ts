import { thisThread, type Workers, type WorkOptions } from '@sightline/engine';
import { runReplications } from './calibration-replications.ts';
import { figure2aRows, figure2bRows, figure2cdRows } from './calibration-rows.ts';
import { figure1Rows } from './figure-1.ts';
import { figure2a } from './figure-2a.ts';
import { figure2b } from './figure-2b.ts';
import { figure2cd } from './figure-2cd.ts';
import type { Row } from './row.ts';
import { designInstances } from './table-1.ts';
import { crossTargetTables, table1Rows } from './table-1-rows.ts';

/** A table that belongs to an experiment, beyond the numbers that were printed. */
export interface Table {
  title: string;
  columns: string[];
  rows: { name: string; values: number[] }[];
}

export interface Outcome {
  rows: Row[];
  tables?: Table[];
}

/** A figure or table of the paper. */
export interface Experiment {
  name: string;
  title: string;
  run(workers: Workers | undefined, seed: number, options?: WorkOptions): Promise<Outcome>;
}

export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'figure-1',
    title: 'Two worlds, one benchmark, and what more measurements leave undecided',
    run: async () => ({ rows: figure1Rows() }),
  },
  {
    name: 'figure-2a',
    title: 'Uniform error against the number of calibration units',
    async run(workers, seed, options) {
      const setting = { ...figure2a, seed };
      return { rows: figure2aRows(setting, await runReplications(setting, workers ?? thisThread, options)) };
    },
  },
  {
    name: 'figure-2b',
    title: 'Regret of the protocol selected, against twice the uniform error',
    async run(workers, seed, options) {
      const found = [];
      for (const own of figure2b) {
        const setting = { ...own, seed };
        const replications = await runReplications(setting, workers ?? thisThread, options);
        found.push({ setting, replications });
      }
      return { rows: figure2bRows(found) };
    },
  },
  {
    name: 'figure-2cd',
    title: 'Nested classes of protocols: selection regret and uniform error',
    async run(workers, seed, options) {
      const setting = { ...figure2cd, seed };
      return { rows: figure2cdRows(setting, await runReplications(setting, workers ?? thisThread, options)) };
    },
  },
  {
    name: 'table-1',
    title: 'Design objectives and searches against the exhaustive optimum',
    run: async () => ({ rows: table1Rows(await designInstances()), tables: crossTargetTables() }),
  },
];
