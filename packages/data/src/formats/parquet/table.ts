import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
} from 'hyparquet';
import {
  type ColumnKind,
  type ColumnTable,
  type HeaderColumn,
  momentsOf,
  parquetTable,
} from '../../tables/column-table.ts';
import { numberOf } from '../../tables/csv.ts';
import { momentText } from '../../tables/timestamp.ts';
import { UnreadableFile } from '../../tables/unreadable-file.ts';
import { decimalOf, isDecimal, readAsBytes } from './decimals.ts';
import { MAGIC } from './is-parquet.ts';
import { pageProblem } from './pages.ts';
import { snappyBytes } from './snappy-bytes.ts';

type Bytes = Pick<AsyncBuffer, 'byteLength' | 'slice'>;
type Element = FileMetaData['schema'][number];

/** What hyparquet unpacks by itself. */
const CODECS = ['UNCOMPRESSED', 'SNAPPY'];

/** What a Parquet file says of itself, which stands at its end. */
export async function parquetHead(name: string, bytes: Bytes): Promise<FileMetaData> {
  const accepted = 'a Parquet file, or CSV with a name that does not end in .parquet';
  const text = async (from: number, to: number) =>
    String.fromCharCode(...new Uint8Array(await bytes.slice(from, to)));
  if ((await text(0, 4)) !== MAGIC) throw new UnreadableFile(name, 'this is not a Parquet file', accepted);
  if (bytes.byteLength < 12 || (await text(bytes.byteLength - 4, bytes.byteLength)) !== MAGIC)
    throw new UnreadableFile(name, 'the Parquet file is cut off: its end is missing', 'the whole file');
  try {
    const metadata = await parquetMetadataAsync(bytes);
    assertComplete(metadata);
    return metadata;
  } catch (error) {
    throw brokenParquet(name, error);
  }
}

/** Broken metadata may be read without complaint and lack what its type promises. */
function assertComplete(metadata: FileMetaData): void {
  const named = metadata.schema.every(({ name }) => typeof name === 'string');
  const grouped = metadata.row_groups.every(({ columns }) =>
    columns.every(({ meta_data: column }) => column !== undefined && Array.isArray(column.path_in_schema)),
  );
  if (!named || !grouped || !(metadata.num_rows >= 0) || parquetSchema(metadata).children.length === 0)
    throw new Error('its description of itself is not complete');
}

/** A file that begins and ends well may be broken between. */
export function brokenParquet(name: string, error: unknown): UnreadableFile {
  // A decoder that stumbles over bytes that are not there speaks of its own variables, not of the file.
  const stumbled = error instanceof TypeError || error instanceof RangeError;
  const words = stumbled
    ? 'its bytes cannot be decoded'
    : (error instanceof Error ? error.message : String(error)).split('\n')[0];
  return new UnreadableFile(name, `the Parquet file is broken (${words})`, 'a Parquet file that can be read');
}

/** The columns of a Parquet file. They stand in no line: problems of the header are in line 1, by column. */
export function parquetColumns(metadata: FileMetaData): HeaderColumn[] {
  return parquetSchema(metadata).children.map(({ element, children }, k) => ({
    name: element.name.trim(),
    line: 1,
    column: k + 1,
    kind:
      children.length > 0 || element.repetition_type === 'REPEATED'
        ? { other: 'nested values' }
        : kindOf(element),
  }));
}

function kindOf(element: Element): ColumnKind {
  const { type, converted_type: converted, logical_type: logical } = element;
  const name = logical?.type ?? converted ?? '';
  if (isDecimal(element)) return 'numbers';
  if (/^TIMESTAMP/.test(name) || type === 'INT96') return { moments: isUtc(logical) ? 'utc' : 'local' };
  if (/^(DATE|TIME|INTERVAL)/.test(name)) return { other: 'dates or times of day' };
  if (name === 'FLOAT16') return 'numbers';
  if (type === 'FLOAT' || type === 'DOUBLE') return 'numbers';
  if (type === 'INT32' || type === 'INT64') return 'integers';
  if (type === 'BOOLEAN') return { other: 'true and false' };
  return ['STRING', 'UTF8', 'ENUM'].includes(name) ? 'text' : { other: 'bytes' };
}

/** Whether timestamps are moments by Greenwich's clock, which those without a word about it are not known to be. */
function isUtc(logical: Element['logical_type']): boolean {
  return logical?.type === 'TIMESTAMP' && logical.isAdjustedToUTC;
}

