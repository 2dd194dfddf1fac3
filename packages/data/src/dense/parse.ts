import { isParquet } from '../formats/parquet/is-parquet.ts';
import { emptyFile, fileProblem, type Refused, refused } from '../tables/cell-problem.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import { cellTexts, type Line } from '../tables/csv.ts';
import { csvTable, namedLines } from '../tables/csv-table.ts';
import { unzipped } from '../tables/gzip.ts';
import { type CsvForm, plainCsv } from '../tables/plain-csv.ts';
import type { ProblemList } from '../tables/problem-list.ts';
import { decodeText, OtherEncoding } from '../tables/text-decoder.ts';
import { denseFile } from './file.ts';
import { acceptedColumns, type DenseLayout, denseLayout, type LayoutFound, namesAll } from './header.ts';
import type { DenseRead, DenseRequest } from './units.ts';

/**
 * Dense trajectories from the bytes of a file, CSV, CSV.gz or Parquet, which they tell themselves. Bytes that are neither are
 * thrown as UnreadableFile; text in another encoding is a problem of the file, with its place.
 */
export function parseDense(name: string, bytes: Uint8Array, request: DenseRequest): Promise<DenseRead> {
  return readFile(name, bytes, request, denseReader(request));
}

/** Dense trajectories in comma-separated text, wide or long, which its header tells. */
export function parseDenseCsv(text: string, request: DenseRequest): DenseRead {
  return readCsv(text, request, denseReader(request));
}

/** What is made of a file whose header was understood; the reader of its text tells `problems` of it too. */
export type FileReader<Read> = (
  layout: DenseLayout,
  table: (problems: Pick<ProblemList, 'add'>) => ColumnTable,
) => Read;

/** A file whose header was read: its columns, none where it is empty, and for CSV the lines below them. */
interface OpenTable {
  columns: HeaderColumn[] | undefined;
  below: readonly Line[];
  /** Its rows; the reader of a text tells `problems` of them too. */
  rows(columns: readonly HeaderColumn[]): Promise<(problems: Pick<ProblemList, 'add'>) => ColumnTable>;
}

/**
 * Bytes that are neither CSV, CSV.gz nor Parquet are thrown as UnreadableFile, as is text in another encoding. `form` is how a
 * text is written that is not plain CSV.
 */
export async function openTable(name: string, bytes: Uint8Array, form?: CsvForm): Promise<OpenTable> {
  if (isParquet(name, bytes)) return openParquet(name, new Uint8Array(bytes).buffer);
  const text = decodeText(name, await unzipped(name, bytes));
  const { columns, lines } = namedLines(form ? plainCsv(text, form) : text);
  const rows = async (own: readonly HeaderColumn[]) => (problems: Pick<ProblemList, 'add'>) =>
    csvTable(lines, own.length, 0, problems);
  return { columns, below: lines, rows };
}

/** The same, where text in another encoding is a problem of the file. */
export async function openText(name: string, bytes: Uint8Array): Promise<OpenTable | Refused> {
  try {
    return await openTable(name, bytes);
  } catch (error) {
    if (error instanceof OtherEncoding) return refused([error.problem]);
    throw error;
  }
}

/** The bytes of a file for a reader; as they are to `parseDense`. */
export async function readFile<Read>(
  name: string,
  bytes: Uint8Array,
  request: DenseRequest,
  read: FileReader<Read>,
): Promise<Read | Refused> {
  const file = await openText(name, bytes);
  if ('problems' in file) return file;
  const found = csvLayout(file.columns, request, file.below);
  if (!found.ok) return found;
  return read(found.layout, await file.rows(found.layout.columns));
}

function readCsv<Read>(text: string, request: DenseRequest, read: FileReader<Read>): Read | Refused {
  const { columns, lines } = namedLines(text);
  const found = csvLayout(columns, request, lines);
  if (!found.ok) return found;
  const { layout } = found;
  return read(layout, (problems) => csvTable(lines, layout.columns.length, 0, problems));
}

/** Exports of devices begin with a few lines about themselves. */
const MOST_ABOVE = 50;

/** What the names of a text say; without them the file is empty. `below` are the first lines after them. */
export function csvLayout(
  columns: HeaderColumn[] | undefined,
  request: DenseRequest,
  below: readonly Line[] = [],
): LayoutFound {
  if (columns === undefined) return refused([emptyFile(acceptedColumns(request))]);
  const found = denseLayout(columns, request);
  if (found.ok) return found;
  const header = below.slice(0, MOST_ABOVE).find(({ text }) => namesAll(cellTexts(text), request));
  if (!header) return found;
  return refused([
    fileProblem(
      columns[0]!,
      columns.map(({ name }) => name).join(', '),
      `the names of the columns stand in line ${header.number}, and something else above them`,
      `a file that begins with its line of names: without ${header.number === 2 ? 'the first line' : `the first ${header.number - 1} lines`}, as tail -n +${header.number} writes it`,
    ),
  ]);
}

/** `name` is for messages. */
async function openParquet(name: string, bytes: ArrayBuffer): Promise<OpenTable> {
  // Comes when a Parquet file does: most files are text, and a page should not wait for it.
  const { columnsTable, parquetColumns, parquetHead } = await import('../formats/parquet/table.ts');
  const metadata = await parquetHead(name, bytes);
  return {
    columns: parquetColumns(metadata),
    below: [],
    async rows(columns) {
      const table = await columnsTable(name, bytes, metadata, columns);
      return () => table;
    },
  };
}

function denseReader(request: DenseRequest): FileReader<DenseRead> {
  return (layout, table) => {
    const file = denseFile(layout, request);
    const rows = file.add(table(file.problems));
    const end = file.end();
    return end.ok ? { ok: true, data: { ...rows, report: end.report } } : end;
  };
}
