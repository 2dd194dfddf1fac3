import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { DenseLayout } from './dense-header.ts';
import { parquetTable } from './dense-parquet.ts';
import type { DenseTable } from './dense-table.ts';
import type { DenseRequest } from './dense-units.ts';
import { sqlName, sqlPath, sqlText, withDuckdb } from './node-duckdb.ts';
import { seenNames } from './node-seen-names.ts';

/** A file as DuckDB reads it. */
export interface DuckdbSource {
  /** A table expression. */
  from: string;
  /** Its columns in the order of the header. */
  columns: string[];
  /** The number of a row, from 0. */
  rowNumber: string;
}

/** What a CSV writes for no value. What is not among these stops DuckDB, and the reader in TypeScript decides. */
const NULLS = ['', 'NA', 'N/A', '#N/A', 'null', 'NULL', 'None', '.', '-'];

export function csvSource(path: string, layout: DenseLayout): DuckdbSource {
  const columns = layout.columns.map((_, k) => `c${k}`);
  const types = columns.map(
    (name, k) => `${sqlText(name)}: ${isLabel(layout, k) ? "'VARCHAR'" : "'DOUBLE'"}`,
  );
  return {
    from: `read_csv(${sqlPath(path)}, auto_detect = false, header = false, skip = ${layout.columns[0]!.line}, delim = ',', quote = '"', escape = '"', compression = 'none', nullstr = [${NULLS.map(sqlText).join(', ')}], columns = {${types.join(', ')}})`,
    columns,
    rowNumber: 'row_number() OVER () - 1',
  };
}

export async function parquetSource(connection: DuckDBConnection, path: string): Promise<DuckdbSource> {
  const from = (more: string) => `read_parquet(${sqlPath(path)}, hive_partitioning = false${more})`;
  // DuckDB renames columns whose names differ in capitals only.
  const head = await connection.run(`SELECT * FROM ${from('')} LIMIT 0`);
  return {
    from: from(', file_row_number = true'),
    columns: head.columnNames().map(sqlName),
    rowNumber: 'file_row_number',
  };
}

function isLabel(layout: DenseLayout, column: number): boolean {
  return column === layout.unit || column === layout.replicate;
}

/** What JavaScript trims, so that both readers have the same names. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Labels that are floating-point numbers are spelled by JavaScript. */
function isSpelledHere(layout: DenseLayout, column: number): boolean {
  return layout.columns[column]!.kind === 'numbers';
}

function expression({ columns }: DuckdbSource, layout: DenseLayout, column: number): string {
  return isLabel(layout, column) && !isSpelledHere(layout, column)
    ? `trim(CAST(${columns[column]} AS VARCHAR), ${sqlText(BLANKS)})`
    : `CAST(${columns[column]} AS DOUBLE)`;
}

/** Whether a unit may have several rows, which must then come together. */
export function isGrouped({ body, replicate }: DenseLayout, { duplicates }: DenseRequest): boolean {
  return body.format === 'long' || replicate !== undefined || duplicates === 'average';
}

/** One pass over a file. */
export interface DuckdbPass {
  connection: DuckDBConnection;
  source: DuckdbSource;
  layout: DenseLayout;
  /** Whether units may have several rows. */
  grouped: boolean;
  /** What to throw where DuckDB cannot go on. */
  broken(error: unknown): Error;
}

/** Columns of a table: names, or numbers. */
type Column = string[] | Float64Array;

/** Tables of units with several rows have about as many cells as this. */
const CELLS = 1 << 19;

/**
 * The rows of a file as a sequence of small tables, in the order of the file. Where units have several rows DuckDB sorts
 * them first, by the first appearance of their unit, so that each unit is within one table. A table holds until the next.
 */
