// What runs anywhere. Reading files from a disk is in './node'.
export type { CellPosition, CellProblem } from './csv-cells.ts';
export { type MatrixText, parseMatrix } from './matrix-csv.ts';
export { parseTable, type TableColumns, type TableText } from './table-csv.ts';
export { decodeText, UnreadableFile } from './unreadable-file.ts';
