import { type Cell, type CellProblem, cellsOf, isNumber, type Line } from './csv-cells.ts';

// Matrices as R, pandas and spreadsheets write them by default: one problem for the file, with the way out.

const IN_R = 'in R: write.table(K, "k.csv", sep = ",", row.names = FALSE, col.names = FALSE)';
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** What another program made of a matrix; nothing where its numbers are separated by commas and nothing else is there. */
export function foreignMatrix(lines: readonly Line[]): CellProblem | undefined {
  const table = lines.map((line) => cellsOf(line.text));
  return (
    otherSeparator(lines) ??
    decimalCommas(lines, table) ??
    names(lines, table) ??
    trailingCommas(lines, table) ??
    oneTriangle(lines, table)
  );
}

const SEPARATORS = [
  { name: 'semicolons', split: /;/ },
  { name: 'tabs', split: /\t/ },
  { name: 'spaces', split: / +/ },
];

function otherSeparator(lines: readonly Line[]): CellProblem | undefined {
  for (const { name, split } of SEPARATORS) {
    const rows = lines.map(({ text }) => text.trim().split(split));
    if (!rows.every((row) => row.length > 1)) continue;
    const cells = rows.flat().map(unquoted);
    const numbers = cells.filter((cell) => isNumber(cell) || DECIMAL_COMMA.test(cell));
    // Spaces after commas and inside of names separate nothing.
    if (numbers.length === 0 || cells.some((cell) => cell.includes(',') && !DECIMAL_COMMA.test(cell)))
      continue;
    const [first] = lines as [Line];
    const lead = first.text.length - first.text.trimStart().length;
    const commas = cells.some((cell) => DECIMAL_COMMA.test(cell));
    return {
      line: first.number,
      column: lead + rows[0]![0]!.length + 1,
      cell: [],
      value: shortened(first.text.trim()),
      why: commas
        ? `the numbers are separated by ${name} and have decimal commas${name === 'semicolons' ? ', as write.csv2 and some spreadsheets write them' : ''}`
        : `the numbers are not separated by commas but by ${name}`,
      accepted: `numbers separated by commas, with decimal points; ${IN_R}`,
    };
  }
  return undefined;
}

/** A heading, names at the beginning of lines, or both. */
function names(lines: readonly Line[], table: readonly Cell[][]): CellProblem | undefined {
  const [head, ...rest] = table as [Cell[], ...Cell[][]];
  const labels = head.slice(1).map(({ text }) => Number(text));
  const numbered =
    head[0]!.text === '' &&
    labels.length > 1 &&
    labels.every((label, k) => label === Number(rest[k]?.[0]?.text || Number.NaN)) &&
    labels.every((label, k) => k === 0 || label > labels[k - 1]!);
  // A lone bad cell is a bad cell; a line without a single number is a heading.
  const named =
    head.length > 1 &&
    head.slice(1).every(({ text }) => text !== '') &&
    head.every(({ text }) => !text.split(/[;\t ]/).some(isNumber));
  const header = numbered || named || quotedHeader(lines, head, rest);
  const from = header ? 1 : 0;
  const rows = table.slice(from);
  const before =
    rows.length > 1 &&
    rows.every((row, k) => {
      const [first, second] = row;
      if (!first || !second || !isNumber(second.text)) return false;
      const line = lines[from + k]!;
      return (
        (first.text !== '' && !isNumber(first.text)) ||
        (quoted(line, row, 0) && !quoted(line, row, 1)) ||
        numbered
      );
    });
  if (!header && !before) return undefined;
  return {
    line: lines[0]!.number,
    column: head[0]!.column,
    cell: [0],
    value: shortened(lines[0]!.text.trim()),
    why: !header
      ? 'each line begins with a name'
      : `the file begins with a line of names${before ? ', and each line with a name' : ''}`,
    accepted: `a file without a header and without names: numbers from the first line on; ${IN_R}`,
  };
}

