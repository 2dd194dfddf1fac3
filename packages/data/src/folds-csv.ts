import {
  type Cell,
  type CellProblem,
  cellsOf,
  emptyFile,
  linesOf,
  raggedProblem,
  refused,
} from './csv-cells.ts';

/** Outer and inner folds of records, as a file gives them. */
export interface FoldsTable {
  records: string[];
  outer: Int32Array;
  /** While outer fold k is held out: the inner fold of each record, −1 where the cell is empty. */
  inner: Int32Array[];
}

export type FoldsText = ({ ok: true } & FoldsTable) | { ok: false; problems: CellProblem[] };

const HEADER = 'a first line with record, outer, inner0, inner1, … and, if wanted, subject';
/** More folds than this are a mistake in the file, and would fill the memory. */
const MOST_FOLDS = 1000;

/**
 * Folds from a table with the columns record, outer and inner0 … for each outer fold, in any order. A record has no inner
 * fold while it is held out itself: that cell is empty.
 */
export function parseFolds(text: string): FoldsText {
  const [head, ...lines] = linesOf(text.replace(/^\ufeff/, ''));
  if (head === undefined) return refused([emptyFile(HEADER)]);
  const found = cellsOf(head.text);
  const names = found.map(({ text: name }) => name);
  const problems: CellProblem[] = [];
  const complain = (
    line: number,
    { text: value, column }: Cell,
    why: string,
    accepted: string,
    cell = [] as (string | number)[],
  ) => problems.push({ line, column, cell, value, why, accepted });
  found.forEach((cell, k) => {
    if (!/^(record|subject|outer|inner\d+)$/.test(cell.text))
      complain(head.number, cell, 'there is no use for a column of this name', HEADER);
    else if (names.indexOf(cell.text) < k) complain(head.number, cell, 'this column stands twice', HEADER);
  });
  for (const name of ['record', 'outer', 'inner0'])
    if (!names.includes(name)) complain(head.number, found[0]!, `the column ${name} is missing`, HEADER);
  if (problems.length > 0) return refused(problems);
  if (lines.length === 0) complain(1, found[0]!, 'the file has no rows', 'a row for each record');

  const table = lines.map(({ text: line }) => cellsOf(line));
  const seen = new Map<string, number>();
  const foldIn = (row: number, name: string, empty: 'refused' | 'none') => {
    const cell = table[row]![names.indexOf(name)]!;
    if (cell.text === '' && empty === 'none') return -1;
    if (/^\d+$/.test(cell.text) && Number(cell.text) < MOST_FOLDS) return Number(cell.text);
    const accepted = `a whole number from 0${empty === 'none' ? ', or nothing while the record is held out' : ''}`;
    complain(lines[row]!.number, cell, 'this is not the number of a fold', accepted, [row, name]);
    return -1;
  };
  const whole = lines.flatMap((line, row) => {
    const ragged = raggedProblem(line, row, table[row]!.length, names.length, 'cells');
    if (ragged) problems.push(ragged);
    return ragged ? [] : [row];
  });
  const records = whole.map((row) => {
    const cell = table[row]![names.indexOf('record')]!;
    const before = seen.get(cell.text);
    if (cell.text === '')
      complain(lines[row]!.number, cell, 'this row names no record', 'a name', [row, 'record']);
    else if (before !== undefined)
      complain(lines[row]!.number, cell, `this record stands in line ${before} too`, 'each record once', [
        row,
        'record',
      ]);
    else seen.set(cell.text, lines[row]!.number);
    return cell.text;
  });
  const outer = Int32Array.from(whole, (row) => foldIn(row, 'outer', 'refused'));
  const count = outer.reduce((most, fold) => Math.max(most, fold), 0) + 1;
  const missing = Array.from({ length: count }, (_, k) => `inner${k}`).filter(
    (name) => !names.includes(name),
  );
  if (missing.length > 0)
    complain(
      head.number,
      found[0]!,
      `there are ${count} outer folds, and ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''} ${missing.length === 1 ? 'is' : 'are'} missing`,
      'a column of inner folds for each outer one',
    );
  const inner = Array.from({ length: missing.length > 0 ? 0 : count }, (_, k) =>
    Int32Array.from(whole, (row) => foldIn(row, `inner${k}`, 'none')),
  );
  // A subject on both sides would be predicted from itself.
  const first = new Map<string, number>();
  whole.forEach((row, i) => {
    const subject = table[row]![names.indexOf('subject')];
    if (!subject?.text) return;
    const before = first.get(subject.text);
    if (before === undefined) first.set(subject.text, i);
    else if (outer[before] !== outer[i] || inner.some((own) => own[before] !== own[i]))
      complain(
        lines[row]!.number,
        subject,
        `this subject's record ${records[before]} is in other folds than its record ${records[i]}`,
        'all records of a subject in the same folds',
        [row, 'subject'],
      );
  });
  if (problems.length > 0) return refused(problems.sort((a, b) => a.line - b.line || a.column - b.column));
  return { ok: true, records, outer, inner };
}
