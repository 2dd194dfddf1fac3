import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { DenseLayout } from '../dense/header.ts';
import type { DenseRequest } from '../dense/units.ts';
import { type ColumnTable, momentsOf, parquetTable } from '../tables/column-table.ts';
import { numberOf } from '../tables/csv.ts';
import { type DateOrders, dateOrders, momentText } from '../tables/timestamp.ts';
import { sqlName, sqlPath, sqlText, withDuckdb } from './duckdb.ts';
import { seenNames } from './seen-names.ts';

/** A file as DuckDB reads it, or several one after the other. */
interface DuckdbSource {
  /** A table expression. */
  from: string;
  /** Its columns in the order of the header. */
  columns: string[];
  /** The same as doubles. */
  numbers: string[];
  /** The number of a row, from 0. */
  rowNumber: string;
  /** Where there are several files: which a row is of, and its number there. */
  placeOf?: ((row: number) => { file: string; row: number }) | undefined;
}

/** What a CSV writes for no value. What is not among these stops DuckDB, and the reader in TypeScript decides. */
const NULLS = ['', 'NA', 'N/A', '#N/A', 'null', 'NULL', 'None', '.', '-'];

const sqlPaths = (paths: readonly string[]) => `[${paths.map(sqlPath).join(', ')}]`;

export function csvSource(paths: readonly string[], layout: DenseLayout, zipped: boolean): DuckdbSource {
  const columns = layout.columns.map((_, k) => `c${k}`);
  const types = columns.map(
    (name, k) => `${sqlText(name)}: ${layout.texts.has(k) || !layout.used.has(k) ? "'VARCHAR'" : "'DOUBLE'"}`,
  );
  return {
    from: `read_csv(${sqlPaths(paths)}, auto_detect = false, header = false, skip = ${layout.columns[0]!.line}, delim = ',', quote = '"', escape = '"', compression = '${zipped ? 'gzip' : 'none'}', nullstr = [${NULLS.map(sqlText).join(', ')}], columns = {${types.join(', ')}})`,
    columns,
    numbers: columns.map(asDouble),
    rowNumber: 'row_number() OVER () - 1',
  };
}

const asDouble = (expression: string) => `CAST(${expression} AS DOUBLE)`;

/** Decimals of so many digits are whole numbers over a power of ten that are both doubles. */
const DIGITS_OF_DOUBLES = 15;

