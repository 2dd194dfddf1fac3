import { type DenseEnd, denseFile } from '../dense/file.ts';
import { denseLayout } from '../dense/header.ts';
import type { DenseRequest, DenseRows } from '../dense/units.ts';
import { brokenParquet, parquetColumns, parquetHead } from '../formats/parquet/table.ts';
import { refused } from '../tables/cell-problem.ts';
import { otherColumns } from '../tables/same-columns.ts';
import { withDuckdb } from './duckdb.ts';
import { distinctTables, duckdbTables, isGrouped, ordersIn, parquetSource } from './duckdb-tables.ts';
import { openFile, readable } from './files.ts';

/** Parquet through DuckDB; the header is read as in browsers, so that its problems are the same. */
export async function streamParquet(
  paths: readonly string[],
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
): Promise<DenseEnd> {
  const heads = await Promise.all(paths.map(headOnDisk));
  const columns = heads.map(parquetColumns);
  const found = denseLayout(columns[0]!, request);
  if (!found.ok) return found;
  const other = otherColumns(paths, columns);
  if (other.length > 0) return refused(other);
  const { layout } = found;
  const grouped = isGrouped(layout, request);
  const broken = (error: unknown) => brokenParquet(paths.join(', '), error);
  const rows = heads.map((head) => Number(head.num_rows));
  return withDuckdb(async (connection) => {
    const source = await parquetSource(connection, paths, rows).catch((error) => {
      throw broken(error);
    });
    const pass = { connection, source, layout, grouped, broken };
    const orders = await ordersIn(pass);
    const file = denseFile(layout, request, { distinct: true, orders });
    for await (const table of distinctTables(pass)) {
      if (table === 'repeated') {
        // To say where all of them are, their names are worth the memory.
        const everyName = denseFile(layout, request, { orders });
        for await (const again of duckdbTables(pass)) everyName.add(again);
        return everyName.end();
      }
      const rows = file.add(table);
      if (file.isGood()) onChunk(rows);
    }
    return file.end();
  });
}

/** What a Parquet file on disk says of itself. */
export async function headOnDisk(path: string) {
  const file = await openFile(path);
  try {
    const { size: byteLength } = await file.stat();
    return await parquetHead(path, {
      byteLength,
      async slice(from, to = byteLength) {
        const bytes = new Uint8Array(to - from);
        const { bytesRead } = await readable(path, () => file.read(bytes, 0, bytes.length, from));
        return bytes.buffer.slice(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}
