import {
  byPosition,
  type CellProblem,
  emptyFile,
  evenRows,
  fileProblem,
  type Refused,
  refused,
} from './cell-problem.ts';
import { areMissing, nameProblems } from './column-names.ts';
import { type Cell, type Row, rowsOf } from './csv.ts';
import { columnsOf } from './csv-table.ts';

/** Outer and inner folds of records, as a file gives them. */
interface FoldsTable {
  records: string[];
  outer: Int32Array;
  /** While outer fold k is held out: the inner fold of each record, −1 where the cell is empty. */
  inner: Int32Array[];
}

type FoldsText = ({ ok: true } & FoldsTable) | Refused;

const HEADER = 'a first line with record, outer, inner0, inner1, … and, if wanted, subject';
/** More folds than this are a mistake in the file, and would fill the memory. */
const MOST_FOLDS = 1000;

/**
 * Folds from a table with the columns record, outer and inner0 … for each outer fold, in any order. A record has no inner
 * fold while it is held out itself: that cell is empty.
 */
export function parseFolds(text: string): FoldsText {
  const [head, ...rows] = rowsOf(text);
  if (head === undefined) return refused([emptyFile(HEADER)]);
  const columns = columnsOf(head);
  const names = columns.map(({ name }) => name);
  const problems = nameProblems(columns, (name) => /^(record|subject|outer|inner\d+)$/.test(name), HEADER);
  const ofHeader = (why: string, accepted: string) =>
    problems.push(fileProblem(columns[0]!, names[0], why, accepted));
  const complain = (
    { number: line }: Row,
    cell: Cell,
    why: string,
    accepted: string,
    at: CellProblem['cell'],
  ) => problems.push({ line, column: cell.column, cell: at, value: cell.text, why, accepted });
  for (const name of ['record', 'outer', 'inner0'])
    if (!names.includes(name)) ofHeader(areMissing([name]), HEADER);
  if (problems.length > 0) return refused(problems);
  if (rows.length === 0) ofHeader('the file has no rows', 'a row for each record');

  const seen = new Map<string, number>();
  const foldIn = (row: number, name: string, empty: 'refused' | 'none') => {
    const cell = rows[row]!.cells[names.indexOf(name)]!;
    if (cell.text === '' && empty === 'none') return -1;
    if (/^\d+$/.test(cell.text) && Number(cell.text) < MOST_FOLDS) return Number(cell.text);
    const accepted = `a whole number from 0${empty === 'none' ? ', or nothing while the record is held out' : ''}`;
    complain(rows[row]!, cell, 'this is not the number of a fold', accepted, [row, name]);
    return -1;
  };
  const whole = evenRows(rows, names.length, 'cells', problems);
  const records = whole.map((i) => {
    const row = rows[i]!;
    const cell = row.cells[names.indexOf('record')]!;
    const before = seen.get(cell.text);
    if (cell.text === '') complain(row, cell, 'this row names no record', 'a name', [i, 'record']);
    else if (before !== undefined)
      complain(row, cell, `this record stands in line ${before} too`, 'each record once', [i, 'record']);
    else seen.set(cell.text, row.number);
    return cell.text;
  });
  const outer = Int32Array.from(whole, (row) => foldIn(row, 'outer', 'refused'));
  const count = outer.reduce((most, fold) => Math.max(most, fold), 0) + 1;
  const missing = Array.from({ length: count }, (_, k) => `inner${k}`).filter(
    (name) => !names.includes(name),
  );
  if (missing.length > 0)
    ofHeader(
      `there are ${count} outer folds, and ${areMissing(missing, 5)}`,
      'a column of inner folds for each outer one',
    );
  const inner = Array.from({ length: missing.length > 0 ? 0 : count }, (_, k) =>
    Int32Array.from(whole, (row) => foldIn(row, `inner${k}`, 'none')),
  );
  // A subject on both sides would be predicted from itself.
  const first = new Map<string, number>();
  whole.forEach((row, i) => {
    const subject = rows[row]!.cells[names.indexOf('subject')];
    if (!subject?.text) return;
    const before = first.get(subject.text);
    if (before === undefined) first.set(subject.text, i);
    else if (outer[before] !== outer[i] || inner.some((own) => own[before] !== own[i]))
      complain(
        rows[row]!,
        subject,
        `this subject's record ${records[before]} is in other folds than its record ${records[i]}`,
        'all records of a subject in the same folds',
        [row, 'subject'],
      );
  });
  if (problems.length > 0) return refused(problems.sort(byPosition));
  return { ok: true, records, outer, inner };
}
