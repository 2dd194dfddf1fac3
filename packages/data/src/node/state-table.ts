import { isParquet } from '../formats/parquet/is-parquet.ts';
import { brokenParquet, parquetColumns } from '../formats/parquet/table.ts';
import { parseStateTable } from '../records/sources/table.ts';
import { type StateLayout, stateLayout } from '../records/sources/table-layout.ts';
import { type StateTable, tableRecords } from '../records/sources/table-records.ts';
import type { StateTableRequest } from '../records/sources/table-request.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import { parquetTable } from '../tables/column-table.ts';
import { problemList } from '../tables/problem-list.ts';
import { headOnDisk } from './dense-parquet.ts';
import { withDuckdb } from './duckdb.ts';
import { parquetSource } from './duckdb-tables.ts';
import { nodeFiles } from './files.ts';

/** The same from a file on disk. Parquet goes through DuckDB, which unpacks every compression. */
export async function readStateTable(path: string, request: StateTableRequest = {}): Promise<StateTable> {
  const bytes = await nodeFiles.read(path);
  if (!isParquet(path, bytes)) return parseStateTable(path, bytes, request);
  const found = stateLayout(parquetColumns(await headOnDisk(path)), request);
  if (!found.ok) return found;
  return tableRecords(path, await duckdbTable(path, found.layout), found.layout, problemList(), request);
}

async function duckdbTable(path: string, { columns }: StateLayout): Promise<ColumnTable> {
  try {
    return await withDuckdb(async (connection) => {
      const source = await parquetSource(connection, [path], []);
      const wanted = columns.map(({ kind }, k) =>
        kind === 'text' || typeof kind === 'object'
          ? `CAST(${source.columns[k]} AS VARCHAR)`
          : source.numbers[k],
      );
      const sql = `SELECT ${wanted.join(', ')} FROM ${source.from} ORDER BY ${source.rowNumber}`;
      const result = await connection.runAndReadAll(sql);
      const cells = result.getColumns() as (string | number | null)[][];
      return parquetTable(
        result.currentRowCount,
        (k) => (cells[k] ?? []).map((cell) => (cell === null ? '' : String(cell).trim())),
        (k) => Float64Array.from(cells[k] ?? [], (cell) => (cell === null ? Number.NaN : Number(cell))),
      );
    });
  } catch (error) {
    throw brokenParquet(path, error);
  }
}
