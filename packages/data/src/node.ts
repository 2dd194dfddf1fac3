export { readDense, streamDense } from './node-dense.ts';
export {
  type Database,
  FetchFailed,
  type FetchOptions,
  type FetchProgress,
  type FetchReport,
  fetchRecords,
} from './node-fetch-records.ts';
export { nodeFiles } from './node-files.ts';
export { nodeFolder } from './node-folder.ts';
export { makeFolder } from './node-make-folder.ts';
export { readStateTable } from './node-state-table.ts';