/** Numbers that are quoted in the first line only are names: R quotes text. */
function quotedHeader(lines: readonly Line[], head: readonly Cell[], rest: readonly Cell[][]): boolean {
  return (
    head.length > 1 &&
    head.every((_, k) => quoted(lines[0]!, head, k)) &&
    rest.length > 0 &&
    rest.every((row, k) => row.some((_, m) => !quoted(lines[k + 1]!, row, m)))
  );
}

function decimalCommas(lines: readonly Line[], table: readonly Cell[][]): CellProblem | undefined {
  const accepted = `decimal points, and commas between the numbers only; ${IN_R}`;
  for (const [row, cells] of table.entries()) {
    const k = cells.findIndex(({ text }) => DECIMAL_COMMA.test(text));
    if (k >= 0) {
      const { text, column } = cells[k]!;
      const why = 'the numbers have decimal commas';
      return { line: lines[row]!.number, column, cell: [row, k], value: text, why, accepted };
    }
  }
  const n = table.length;
  const halves =
    n > 1 &&
    table.every(
      (row) =>
        row.length === 2 * n && row.every(({ text }, k) => (k % 2 ? /^\d+$/ : /^[+-]?\d+$/).test(text)),
    );
  if (!halves) return undefined;
  const value = (j: number, k: number) => Number(`${table[j]![2 * k]!.text}.${table[j]![2 * k + 1]!.text}`);
  // Whole numbers of any other kind would hardly make a covariance when read in pairs.
  if (!table.every((_, j) => value(j, j) > 0 && table.every((_, k) => value(j, k) === value(k, j))))
    return undefined;
  return {
    line: lines[0]!.number,
    column: table[0]![1]!.column - 1,
    cell: [],
    value: shortened(lines[0]!.text.trim()),
    why: `there are twice as many columns as lines, ${2 * n} and ${n}, all whole numbers: the numbers have decimal commas`,
    accepted,
  };
}

function trailingCommas(lines: readonly Line[], table: readonly Cell[][]): CellProblem | undefined {
  const every =
    table.length > 1 &&
    table.every(
      (row) => row.length > 1 && row.every(({ text }, k) => (text === '') === (k === row.length - 1)),
    );
  if (!every) return undefined;
  const text = lines[0]!.text.trimEnd();
  return {
    line: lines[0]!.number,
    column: text.length,
    cell: [0],
    value: shortened(text),
    why: 'every line ends with a comma',
    accepted: 'lines that end with their last number',
  };
}

function oneTriangle(lines: readonly Line[], table: readonly Cell[][]): CellProblem | undefined {
  const n = table.length;
  if (n < 2 || table.some((row) => row.length > n)) return undefined;
  const text = (j: number, k: number) => table[j]![k]?.text ?? '';
  const all = (inside: (j: number, k: number) => boolean, holds: (cell: string) => boolean) =>
    table.every((_, j) => table.every((_, k) => !inside(j, k) || holds(text(j, k))));
  const sides = [
    { filled: 'upper', empty: 'lower', missing: (j: number, k: number) => k < j },
    { filled: 'lower', empty: 'upper', missing: (j: number, k: number) => k > j },
  ];
  const square = table.every((row) => row.length === n);
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
      line: lines[j]!.number,
      column: table[j]![k]?.column ?? lines[j]!.text.trimEnd().length + 1,
      cell: [j, k],
      value: text(j, k),
      why: `only the ${filled} triangle of the matrix is filled; the ${empty} one ${zero ? 'is 0' : 'is empty'}`,
      accepted: `both triangles, mirrored; in R: K[${empty}.tri(K)] <- t(K)[${empty}.tri(K)]`,
    };
  }
  return undefined;
}

const unquoted = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1');
const quoted = ({ text }: Line, row: readonly Cell[], k: number) => text[row[k]!.column - 1] === '"';
const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
