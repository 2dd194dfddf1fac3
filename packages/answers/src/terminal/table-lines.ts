import { printable } from '@sightline/study';
import { type Cell, type Column, cellText, isBar, type Row, type Table } from '../document/document.ts';
import { bar } from './bar.ts';
import { COLUMNS, length, wrapText } from './wrap-text.ts';

/** Cells of the picture of an interval; it is left out where it does not fit. */
const BAR = 24;

interface Shown extends Column {
  /** Its place among the table's columns. */
  k: number;
  width: number;
}

/** A table within the columns of a terminal: what does not fit is left out, cut or moved below as its columns say. */
export function tableLines({ columns, rows, most = Number.POSITIVE_INFINITY, thin }: Table): string[] {
  const every = thin ? Math.ceil(rows.length / most) : 1;
  const shown = thin ? rows.filter((_, i) => i % every === 0 || i === rows.length - 1) : rows.slice(0, most);
  const left = rows.length - shown.length;
  const written = shown.map(({ cells }) => cells.map(lettersOf));
  const all: Shown[] = columns.map((column, k) => ({
    ...column,
    ...(isBar(rows[0]?.cells[k]) && { name: barHead(rows[0].cells[k]), narrow: 'drop' as const }),
    k,
    width: 0,
  }));
  for (const column of all)
    column.width = written.reduce(
      (widest, cells) => Math.max(widest, length(cells[column.k]!)),
      length(column.name),
    );
  const [first, ...rest] = all as [Shown, ...Shown[]];
  return [
    ...parts(first, fitting(first, rest)).flatMap((own, i) => [
      ...(i === 0 ? [] : ['']),
      ...partLines(first, own, shown, written),
    ]),
    ...(left > 0 ? [`and ${left} more, in --json`] : []),
  ];
}

/** What the two ends of the bars below stand for. */
function barHead({ bar: { ends: [low, high] = ['0', '1'] } }: Extract<Cell, { bar: unknown }>): string {
  return low + ' '.repeat(BAR - length(low) - length(high)) + high;
}

const lettersOf = (cell: Cell) =>
  isBar(cell) ? bar(cell.bar.low, cell.bar.high, cell.bar.at, BAR) : printable(cellText(cell));

const widthOf = (columns: readonly Shown[]) => columns.reduce((sum, { width }) => sum + width + 2, 0);

/** Without what may be dropped, where it has to be. */
function fitting(first: Shown, rest: readonly Shown[]): readonly Shown[] {
  const last = rest.findLastIndex(({ narrow }) => narrow === 'drop');
  return last >= 0 && first.width + widthOf(rest) > COLUMNS
    ? fitting(first, [...rest.slice(0, last), ...rest.slice(last + 1)])
    : rest;
}

/** The columns after the first, in as many parts as it takes where they may stand below each other. */
function parts(first: Shown, rest: readonly Shown[]): (readonly Shown[])[] {
  const found: Shown[][] = [[]];
  for (const column of rest) {
    const full = first.width + widthOf([...found.at(-1)!, column]) > COLUMNS;
    if (column.narrow === 'below' && full && found.at(-1)!.length > 0) found.push([]);
    found.at(-1)!.push(column);
  }
  return found;
}

/** As many items of a list as there is room for; its column begins at `from`. No number is cut: 360… may be 360.5. */
function cutBetween(text: string, from: number): string {
  const head = [...text].slice(0, COLUMNS - 1).join('');
  const between = head.includes(', ', from) ? ', ' : ' ';
  const end = head.lastIndexOf(between) + between.length;
  return `${end > from + 2 ? head.slice(0, end) : head}…`;
}

function partLines(
  first: Shown,
  rest: readonly Shown[],
  rows: readonly Row[],
  written: readonly (readonly string[])[],
): string[] {
  const cut = rest.at(-1)?.narrow === 'cut';
  const line = (cells: readonly string[]) => {
    const text = rest
      .map(({ k, width, align }) => {
        const space = ' '.repeat(Math.max(0, width - length(cells[k]!)));
        return `  ${align === 'right' ? space + cells[k]! : cells[k]! + space}`;
      })
      .join('');
    return text.trimEnd();
  };
  const titles: string[] = [];
  for (const { k, name } of [first, ...rest]) titles[k] = name;
  const taken = widthOf(cut ? rest.slice(0, -1) : rest);
  const room = Math.max(length(first.name), COLUMNS - taken - (cut ? 12 : 0));
  const column = written
    .map((cells) => length(cells[first.k]!))
    .filter((own) => own <= room)
    .reduce((widest, own) => Math.max(widest, own), length(first.name));
  const last = column + taken;
  const within = (text: string) => (cut && length(text) > COLUMNS ? cutBetween(text, last) : text);
  const whole = (name: string, cells: readonly string[]) => {
    const space = column - length(name);
    const lead =
      first.align === 'right' ? ' '.repeat(Math.max(0, space)) + name : name + ' '.repeat(Math.max(0, space));
    // A name too long for its column has a line of its own: it is never cut.
    return space >= 0
      ? within((lead + line(cells)).trimEnd())
      : `${name}\n${within(' '.repeat(column) + line(cells))}`;
  };
  return [
    whole(first.name, titles),
    ...written.flatMap((cells, i) => [
      whole(cells[first.k]!, cells),
      ...(rows[i]!.below === undefined ? [] : [wrapText(' '.repeat(column + 2), rows[i]!.below!)]),
    ]),
  ];
}
