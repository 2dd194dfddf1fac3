// What runs anywhere. Reading files from a disk is in './node'.

export type { DenseEnd } from './dense/file.ts';
export { denseObjection, parseDense, parseDenseCsv } from './dense/parse.ts';
export type { DenseRead, DenseReport, DenseRequest, DenseRows, DenseUnits } from './dense/units.ts';
export {
  type EdfAnnotation,
  type EdfAnnotations,
  type EdfOptions,
  parseEdfAnnotations,
} from './formats/edf/annotations.ts';
export type { RecordingProblem } from './formats/recording-problem.ts';
export {
  parseWfdbAnnotations,
  type WfdbAnnotation,
  type WfdbAnnotations,
  type WfdbOptions,
} from './formats/wfdb/annotations.ts';
export { parseWfdbHeader, type WfdbHeader, type WfdbHeaderRead } from './formats/wfdb/header.ts';
export { parseXls, type XlsCell, type XlsTable } from './formats/xls/table.ts';
export { ltafRecords } from './records/ltaf.ts';
export type { RecordFolder } from './records/record-folder.ts';
export { sleepEdfRecords } from './records/sleep-edf.ts';
export type { StateInterval, StateRecord, StateRecords } from './records/state-record.ts';
export { parseStateTable, type StateTableRequest } from './records/state-table.ts';
export type { StateTable, ValueRecord } from './records/table-records.ts';
export type { CellPosition, CellProblem } from './tables/cell-problem.ts';
export { type FoldsTable, type FoldsText, parseFolds } from './tables/folds.ts';
export { type MatrixText, parseMatrix } from './tables/matrix.ts';
export { parseTable, type TableColumns, type TableText } from './tables/named-columns.ts';
export { decodeText, UnreadableFile } from './tables/unreadable-file.ts';
