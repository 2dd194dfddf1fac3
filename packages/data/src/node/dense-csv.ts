import type { Matrix } from '@sightline/engine/internal';
import { type DenseEnd, denseFile } from '../dense/file.ts';
import type { DenseLayout } from '../dense/header.ts';
import { csvLayout } from '../dense/parse.ts';
import type { DenseRequest, DenseRows } from '../dense/units.ts';
import { refused } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import type { Line } from '../tables/csv.ts';
import { isBlank } from '../tables/csv.ts';
import { columnsOf, csvTable } from '../tables/csv-table.ts';
import { otherColumns } from '../tables/same-columns.ts';
import { OtherEncoding } from '../tables/text-decoder.ts';
import { csvLines } from './csv-lines.ts';
import { hasDigitGroups } from './digit-groups.ts';
import { withDuckdb } from './duckdb.ts';
import { csvSource, distinctTables, isGrouped, ordersIn } from './duckdb-tables.ts';

/** Thrown where DuckDB stops at a CSV, or reads it otherwise than we do. */
class LeftToTypeScript extends Error {}

/** Characters of a block of lines. */
const BLOCK = 1 << 24;

/**
 * CSV through DuckDB as long as nothing is wrong with it. Otherwise the reader in TypeScript has the last word, which
 * knows lines and columns; it goes on after the units that were handed over, since both read the same.
 */
export async function streamCsv(
  paths: readonly string[],
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
  zipped = false,
): Promise<DenseEnd> {
  try {
    return await streamText(paths, request, onChunk, zipped);
  } catch (error) {
    if (error instanceof OtherEncoding) return refused([error.problem]);
    throw error;
  }
}

async function streamText(
  paths: readonly string[],
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
  zipped: boolean,
): Promise<DenseEnd> {
  const begins = await Promise.all(paths.map(firstLines));
  const columns = begins.map(([header]) => (header ? columnsOf(header) : []));
  const [header, ...below] = begins[0]!;
  const found = csvLayout(header && columns[0], request, below);
  if (!found.ok) return found;
  const other = otherColumns(paths, columns);
  if (other.length > 0) return refused(other);
  const { layout } = found;
  const headers = columns.map(([first]) => first!.line);
  let delivered = 0;
  try {
    const hand = (rows: DenseRows) => {
      onChunk(rows);
      delivered += rows.units.length;
    };
    // DuckDB passes over as many lines in every file.
    if (headers.some((line) => line !== headers[0])) throw new LeftToTypeScript();
    const end = await throughDuckdb(paths, layout, request, hand, zipped);
    if (end.ok) return end;
  } catch (error) {
    if (!(error instanceof LeftToTypeScript)) throw error;
  }
  return throughTypeScript(paths, headers, layout, request, (rows) => {
    const known = Math.min(delivered, rows.units.length);
    delivered -= known;
    if (known < rows.units.length) onChunk(known === 0 ? rows : rowsFrom(rows, known));
  });
}

/** The units from some number on. */
function rowsFrom(rows: DenseRows, first: number): DenseRows {
  const { units, trajectories, values, within, counts, readings, filled, targets } = rows;
  const below = ({ rows, cols, data }: Matrix): Matrix => ({
    rows: Math.max(0, rows - first),
    cols,
    data: data.slice(first * cols),
  });
  return {
    units: units.slice(first),
    ...(trajectories ? { trajectories: trajectories.slice(first) } : {}),
    values: below(values),
    ...(within ? { within: below(within) } : {}),
    ...(counts ? { counts: counts.slice(first) } : {}),
    ...(readings ? { readings: below(readings) } : {}),
    ...(filled ? { filled: below(filled) } : {}),
    ...(targets ? { targets: targets.slice(first) } : {}),
  };
}

/** The header and some of what stands below it. */
async function firstLines(path: string): Promise<Line[]> {
  for await (const lines of csvLines(path, 1)) {
    const written = lines.filter((line) => !isBlank(line));
    if (written.length > 0) return written;
  }
  return [];
}

async function throughDuckdb(
  paths: readonly string[],
  layout: DenseLayout,
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
  zipped: boolean,
): Promise<DenseEnd> {
  for (const path of paths) if (await hasDigitGroups(path)) throw new LeftToTypeScript();
  return withDuckdb(async (connection) => {
    const source = csvSource(paths, layout, zipped);
    const broken = (error: unknown) => new LeftToTypeScript(String(error));
    const pass = { connection, source, layout, grouped: isGrouped(layout, request), broken };
    const file = denseFile(layout, request, { distinct: true, orders: await ordersIn(pass) });
    for await (const table of distinctTables(pass)) {
      if (table === 'repeated' || readsOtherwise(table, layout)) throw new LeftToTypeScript();
      const rows = file.add(table);
      if (!file.isGood()) throw new LeftToTypeScript();
      onChunk(rows);
    }
    return file.end();
  });
}

/** Names over several lines, which are one cell to DuckDB. */
function readsOtherwise(table: ColumnTable, { texts }: DenseLayout): boolean {
  return [...texts].some((k) => table.labels(k).some((label) => /[\r\n]/.test(label)));
}

async function throughTypeScript(
  paths: readonly string[],
  /** The line of names in each. */
  headers: readonly number[],
  layout: DenseLayout,
  request: DenseRequest,
  onChunk: (rows: DenseRows) => void,
): Promise<DenseEnd> {
  const file = denseFile(layout, request);
  let rowsBefore = 0;
  const add = (lines: readonly Line[]) => {
    const rows = file.add(csvTable(lines, layout.columns.length, rowsBefore, file.problems));
    rowsBefore += lines.length;
    if (file.isGood()) onChunk(rows);
  };
  const grouped = isGrouped(layout, request);
  const whole: Line[] = [];
  for (const [k, path] of paths.entries()) {
    rowsBefore = 0;
    for await (const block of csvLines(path, BLOCK)) {
      const lines = block
        .filter((line) => line.number > headers[k]! && !isBlank(line))
        .map((line) => (paths.length > 1 ? { ...line, file: path } : line));
      if (grouped) for (const line of lines) whole.push(line);
      else add(lines);
    }
  }
  if (grouped) add(whole);
  return file.end();
}
