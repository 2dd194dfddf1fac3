import { type CellProblem, fileProblem, shortened } from './cell-problem.ts';
import { type Cell, DECIMAL_COMMA, isNumber, type Row, unquoted } from './csv.ts';

// Matrices as R, pandas and spreadsheets write them by default: one problem for the file, with the way out.

const IN_R = 'in R: write.table(K, "k.csv", sep = ",", row.names = FALSE, col.names = FALSE)';

/** What another program made of a matrix; nothing where its numbers are separated by commas and nothing else is there. */
export function foreignMatrix(rows: readonly Row[]): CellProblem | undefined {
  return (
    otherSeparator(rows) ?? decimalCommas(rows) ?? names(rows) ?? trailingCommas(rows) ?? oneTriangle(rows)
  );
}

const SEPARATORS = [
  { name: 'semicolons', split: /;/ },
  { name: 'tabs', split: /\t/ },
  { name: 'spaces', split: / +/ },
];

function otherSeparator(rows: readonly Row[]): CellProblem | undefined {
  for (const { name, split } of SEPARATORS) {
    const parts = rows.map(({ text }) => text.trim().split(split));
    if (!parts.every((row) => row.length > 1)) continue;
    const cells = parts.flat().map(unquoted);
    const numbers = cells.filter((cell) => isNumber(cell) || DECIMAL_COMMA.test(cell));
    // Spaces after commas and inside of names separate nothing.
    if (numbers.length === 0 || cells.some((cell) => cell.includes(',') && !DECIMAL_COMMA.test(cell)))
      continue;
    const [{ number: line, text }] = rows as [Row];
    const lead = text.length - text.trimStart().length;
    const commas = cells.some((cell) => DECIMAL_COMMA.test(cell));
    return fileProblem(
      { line, column: lead + parts[0]![0]!.length + 1 },
      shortened(text.trim()),
      commas
        ? `the numbers are separated by ${name} and have decimal commas${name === 'semicolons' ? ', as write.csv2 and some spreadsheets write them' : ''}`
        : `the numbers are not separated by commas but by ${name}`,
      `numbers separated by commas, with decimal points; ${IN_R}`,
    );
  }
  return undefined;
}

/** A heading, names at the beginning of lines, or both. */
function names(rows: readonly Row[]): CellProblem | undefined {
  const [head, ...rest] = rows as [Row, ...Row[]];
  const [corner, ...labels] = head.cells as [Cell, ...Cell[]];
  const times = labels.map(({ text }) => Number(text));
  const numbered =
    corner.text === '' &&
    times.length > 1 &&
    times.every((time, k) => time === Number(rest[k]?.cells[0]?.text || Number.NaN)) &&
    times.every((time, k) => k === 0 || time > times[k - 1]!);
  // A lone bad cell is a bad cell; a line without a single number is a heading.
  const named =
    labels.length > 0 &&
    labels.every(({ text }) => text !== '') &&
    head.cells.every(({ text }) => !text.split(/[;\t ]/).some(isNumber));
  const header = numbered || named || quotedHeader(head, rest);
  const body = header ? rest : rows;
  const before =
    body.length > 1 &&
    body.every((row) => {
      const [first, second] = row.cells;
      if (!first || !second || !isNumber(second.text)) return false;
      return (
        (first.text !== '' && !isNumber(first.text)) || (isQuoted(row, 0) && !isQuoted(row, 1)) || numbered
      );
    });
  if (!header && !before) return undefined;
  return {
    line: head.number,
    column: corner.column,
    cell: [0],
    value: shortened(head.text.trim()),
    why: !header
      ? 'each line begins with a name'
      : `the file begins with a line of names${before ? ', and each line with a name' : ''}`,
    accepted: `a file without a header and without names: numbers from the first line on; ${IN_R}`,
  };
}

/** Numbers that are quoted in the first line only are names: R quotes text. */
function quotedHeader(head: Row, rest: readonly Row[]): boolean {
  return (
    head.cells.length > 1 &&
    head.cells.every((_, k) => isQuoted(head, k)) &&
    rest.length > 0 &&
    rest.every((row) => row.cells.some((_, k) => !isQuoted(row, k)))
  );
}

