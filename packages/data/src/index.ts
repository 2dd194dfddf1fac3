// What runs anywhere. Reading files from a disk is in './node'.
export { LARGEST, usable } from './dense/cell.ts';
export type { DenseEnd } from './dense/file.ts';
export { parseDense, parseDenseCsv } from './dense/parse.ts';
export { namesUnits, sharedBeginnings } from './dense/repeated-units.ts';
export {
  type FinishedSample,
  MOST_HELD,
  type RecordTarget,
  type SampleKind,
  sampleInProgress,
} from './dense/sample.ts';
export type { DataSurvey, SizeClass } from './dense/survey.ts';
export { type LookedColumn, lookAtTable, type TableLook } from './dense/table-look.ts';
export type { DenseReport, DenseRequest, DenseRows } from './dense/units.ts';
export { DATABASES } from './records/databases/index.ts';
export { FORMS } from './records/forms/index.ts';
export type { RecordFolder } from './records/record-folder.ts';
export type { DatabaseKind } from './records/record-kind.ts';
export { type DatabaseName, databaseOf } from './records/sources/database.ts';
export type { StatesRole, StatesSaid } from './records/sources/foreign-cells.ts';
export { foreignStates, PAUSE } from './records/sources/foreign-states.ts';
export type { ForeignStates } from './records/sources/states-csv.ts';
export { parseStateTable } from './records/sources/table.ts';
export type { StateTable } from './records/sources/table-records.ts';
export type { StateTableRequest } from './records/sources/table-request.ts';
export type { StateRecord, StateRecords, ValueRecord } from './records/state-record.ts';
export { type ProtocolReadings, parseProtocolReadings } from './sparse/protocol-readings.ts';
export { parseSparse, type SparseReport, type SparseTable } from './sparse/readings.ts';
export type { CellProblem } from './tables/cell-problem.ts';
export type { Separator } from './tables/csv.ts';
export { parseFolds } from './tables/folds.ts';
export { unzipped } from './tables/gzip.ts';
export { parseMatrix } from './tables/matrix.ts';
export { parseTable } from './tables/named-columns.ts';
export { nearestName } from './tables/nearest-name.ts';
export { type CsvForm, isPlain, plainCsv } from './tables/plain-csv.ts';
export { decodeText } from './tables/text-decoder.ts';
export { clockText, dateOrders, timestampOf } from './tables/timestamp.ts';
export { UnreadableFile } from './tables/unreadable-file.ts';
