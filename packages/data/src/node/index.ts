export { streamDense } from './dense.ts';
export { densePieces, type PiecesInput, readPieces, relocatedPieces } from './dense-pieces.ts';
export { FetchFailed, type FetchReport, fetchRecords } from './fetch-records.ts';
export { nodeFiles } from './files.ts';
export { nodeFolder } from './folder.ts';
export { makeFolder } from './make-folder.ts';
export { matchingFiles } from './matching-files.ts';
export { readStateTable } from './state-table.ts';
