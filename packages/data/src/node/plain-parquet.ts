import { parquetSchema } from 'hyparquet';
import { type DenseLayout, denseLayout, type WideBody } from '../dense/header.ts';
import type { DenseRequest } from '../dense/units.ts';
import type { ColumnStretch } from '../formats/parquet/column-cursor.ts';
import { parquetColumns } from '../formats/parquet/table.ts';
import { otherColumns } from '../tables/same-columns.ts';
import { UnreadableFile } from '../tables/unreadable-file.ts';
import { headOnDisk } from './dense-parquet.ts';

type Head = Awaited<ReturnType<typeof headOnDisk>>;

/** Some rows of a file, one after the other. */
export interface RowStretch {
  path: string;
  /** The bytes of the columns that hold them: names, then one for each grid point, then the target where there is one. */
  columns: ColumnStretch[];
  /** Rows of these columns that come before. */
  before: number;
  rows: number;
}

/** A wide table in Parquet, of one file or several, in which every row is a unit, as their heads promise. */
export interface PlainTable {
  layout: DenseLayout & { body: WideBody };
  rows: number;
  /** Its rows in their order, in pieces that say nothing of who makes them. */
  pieces: RowStretch[][];
}

/** Pieces have about so many rows: enough for some hundred in each group, and few enough for several threads. */
const ROWS = 1 << 17;
/** Smaller parts of a file wait for the next one. */
const FEWEST = ROWS / 2;

const TYPES: readonly string[] = ['DOUBLE', 'FLOAT', 'INT32', 'INT64'] satisfies ColumnStretch['type'][];

/** Undefined where the table is another one, or something is wrong with a head: others say what. */
export async function plainTable(
  paths: readonly string[],
  request: DenseRequest,
): Promise<PlainTable | undefined> {
  const files: PlainFile[] = [];
  for (const path of paths) {
    const file = await plainFile(path, request);
    if (!file) return undefined;
    files.push(file);
  }
  const columns = files.map(({ layout }) => layout.columns);
  if (otherColumns(paths, columns).length > 0) return undefined;
  const parts = files.flatMap((file) => file.parts);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return { layout: files[0]!.layout, rows, pieces: piecesOf(parts) };
}

interface PlainFile {
  layout: PlainTable['layout'];
  parts: RowStretch[];
}

async function plainFile(path: string, request: DenseRequest): Promise<PlainFile | undefined> {
  const head = await headOnDisk(path).catch((error) => {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  });
  if (!head) return undefined;
  const found = denseLayout(parquetColumns(head), request);
  if (!found.ok || !isPlain(found.layout, request)) return undefined;
  const { layout } = found;
  const { unit, target, body } = layout;
  const wanted = [unit, ...body.columnOf, ...(target === undefined ? [] : [target])];
  const fields = parquetSchema(head).children.map(({ element }) => element);
  const stretches = head.row_groups.map((group) => wanted.map((k) => stretchOf(fields, group, k, layout)));
  if (!stretches.every((columns): columns is ColumnStretch[] => !columns.includes(undefined)))
    return undefined;
  const rowsOf = head.row_groups.map((group) => Number(group.num_rows));
  return { layout, parts: stretches.flatMap((columns, g) => partsOf(path, columns, rowsOf[g]!)) };
}

function isPlain(
  layout: DenseLayout,
  { duplicates, transform = 'none', missing, limits }: DenseRequest,
): layout is PlainTable['layout'] {
  const { body, trajectory, replicate } = layout;
  if (body.format !== 'wide' || trajectory !== undefined || replicate !== undefined) return false;
  if (duplicates === 'average' || transform !== 'none' || missing === 'pairwise' || limits) return false;
  return body.more.length === 0 && body.unused.length === 0 && !body.columnOf.includes(-1);
}

function stretchOf(
  fields: Head['schema'],
  { columns, num_rows: rows }: Head['row_groups'][number],
  k: number,
  layout: DenseLayout,
): ColumnStretch | undefined {
  const element = fields[k]!;
  const column = columns[k]?.meta_data;
  const { kind } = layout.columns[k]!;
  if (!column || columns.length !== fields.length || column.num_values !== rows) return undefined;
  if (column.path_in_schema.length !== 1 || column.path_in_schema[0] !== element.name) return undefined;
  if (column.type !== element.type || columns[k]!.file_path !== undefined) return undefined;
  if (!['UNCOMPRESSED', 'SNAPPY'].includes(column.codec)) return undefined;
  const { logical_type: logical, converted_type: converted = '' } = element;
  const unsigned = converted.startsWith('UINT') || (logical?.type === 'INTEGER' && !logical.isSigned);
  const integral = element.type === 'INT32' || element.type === 'INT64';
  const asName = k === layout.unit;
  const fits = asName
    ? (kind === 'text' && element.type === 'BYTE_ARRAY') || (kind === 'integers' && integral && !unsigned)
    : TYPES.includes(element.type ?? '') && kind === (integral ? 'integers' : 'numbers') && !unsigned;
  const from = Number(column.dictionary_page_offset || column.data_page_offset);
  return fits
    ? {
        from,
        to: from + Number(column.total_compressed_size),
        type: element.type as ColumnStretch['type'],
        optional: element.repetition_type === 'OPTIONAL',
        snappy: column.codec === 'SNAPPY',
      }
    : undefined;
}

function partsOf(path: string, columns: ColumnStretch[], rows: number): RowStretch[] {
  const parts = Math.max(1, Math.round(rows / ROWS));
  const edge = (part: number) => Math.floor((part * rows) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    path,
    columns,
    before: edge(part),
    rows: edge(part + 1) - edge(part),
  }));
}

function piecesOf(parts: readonly RowStretch[]): RowStretch[][] {
  const pieces: RowStretch[][] = [];
  let rows = ROWS;
  for (const part of parts) {
    if (rows >= FEWEST) {
      pieces.push([]);
      rows = 0;
    }
    pieces.at(-1)!.push(part);
    rows += part.rows;
  }
  return pieces;
}