export async function* duckdbTables({
  connection,
  source,
  layout,
  grouped,
  broken,
}: DuckdbPass): AsyncGenerator<DenseTable> {
  const wanted = layout.columns.map((_, k) => `${expression(source, layout, k)} AS v${k}`).join(', ');
  const sorted = `SELECT * FROM (SELECT ${wanted}, CAST(${source.rowNumber} AS DOUBLE) AS r FROM ${source.from}) ORDER BY min(r) OVER (PARTITION BY v${layout.unit}), r`;
  const failed = (error: unknown) => {
    throw broken(error);
  };
  const plain = `SELECT ${wanted} FROM ${source.from}`;
  const result = await connection.stream(grouped ? sorted : plain).catch(failed);
  const width = layout.columns.length;
  // Tables that are not kept can use the same memory.
  const rooms: Float64Array[] = [];
  let [rowsBefore, pending]: [number, Column[] | undefined] = [0, undefined];
  for (;;) {
    const chunk = await result.fetchChunk().catch(failed);
    const rows = chunk?.rowCount ?? 0;
    if (!chunk || rows === 0) break;
    const columns = Array.from({ length: width + (grouped ? 1 : 0) }, (_, k) => {
      if (k < width && isLabel(layout, k)) return namesIn(chunk, k);
      const room = grouped ? undefined : rooms[k];
      rooms[k] = room && room.length >= rows ? room : new Float64Array(rows);
      return numbersIn(chunk, k, rooms[k]!.subarray(0, rows));
    });
    if (!grouped) {
      const before = rowsBefore;
      yield tableOf(columns, (row) => before + row);
    } else {
      const joined: Column[] = pending ? joinedColumns(pending, columns) : columns;
      const units = joined[layout.unit] as string[];
      let cut = units.length * width >= CELLS ? units.length - 1 : 0;
      while (cut > 0 && units[cut] === units[cut - 1]) cut--;
      if (cut > 0)
        yield sortedTable(
          joined.map((column) => column.slice(0, cut)),
          width,
        );
      pending = joined.map((column) => column.slice(cut));
    }
    rowsBefore += rows;
  }
  if (pending) yield sortedTable(pending, width);
}

function sortedTable(columns: Column[], width: number): DenseTable {
  const rows = columns[width] as Float64Array;
  return tableOf(columns, (row) => rows[row]!);
}

function tableOf(columns: Column[], rowOf: (row: number) => number): DenseTable {
  return parquetTable(
    columns[0]!.length,
    (k) => columns[k] as string[],
    (k) => columns[k] as Float64Array,
    rowOf,
  );
}

function joinedColumns(first: Column[], second: Column[]): Column[] {
  return first.map((column, k) => {
    if (Array.isArray(column)) return [...column, ...(second[k] as string[])];
    const joined = new Float64Array(column.length + second[k]!.length);
    joined.set(column);
    joined.set(second[k] as Float64Array, column.length);
    return joined;
  });
}

function numbersIn(chunk: DuckDBDataChunk, column: number, numbers: Float64Array): Float64Array {
  const vector = chunk.getColumnVector(column);
  for (let i = 0; i < numbers.length; i++) {
    const value = vector.getItem(i);
    numbers[i] = value === null ? Number.NaN : (value as number);
  }
  return numbers;
}

function namesIn(chunk: DuckDBDataChunk, column: number): string[] {
  return chunk.getColumnValues(column).map((value) => (value === null ? '' : String(value)));
}

/** The tables of a file as long as no unit is in two of them, or twice in one; then 'repeated'. */
export async function* distinctTables(pass: DuckdbPass): AsyncGenerator<DenseTable | 'repeated'> {
  const isSeen = seenNames();
  for await (const table of duckdbTables(pass)) {
    const suspects = pass.grouped
      ? []
      : table.labels(pass.layout.unit).filter((name) => name && isSeen(name));
    for (const name of suspects)
      if ((await countUnit(pass, name)) > 1) {
        yield 'repeated';
        return;
      }
    yield table;
  }
}

/** How often a unit's name stands in a file. */
async function countUnit({ source, layout, broken }: DuckdbPass, unit: string): Promise<number> {
  const name = isSpelledHere(layout, layout.unit) ? `CAST(${sqlText(unit)} AS DOUBLE)` : sqlText(unit);
  const where = `${expression(source, layout, layout.unit)} = ${name}`;
  // A connection has one stream at a time.
  return withDuckdb(async (connection) => {
    const sql = `SELECT count(*) FROM ${source.from} WHERE ${where}`;
    const found = await connection.runAndReadAll(sql).catch((error) => {
      throw broken(error);
    });
    return Number(found.getRows()[0]![0]);
  });
}
