// What runs anywhere. Reading files from a disk is in './node'.
export type { CellPosition, CellProblem } from './csv-cells.ts';
export { parseDense } from './dense-bytes.ts';
export { parseDenseCsv } from './dense-csv.ts';
export type { DenseEnd } from './dense-file.ts';
export { parseDenseParquet } from './dense-parquet.ts';
export type { DenseRead, DenseReport, DenseRequest, DenseRows, DenseUnits } from './dense-units.ts';
export { type MatrixText, parseMatrix } from './matrix-csv.ts';
export { parseTable, type TableColumns, type TableText } from './table-csv.ts';
export { decodeText, UnreadableFile } from './unreadable-file.ts';
