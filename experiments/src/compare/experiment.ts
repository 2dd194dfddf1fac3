import type { Workers, WorkOptions } from '@sightline/engine/internal';
import type { StudyFiles } from '@sightline/study';
import type { Row } from './row.ts';
import type { Series } from './series.ts';

/** A table that belongs to an experiment, beyond the numbers that were printed. */
export interface Table {
  title: string;
  columns: string[];
  rows: { name: string; values: number[] }[];
}

export interface Outcome {
  rows: Row[];
  tables?: Table[];
  /** What its picture shows. */
  series?: Series;
  /** Why it was not run: then there are no rows. */
  skipped?: string;
}

/** What an experiment is run with. */
export interface Surroundings extends WorkOptions {
  workers: Workers;
  seed: number;
  /** Fewer replications, for a look and for tests: wider tolerances, the same code. */
  quick: boolean;
  /** Recordings are read through these, from a folder of somebody's own. */
  files: StudyFiles;
  data?: string | undefined;
}

/** A figure or table of the paper. */
export interface Experiment {
  name: string;
  title: string;
  run(surroundings: Surroundings): Promise<Outcome>;
}
