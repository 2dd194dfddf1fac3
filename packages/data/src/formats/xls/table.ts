import { type RecordingRefused, refusedAt } from '../recording-problem.ts';
import { type BiffRecord, biffRecords } from './biff-records.ts';
import { plainString, sharedStrings } from './biff-strings.ts';
import { compoundStream } from './compound-file.ts';

export type XlsCell = number | string | null;

type XlsTable =
  | {
      ok: true;
      /** Rows up to their last cell that holds something, null for the others. Dates are numbers, as Excel has them. */
      rows: XlsCell[][];
    }
  | RecordingRefused;

/** The kinds of records that are read; all others are passed over. */
const KIND = {
  bof: 0x809,
  eof: 0x0a,
  password: 0x2f,
  sheet: 0x85,
  strings: 0xfc,
  more: 0x3c,
  number: 0x203,
  rk: 0x27e,
  rks: 0xbd,
  sharedLabel: 0xfd,
  label: 0x204,
  formula: 0x06,
  formulaText: 0x207,
  truthOrError: 0x205,
} as const;
const BIFF8 = 0x600;
/** As many as the format has; a broken file may claim more, and every cell before them would take memory. */
const MOST_COLUMNS = 256;
const ERRORS: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};
/** Fewest bytes of the records that are read, so that what is in them is there. */
const LEAST: Record<number, number> = {
  [KIND.bof]: 4,
  [KIND.sheet]: 8,
  [KIND.number]: 14,
  [KIND.rk]: 10,
  [KIND.rks]: 12,
  [KIND.sharedLabel]: 10,
  [KIND.label]: 9,
  [KIND.formula]: 14,
  [KIND.formulaText]: 3,
  [KIND.truthOrError]: 8,
};

/**
 * The cells of the first sheet of an Excel file of 1997 to 2003 (.xls, BIFF8 in a compound file): numbers, texts and
 * the results of formulas. Formats, and whatever else is in it, are passed over.
 */
export function parseXls(bytes: Uint8Array): XlsTable {
  const found = compoundStream(bytes, ['Workbook', 'Book']);
  if (!found.ok) return found;
  const stream = found.bytes;
  const broken = (byte: number, what: string) =>
    refusedAt(byte, `${stream.length} bytes`, `${what} in its workbook`, 'a .xls file that Excel can open');

  const strings: Uint8Array[] = [];
  let sheet: number | undefined;
  let before = 0;
  let ended = false;
  for (const record of biffRecords(stream, 0)) {
    const { kind, byte, bytes: body } = record;
    if (body.length < (LEAST[kind] ?? 0)) return broken(byte, 'a record is too short');
    if (byte === 0 && (kind !== KIND.bof || u16(body, 0) !== BIFF8))
      return refusedAt(
        byte,
        body.length >= 2 ? u16(body, 0) : kind,
        'the workbook is of an Excel before 1997',
        'a file saved as Excel 97–2003 (.xls)',
      );
    if (kind === KIND.password)
      return refusedAt(byte, kind, 'the workbook is encrypted', 'a file without a password');
    // The sheet's kind is 0 for cells; charts and macros have others.
    if (kind === KIND.sheet && body[5] === 0) sheet ??= u32(body, 0);
    if (kind === KIND.strings) strings.push(body);
    if (kind === KIND.more && before === KIND.strings) strings.push(body);
    if (kind !== KIND.more) before = kind;
    if (kind === KIND.eof) {
      ended = true;
      break;
    }
  }
  if (!ended) return broken(stream.length, 'the list of sheets is cut off');
  if (sheet === undefined)
    return refusedAt(0, 'no sheet', 'the workbook has no sheet of cells', 'a workbook with a sheet');
  const shared = strings.length === 0 ? [] : sharedStrings(strings);
  if (!shared) return broken(0, 'the list of texts is broken');
  const cells = readCells(stream, sheet, shared);
  return 'why' in cells ? broken(cells.byte, cells.why) : { ok: true, rows: cells.rows };
}

