// What runs anywhere. Reading files from a disk is in './node'.
export { type CellPosition, type CellProblem, type MatrixText, parseMatrix } from './matrix-csv.ts';
export { decodeText, UnreadableFile } from './unreadable-file.ts';
