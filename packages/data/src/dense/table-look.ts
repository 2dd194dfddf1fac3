import { isParquet } from '../formats/parquet/is-parquet.ts';
import { isNumber } from '../tables/csv.ts';
import { csvTable, namedLines } from '../tables/csv-table.ts';
import { isGzip, unzipped } from '../tables/gzip.ts';
import { type CsvForm, csvForm, plainCsv } from '../tables/plain-csv.ts';
import { textDecoder } from '../tables/text-decoder.ts';
import { looksLikeTimestamp } from '../tables/timestamp.ts';
import { UnreadableFile } from '../tables/unreadable-file.ts';
import { isMissing } from './cell.ts';
import { openTable } from './parse.ts';

/** A column before anybody says what it is. */
export interface LookedColumn {
  name: string;
  /** What most of its cells hold. */
  holds: 'numbers' | 'timestamps' | 'names' | 'nothing';
  /** Its cells in the rows that were looked at; '' where one is missing. */
  cells: readonly string[];
  missing: number;
}

/** What a table shows before anything is said of it. */
export interface TableLook {
  /** How a text is written; nothing for Parquet. */
  form: CsvForm | undefined;
  columns: readonly LookedColumn[];
  /** The line of each row, or of a file without lines its number. */
  lines: readonly number[];
  /** Whether these are all rows. */
  whole: boolean;
}

/** A large file is known by its beginning. */
const MOST_BYTES = 1_000_000;
/** A column is what so large a share of its cells is: a few broken cells do not make it another. */
const MOST_OF = 0.8;

/**
 * The columns and rows of a table, CSV, CSV.gz or Parquet, and what they seem to hold. `form` is how a text is written, where
 * that is known better. Bytes that are no table are thrown as UnreadableFile.
 */
export async function lookAtTable(name: string, bytes: Uint8Array, form?: CsvForm): Promise<TableLook> {
  if (isParquet(name, bytes)) {
    const file = await openTable(name, bytes);
    if (!file.columns) throw new UnreadableFile(name, 'it has no columns', 'a table');
    const table = (await file.rows(file.columns))({ add() {} });
    return {
      form: undefined,
      whole: true,
      lines: Array.from({ length: table.rows }, (_, i) => i + 1),
      columns: file.columns.map((column, k) => looked(column.name, table.labels(k))),
    };
  }
  const all = isGzip(bytes) ? await unzipped(name, bytes) : bytes;
  const whole = all.length <= MOST_BYTES;
  const decoded = textDecoder(name)(all.subarray(0, MOST_BYTES), !whole);
  const text = whole ? decoded : decoded.slice(0, decoded.lastIndexOf('\n') + 1);
  const own = form ?? csvForm(text);
  const { columns, lines } = namedLines(plainCsv(text, own));
  if (!columns) throw new UnreadableFile(name, 'the file is empty', 'a table with a first line of names');
  const table = csvTable(lines, columns.length, 0, { add() {} });
  return {
    form: own,
    whole,
    lines: Array.from({ length: table.rows }, (_, i) => table.at(i, 0).line),
    columns: columns.map((column, k) => looked(column.name, table.labels(k))),
  };
}

function looked(name: string, labels: readonly string[]): LookedColumn {
  const cells = labels.map((text) => (isMissing(text) ? '' : text));
  const there = cells.filter((text) => text !== '');
  const most = (is: (text: string) => boolean) => there.filter(is).length >= MOST_OF * there.length;
  const holds =
    there.length === 0
      ? 'nothing'
      : most(isNumber)
        ? 'numbers'
        : most(looksLikeTimestamp)
          ? 'timestamps'
          : 'names';
  return { name, holds, cells, missing: cells.length - there.length };
}
