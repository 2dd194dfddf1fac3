// What runs anywhere. Reading files from a disk is in './node'.
export type { CellPosition, CellProblem } from './csv-cells.ts';
export { denseObjection, parseDense } from './dense-bytes.ts';
export { parseDenseCsv } from './dense-csv.ts';
export type { DenseEnd } from './dense-file.ts';
export { parseDenseParquet } from './dense-parquet.ts';
export type { DenseRead, DenseReport, DenseRequest, DenseRows, DenseUnits } from './dense-units.ts';
export {
  type EdfAnnotation,
  type EdfAnnotations,
  type EdfOptions,
  parseEdfAnnotations,
} from './edf-annotations.ts';
export { type FoldsTable, type FoldsText, parseFolds } from './folds-csv.ts';
export { ltafRecords } from './ltaf.ts';
export { type MatrixText, parseMatrix } from './matrix-csv.ts';
export type { RecordFolder } from './record-folder.ts';
export type { RecordingProblem } from './recording-problem.ts';
export { sleepEdfRecords } from './sleep-edf.ts';
export type { StateInterval, StateRecord, StateRecords } from './state-record.ts';
export { parseStateTable, type StateTableRequest } from './state-table.ts';
export type { StateTable, ValueRecord } from './state-table-records.ts';
export { parseTable, type TableColumns, type TableText } from './table-csv.ts';
export { decodeText, UnreadableFile } from './unreadable-file.ts';
export {
  parseWfdbAnnotations,
  type WfdbAnnotation,
  type WfdbAnnotations,
  type WfdbOptions,
} from './wfdb-annotations.ts';
export { parseWfdbHeader, type WfdbHeader, type WfdbHeaderRead } from './wfdb-header.ts';
export { parseXls, type XlsCell, type XlsTable } from './xls-table.ts';
