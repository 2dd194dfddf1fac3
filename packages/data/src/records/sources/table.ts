import { openTable } from '../../dense/parse.ts';
import { emptyFile, refused } from '../../tables/cell-problem.ts';
import { problemList } from '../../tables/problem-list.ts';
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
  const { columns, rows } = await openTable(name, bytes);
  if (!columns) return refused([emptyFile('a first line of names, as record,time,state, and rows below')]);
  const found = stateLayout(columns, request);
  if (!found.ok) return found;
  const problems = problemList();
  return tableRecords(name, (await rows(columns))(problems), found.layout, problems, request);
}
