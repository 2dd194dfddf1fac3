import { isParquet } from '../../formats/parquet/is-parquet.ts';
import { emptyFile, refused } from '../../tables/cell-problem.ts';
import { csvTable, namedLines } from '../../tables/csv-table.ts';
import { unzipped } from '../../tables/gzip.ts';
import { problemList } from '../../tables/problem-list.ts';
import { decodeText } from '../../tables/text-decoder.ts';
import { stateLayout } from './table-layout.ts';
import { type StateTable, tableRecords } from './table-records.ts';
import type { StateTableRequest } from './table-request.ts';

/**
 * Records of states, or of values in time, from the bytes of a table, CSV, CSV.gz or Parquet, which they tell themselves.
 * The columns are `record` and, in seconds from the record's start, `from`, `to`, `state`, or `time`, `state`, where a
 * state lasts until the next time, or `time`, `value`. Bytes that are no table are thrown as UnreadableFile.
 */
export async function parseStateTable(
  name: string,
  bytes: Uint8Array,
  request: StateTableRequest = {},
): Promise<StateTable> {
  if (!isParquet(name, bytes))
    return csvRecords(name, decodeText(name, await unzipped(name, bytes)), request);
  const file = new Uint8Array(bytes).buffer;
  // Most tables are text: what reads the others comes with the first of them.
  const { columnsTable, parquetColumns, parquetHead } = await import('../../formats/parquet/table.ts');
  const metadata = await parquetHead(name, file);
  const found = stateLayout(parquetColumns(metadata), request);
  if (!found.ok) return found;
  const table = await columnsTable(name, file, metadata, found.layout.columns);
  return tableRecords(name, table, found.layout, problemList(), request);
}

function csvRecords(name: string, text: string, request: StateTableRequest): StateTable {
  const { columns, lines } = namedLines(text);
  if (!columns) return refused([emptyFile('a first line of names, as record,time,state, and rows below')]);
  const found = stateLayout(columns, request);
  if (!found.ok) return found;
  const problems = problemList();
  const table = csvTable(lines, columns.length, 0, problems);
  return tableRecords(name, table, found.layout, problems, request);
}