/** A column as doubles. DuckDB takes long decimals apart in two, and rounds both; their text it rounds once. */
function numberOfType(column: string, type: string): string {
  const digits = Number(/^DECIMAL\((\d+)/.exec(type)?.[1] ?? 0);
  return asDouble(digits > DIGITS_OF_DOUBLES ? `CAST(${column} AS VARCHAR)` : column);
}

/** `rows` are those of each file. */
export async function parquetSource(
  connection: DuckDBConnection,
  paths: readonly string[],
  rows: readonly number[],
): Promise<DuckdbSource> {
  const heads: TypedColumn[][] = [];
  for (const path of paths) heads.push(await typedColumns(connection, path));
  const from = (more: string) => `read_parquet(${sqlPaths(paths)}, hive_partitioning = false${more})`;
  const common = heads[0]!.map((_, k) => commonColumn(heads.map((head) => head[k]!)));
  const columns = common.map(({ name }) => name);
  const numbers = common.map(({ name, type }) => numberOfType(name, type));
  if (paths.length === 1)
    return { from: from(', file_row_number = true'), columns, numbers, rowNumber: 'file_row_number' };
  const isOne = heads.every((head) => head.every(({ type }, k) => type === heads[0]![k]!.type));
  return {
    from: isOne ? from('') : `(${unionOf(paths, heads, common)})`,
    columns,
    numbers,
    rowNumber: 'row_number() OVER () - 1',
    placeOf: placeIn(paths, rows),
  };
}

/** A column by its name in SQL, and the type that DuckDB has for it. */
interface TypedColumn {
  name: string;
  type: string;
}

async function typedColumns(connection: DuckDBConnection, path: string): Promise<TypedColumn[]> {
  // DuckDB renames columns whose names differ in capitals only.
  const head = await connection.run(
    `SELECT * FROM read_parquet(${sqlPaths([path])}, hive_partitioning = false) LIMIT 0`,
  );
  const types = head.columnTypes();
  return head.columnNames().map((name, k) => ({ name: sqlName(name), type: String(types[k]) }));
}

const INTEGERS = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/;
const NUMBERS = /^(FLOAT|DOUBLE|DECIMAL.*)$/;

/** What a column is in all files together, each of which has a type of its own. */
function commonColumn(own: readonly TypedColumn[]): TypedColumn {
  const { name, type } = own[0]!;
  const every = (is: (type: string) => boolean) => own.every((column) => is(column.type));
  if (every((other) => other === type)) return { name, type };
  if (every((other) => INTEGERS.test(other))) return { name, type: 'HUGEINT' };
  if (every((other) => INTEGERS.test(other) || NUMBERS.test(other))) return { name, type: 'DOUBLE' };
  return { name, type: every((other) => other !== 'VARCHAR') ? type : 'VARCHAR' };
}

/** Files one after the other. In one list DuckDB would round what they hold to the types of the first. */
function unionOf(
  paths: readonly string[],
  heads: readonly (readonly TypedColumn[])[],
  common: readonly TypedColumn[],
): string {
  const selects = paths.map((path, f) => {
    const cells = heads[f]!.map(({ name, type }, k) => {
      const wanted = common[k]!;
      const cell = wanted.type === 'DOUBLE' ? numberOfType(name, type) : `CAST(${name} AS ${wanted.type})`;
      return `${type === wanted.type ? name : cell} AS ${wanted.name}`;
    });
    return `SELECT ${cells.join(', ')} FROM read_parquet(${sqlPaths([path])}, hive_partitioning = false)`;
  });
  return selects.join(' UNION ALL ');
}

/** Rows of several files are counted through. */
function placeIn(paths: readonly string[], rows: readonly number[]): DuckdbSource['placeOf'] {
  const before: number[] = [];
  rows.reduce((sum, count) => {
    before.push(sum);
    return sum + count;
  }, 0);
  return (row) => {
    const k = before.findLastIndex((first) => first <= row);
    return { file: paths[k]!, row: row - before[k]! };
  };
}

/** What JavaScript trims, so that both readers have the same names. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Labels that are floating-point numbers are spelled by JavaScript. */
function isSpelledHere(layout: DenseLayout, column: number): boolean {
  return layout.columns[column]!.kind === 'numbers';
}

function expression({ columns, numbers }: DuckdbSource, layout: DenseLayout, column: number): string {
  if (!layout.used.has(column)) return 'CAST(NULL AS DOUBLE)';
  if (momentsOf(layout.columns[column]!.kind)) return `CAST(epoch_us(${columns[column]}) AS DOUBLE) / 1000`;
  return layout.texts.has(column) && !isSpelledHere(layout, column)
    ? `trim(CAST(${columns[column]} AS VARCHAR), ${sqlText(BLANKS)})`
    : numbers[column]!;
}

/** Whether a unit may have several rows, which must then come together. */
export function isGrouped(
  { body, replicate, trajectory }: DenseLayout,
  { duplicates }: DenseRequest,
): boolean {
  return (
    body.format === 'long' || replicate !== undefined || trajectory !== undefined || duplicates === 'average'
  );
}

/** One pass over a file. */
interface DuckdbPass {
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
export async function* duckdbTables(pass: DuckdbPass): AsyncGenerator<ColumnTable> {
  if (pass.grouped) {
    yield* tablesOfUnits(pass);
    return;
  }
  let rows = 0;
  for await (const columns of chunksOf(pass)) {
    const before = rows;
    yield tableOf(columns, (row) => before + row, pass.source);
    rows += columns[0]!.length;
  }
}

/** Chunks of sorted rows, put together and cut between units. */
async function* tablesOfUnits(pass: DuckdbPass): AsyncGenerator<ColumnTable> {
  const width = pass.layout.columns.length;
  const table = (columns: Column[]) =>
    tableOf(columns, (row) => (columns[width] as Float64Array)[row]!, pass.source);
  let pieces: Column[][] = [];
  let rows = 0;
  for await (const columns of chunksOf(pass)) {
    pieces.push(columns);
    rows += columns[0]!.length;
    if (rows * width < CELLS) continue;
    const joined = joinedColumns(pieces);
    const units = joined[pass.layout.unit] as string[];
    let cut = rows - 1;
    while (cut > 0 && units[cut] === units[cut - 1]) cut--;
    if (cut > 0) yield table(joined.map((column) => column.slice(0, cut)));
    pieces = [joined.map((column) => column.slice(cut))];
    rows -= cut;
  }
  if (rows > 0) yield table(joinedColumns(pieces));
}

/** The columns of the header, chunk after chunk; sorted rows with their numbers as one column more. */
async function* chunksOf({
  connection,
  source,
  layout,
  grouped,
  broken,
}: DuckdbPass): AsyncGenerator<Column[]> {
  const wanted = layout.columns.map((_, k) => `${expression(source, layout, k)} AS v${k}`).join(', ');
  const plain = `SELECT ${wanted} FROM ${source.from}`;
  const sorted = `SELECT * FROM (SELECT ${wanted}, CAST(${source.rowNumber} AS DOUBLE) AS r FROM ${source.from}) ORDER BY min(r) OVER (PARTITION BY v${layout.unit}), r`;
  const failed = (error: unknown) => {
    throw broken(error);
  };
  const result = await connection.stream(grouped ? sorted : plain).catch(failed);
  const width = layout.columns.length + (grouped ? 1 : 0);
  // Rows that are not kept for later can all use the same memory.
  const rooms: Float64Array[] = [];
  for (;;) {
    const chunk = await result.fetchChunk().catch(failed);
    const rows = chunk?.rowCount ?? 0;
    if (!chunk || rows === 0) return;
    yield Array.from({ length: width }, (_, k) => {
      if (layout.texts.has(k)) return namesIn(chunk, k, momentsOf(layout.columns[k]!.kind));
      const room = grouped ? undefined : rooms[k];
      rooms[k] = room && room.length >= rows ? room : new Float64Array(rows);
      return numbersIn(chunk, k, rooms[k]!.subarray(0, rows));
    });
  }
}

function tableOf(columns: Column[], rowOf: (row: number) => number, { placeOf }: DuckdbSource): ColumnTable {
  const numbers = columns.map((column) => (Array.isArray(column) ? undefined : column));
  return parquetTable(
    columns[0]!.length,
    (k) => columns[k] as string[],
    (k) => (numbers[k] ??= Float64Array.from(columns[k] as string[], numberOf)),
    placeOf ? (row) => placeOf(rowOf(row)).row : rowOf,
    (row, k) => (Array.isArray(columns[k]) ? columns[k][row] : undefined),
    placeOf && ((row) => placeOf(rowOf(row)).file),
  );
}

function joinedColumns(pieces: readonly Column[][]): Column[] {
  return pieces[0]!.map((first, k) => {
    const parts = pieces.map((columns) => columns[k]!);
    if (Array.isArray(first)) return (parts as string[][]).flat();
    const joined = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
    let from = 0;
    for (const part of parts as Float64Array[]) {
      joined.set(part, from);
      from += part.length;
    }
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

function namesIn(chunk: DuckDBDataChunk, column: number, zone?: 'local' | 'utc'): string[] {
  return chunk
    .getColumnValues(column)
    .map((value) => (value === null ? '' : zone ? momentText(Number(value), zone) : String(value)));
}

/** What the dates of all rows say about their order, where they have to be asked. */
export async function ordersIn(pass: DuckdbPass): Promise<DateOrders | undefined> {
  const { connection, source, layout, broken } = pass;
  if (layout.body.format !== 'long' || !layout.texts.has(layout.body.time)) return undefined;
  const orders = dateOrders();
  if (momentsOf(layout.columns[layout.body.time]!.kind)) return orders;
  const failed = (error: unknown) => {
    throw broken(error);
  };
  const text = expression(source, layout, layout.body.time);
  const result = await connection.stream(`SELECT ${text} FROM ${source.from}`).catch(failed);
  for (;;) {
    const chunk = await result.fetchChunk().catch(failed);
    if (!chunk || chunk.rowCount === 0) return orders;
    for (const one of namesIn(chunk, 0)) orders.see(one);
  }
}

/** The tables of a file as long as no unit is in two of them, or twice in one; then 'repeated'. */
export async function* distinctTables(pass: DuckdbPass): AsyncGenerator<ColumnTable | 'repeated'> {
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
