export { calibrationReplications } from './calibration-replications.ts';
export { EXPERIMENTS, type Experiment, type Outcome, type Table } from './experiment.ts';
export type { Row } from './row.ts';
export { crossTarget, designInstances, problemOf, SETTINGS, TARGETS } from './table-1.ts';
