import { cellsOf, emptyFile, linesOf } from './csv-cells.ts';
import { isParquet } from './dense-bytes.ts';
import { csvTable, isBlank } from './dense-csv.ts';
import { columnsTable, parquetColumns, parquetHead } from './dense-parquet.ts';
import { problemList } from './problem-list.ts';
import { stateLayout } from './state-table-layout.ts';
import { type StateTable, tableRecords } from './state-table-records.ts';
import { decodeText } from './unreadable-file.ts';

export interface StateTableRequest {
  /** Columns of numbers that are constant for a record. */
  covariates?: readonly string[];
}

/**
 * Records of states, or of values in time, from the bytes of a table, CSV or Parquet, which they tell themselves. The
 * columns are `record` and, in seconds from the record's start, `from`, `to`, `state`, or `time`, `state`, where a
 * state lasts until the next time, or `time`, `value`. Bytes that are no table are thrown as UnreadableFile.
 */
export async function parseStateTable(
  name: string,
  bytes: Uint8Array,
  request: StateTableRequest = {},
): Promise<StateTable> {
  if (!isParquet(name, bytes)) return csvRecords(name, decodeText(name, bytes), request);
  const file = new Uint8Array(bytes).buffer;
  const metadata = await parquetHead(name, file);
  const found = stateLayout(parquetColumns(metadata), request.covariates ?? []);
  if (!found.ok) return found;
  const table = await columnsTable(name, file, metadata, found.layout.columns);
  return tableRecords(name, table, found.layout, problemList());
}

function csvRecords(name: string, text: string, { covariates = [] }: StateTableRequest): StateTable {
  const lines = linesOf(text.replace(/^\ufeff/, ''));
  const start = lines.findIndex((line) => !isBlank(line));
  const header = lines[start];
  if (!header)
    return {
      ok: false,
      problems: [emptyFile('a first line of names, as record,time,state, and rows below')],
    };
  const columns = cellsOf(header.text).map(({ text: column, column: at }) => ({
    name: column,
    line: header.number,
    column: at,
    kind: 'cells' as const,
  }));
  const found = stateLayout(columns, covariates);
  if (!found.ok) return found;
  const problems = problemList();
  const rows = lines.slice(start + 1).filter((line) => !isBlank(line));
  const table = csvTable(rows, columns.length, 0, { refuse: problems.add });
  return tableRecords(name, table, found.layout, problems);
}
