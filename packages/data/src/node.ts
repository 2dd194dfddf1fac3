export { readDense, streamDense } from './node-dense.ts';
export { nodeFiles } from './node-files.ts';
export { nodeFolder } from './node-folder.ts';
export { readStateTable } from './node-state-table.ts';