type Cells = { rows: XlsCell[][] } | { byte: number; why: string };

function readCells(stream: Uint8Array, from: number, shared: readonly string[]): Cells {
  const rows: XlsCell[][] = [];
  const put = (row: number, column: number, value: XlsCell) => {
    while (rows.length <= row) rows.push([]);
    const cells = rows[row]!;
    while (cells.length < column) cells.push(null);
    cells[column] = value;
  };
  let formula: [row: number, column: number] | undefined;
  let depth = 0;
  for (const record of biffRecords(stream, from)) {
    const { kind, byte, bytes } = record;
    if (byte === from && kind !== KIND.bof) return { byte, why: 'the sheet does not begin where it should' };
    if (bytes.length < (LEAST[kind] ?? 0)) return { byte, why: 'a record is too short' };
    // A chart within the sheet is a sheet of its own, whose cells are not ours.
    if (kind === KIND.bof) depth++;
    if (kind === KIND.eof && --depth === 0) return { rows };
    if (depth > 1) continue;
    if (kind === KIND.formulaText) {
      const text = plainString(bytes);
      if (text === undefined) return { byte, why: 'a text is cut off' };
      if (formula) put(...formula, text);
      formula = undefined;
      continue;
    }
    const count = kind === KIND.rks ? Math.floor((bytes.length - 6) / 6) : 1;
    const value = kind === KIND.rks ? undefined : cellValue(record, shared);
    if (kind !== KIND.rks && value === undefined) continue;
    const [row, column] = [u16(bytes, 0), u16(bytes, 2)];
    if (column + count > MOST_COLUMNS) return { byte, why: 'a cell is beyond the last column' };
    if (value === 'broken') return { byte, why: 'a cell has a text that is not there' };
    if (value === 'text follows') formula = [row, column];
    else if (value) put(row, column, value.value);
    else for (let k = 0; k < count; k++) put(row, column + k, rkNumber(bytes, 4 + 6 * k + 2));
  }
  return { byte: stream.length, why: 'the sheet is cut off' };
}

/** What a record of a single cell holds; nothing where it is another kind of record. */
function cellValue(
  { kind, bytes }: BiffRecord,
  shared: readonly string[],
): { value: XlsCell } | 'broken' | 'text follows' | undefined {
  switch (kind) {
    case KIND.number:
      return { value: f64(bytes, 6) };
    case KIND.rk:
      return { value: rkNumber(bytes, 6) };
    case KIND.sharedLabel: {
      const text = shared[u32(bytes, 6)];
      return text === undefined ? 'broken' : { value: text };
    }
    case KIND.label: {
      const text = plainString(bytes.subarray(6));
      return text === undefined ? 'broken' : { value: text };
    }
    case KIND.truthOrError:
      return { value: truthOrError(bytes[7] === 1, bytes[6]!) };
    case KIND.formula:
      // Two bytes of ones say that the result is no number.
      if (u16(bytes, 12) !== 0xffff) return { value: f64(bytes, 6) };
      if (bytes[6] === 0) return 'text follows';
      return { value: bytes[6] === 3 ? null : truthOrError(bytes[6] === 2, bytes[8]!) };
    default:
      return undefined;
  }
}

function truthOrError(isError: boolean, value: number): string {
  if (isError) return ERRORS[value] ?? '#ERROR!';
  return value === 0 ? 'FALSE' : 'TRUE';
}

/** A number in 32 bits: the upper ones of a double or a whole number of 30 bits, either perhaps times 100. */
function rkNumber(bytes: Uint8Array, at: number): number {
  const rk = u32(bytes, at);
  let value: number;
  if (rk & 2) value = (rk | 0) >> 2;
  else {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(4, rk & ~3, true);
    value = view.getFloat64(0, true);
  }
  return rk & 1 ? value / 100 : value;
}

function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function u32(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) | (u16(bytes, at + 2) << 16)) >>> 0;
}

function f64(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true);
}
