// What runs anywhere. Reading files from a disk is in './node'.
export type { DenseEnd } from './dense/file.ts';
export { denseObjection, parseDense, parseDenseCsv } from './dense/parse.ts';
export type { DenseReport, DenseRequest, DenseRows } from './dense/units.ts';
export { DATABASES } from './records/databases/index.ts';
export { FORMS } from './records/forms/index.ts';
export type { RecordFolder } from './records/record-folder.ts';
export type { DatabaseKind } from './records/record-kind.ts';
export { type DatabaseName, databaseOf } from './records/sources/database.ts';
export { parseStateTable, type StateTableRequest } from './records/sources/table.ts';
export type { StateTable, ValueRecord } from './records/sources/table-records.ts';
export type { StateRecord, StateRecords } from './records/state-record.ts';
export type { CellProblem } from './tables/cell-problem.ts';
export { parseFolds } from './tables/folds.ts';
export { parseMatrix } from './tables/matrix.ts';
export { parseTable } from './tables/named-columns.ts';
export { decodeText } from './tables/text-decoder.ts';
export { UnreadableFile } from './tables/unreadable-file.ts';