/** All cells of a Parquet file. */
export async function columnsTable(
  name: string,
  file: ArrayBuffer,
  metadata: FileMetaData,
  columns: readonly HeaderColumn[],
): Promise<ColumnTable> {
  const packed = metadata.row_groups
    .flatMap(({ columns }) => columns.map(({ meta_data: column }) => column?.codec ?? ''))
    .find((codec) => !CODECS.includes(codec));
  if (packed !== undefined)
    throw new UnreadableFile(
      name,
      `the Parquet file is compressed by ${packed}, which is not unpacked here`,
      'Snappy or no compression; or CSV',
    );
  const rows = Number(metadata.num_rows);
  const elements = parquetSchema(metadata).children.map(({ element }) => element);
  const placeOf = new Map(elements.map(({ name: column }, k) => [column, k]));
  // hyparquet begins with all columns at once; were it to stumble over the name of one, nobody would hear of the others.
  const fits = metadata.row_groups.every(
    (group) =>
      group.columns.length === elements.length &&
      group.columns.every(({ meta_data: column }, k) => {
        const path = column!.path_in_schema;
        return (
          path.length === 1 &&
          path[0] === elements[k]!.name &&
          column!.type === elements[k]!.type &&
          column!.num_values === group.num_rows
        );
      }),
  );
  if (!fits) throw brokenParquet(name, 'its columns are not those that it lists');
  for (const { columns: chunks } of metadata.row_groups)
    for (const [k, { meta_data: column }] of chunks.entries()) {
      const from = Number(column!.dictionary_page_offset || column!.data_page_offset);
      const to = from + Number(column!.total_compressed_size);
      const problem = pageProblem(new Uint8Array(file), {
        from,
        to,
        values: Number(column!.num_values),
        optional: elements[k]!.repetition_type === 'OPTIONAL',
        snappy: column!.codec === 'SNAPPY',
      });
      if (problem !== undefined) throw brokenParquet(name, problem);
    }
  // They grow with what is read: the number of rows is but a promise.
  const cells = columns.map((): unknown[] => []);
  const counts = columns.map(() => 0);
  const decimals = elements.map((element) => (isDecimal(element) ? decimalOf(element) : undefined));
  await parquetRead({
    file,
    metadata: { ...metadata, schema: metadata.schema.map(readAsBytes) },
    utf8: false,
    compressors: { SNAPPY: unpack },
    onChunk: ({ columnName, columnData, rowStart }) => {
      const k = placeOf.get(columnName)!;
      const decimal = decimals[k];
      counts[k]! += columnData.length;
      for (let i = 0; i < columnData.length; i++)
        cells[k]![rowStart + i] = decimal ? decimal(columnData[i]) : columnData[i];
    },
  }).catch((error) => {
    throw brokenParquet(name, error);
  });
  if (counts.some((count, k) => count !== rows || cells[k]!.length !== rows))
    throw brokenParquet(name, `it has other rows than the ${rows} that it promises`);
  const numbers: Float64Array[] = [];
  return parquetTable(
    rows,
    (k) => cells[k]!.map((cell) => labelIn(cell, columns[k]!.kind)),
    (k) => (numbers[k] ??= Float64Array.from(cells[k]!, numberIn)),
    undefined,
    (row, k) => (columns[k]!.kind === 'text' ? labelIn(cells[k]![row], 'text') : undefined),
  );
}

function unpack(packed: Uint8Array, size: number): Uint8Array {
  const bytes = snappyBytes(packed, size);
  if (!bytes) throw new Error('a page cannot be unpacked');
  return bytes;
}

function numberIn(cell: unknown): number {
  if (typeof cell === 'string') return numberOf(cell.trim());
  return cell === null || cell === undefined ? Number.NaN : Number(cell);
}

function labelIn(cell: unknown, kind: ColumnKind): string {
  if (cell === null || cell === undefined) return '';
  // hyparquet has a Date for a timestamp: milliseconds since 1970.
  const zone = momentsOf(kind);
  if (zone) return momentText(Number(cell), zone);
  // Neither a locale nor a zone has a say in what a date is.
  if (cell instanceof Date) return momentText(Number(cell), 'local').replace(/ 00:00$/, '');
  return String(cell).trim();
}
