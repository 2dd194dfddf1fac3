export { calibrationReplications } from './calibration-replications.ts';
export type { Experiment, Outcome, Surroundings, Table } from './experiment.ts';
export { EXPERIMENTS } from './experiments.ts';
export { type ReferenceSeconds, referenceSeconds } from './reference-seconds.ts';
export type { Reproduction } from './reproduction.ts';
export type { Row } from './row.ts';
export type * from './series.ts';
export { crossTarget, designInstances, problemOf, SETTINGS, TARGETS } from './table-1.ts';