function isQuoted({ text, cells }: Row, k: number): boolean {
  return text[cells[k]!.column - 1] === '"';
}

function decimalCommas(rows: readonly Row[]): CellProblem | undefined {
  const accepted = `decimal points, and commas between the numbers only; ${IN_R}`;
  for (const [row, { number: line, cells }] of rows.entries()) {
    const k = cells.findIndex(({ text }) => DECIMAL_COMMA.test(text));
    if (k < 0) continue;
    const { text: value, column } = cells[k]!;
    return { line, column, cell: [row, k], value, why: 'the numbers have decimal commas', accepted };
  }
  const n = rows.length;
  const halves =
    n > 1 &&
    rows.every(
      ({ cells }) =>
        cells.length === 2 * n && cells.every(({ text }, k) => (k % 2 ? /^\d+$/ : /^[+-]?\d+$/).test(text)),
    );
  if (!halves) return undefined;
  const value = (j: number, k: number) =>
    Number(`${rows[j]!.cells[2 * k]!.text}.${rows[j]!.cells[2 * k + 1]!.text}`);
  // Whole numbers of any other kind would hardly make a covariance when read in pairs.
  if (!rows.every((_, j) => value(j, j) > 0 && rows.every((_, k) => value(j, k) === value(k, j))))
    return undefined;
  const [{ number: line, text, cells }] = rows as [Row];
  return fileProblem(
    { line, column: cells[1]!.column - 1 },
    shortened(text.trim()),
    `there are twice as many columns as lines, ${2 * n} and ${n}, all whole numbers: the numbers have decimal commas`,
    accepted,
  );
}

function trailingCommas(rows: readonly Row[]): CellProblem | undefined {
  const every =
    rows.length > 1 &&
    rows.every(
      ({ cells }) =>
        cells.length > 1 && cells.every(({ text }, k) => (text === '') === (k === cells.length - 1)),
    );
  if (!every) return undefined;
  const text = rows[0]!.text.trimEnd();
  return {
    line: rows[0]!.number,
    column: text.length,
    cell: [0],
    value: shortened(text),
    why: 'every line ends with a comma',
    accepted: 'lines that end with their last number',
  };
}

function oneTriangle(rows: readonly Row[]): CellProblem | undefined {
  const n = rows.length;
  if (n < 2 || rows.some(({ cells }) => cells.length > n)) return undefined;
  const text = (j: number, k: number) => rows[j]!.cells[k]?.text ?? '';
  const all = (inside: (j: number, k: number) => boolean, holds: (cell: string) => boolean) =>
    rows.every((_, j) => rows.every((_, k) => !inside(j, k) || holds(text(j, k))));
  const sides = [
    { filled: 'upper', empty: 'lower', missing: (j: number, k: number) => k < j },
    { filled: 'lower', empty: 'upper', missing: (j: number, k: number) => k > j },
  ];
  const square = rows.every(({ cells }) => cells.length === n);
  for (const { filled, empty, missing } of sides) {
    if (!all((j, k) => !missing(j, k), isNumber)) continue;
    const zero = n > 2 && square && all(missing, (cell) => Number(cell || Number.NaN) === 0);
    const varies = !all(
      (j, k) => j !== k && !missing(j, k),
      (cell) => Number(cell) === 0,
    );
    if (!all(missing, (cell) => cell === '') && !(zero && varies)) continue;
    const [j, k] = filled === 'upper' ? [1, 0] : [0, 1];
    return {
      line: rows[j]!.number,
      column: rows[j]!.cells[k]?.column ?? rows[j]!.text.trimEnd().length + 1,
      cell: [j, k],
      value: text(j, k),
      why: `only the ${filled} triangle of the matrix is filled; the ${empty} one ${zero ? 'is 0' : 'is empty'}`,
      accepted: `both triangles, mirrored; in R: K[${empty}.tri(K)] <- t(K)[${empty}.tri(K)]`,
    };
  }
  return undefined;
}
