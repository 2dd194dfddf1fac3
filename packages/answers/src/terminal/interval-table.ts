import { type CalibratedProtocol, estimateOf, printable } from '@sightline/study';
import { boundMark } from '../words/quantities.ts';
import { costText } from './result-text.ts';
import { COLUMNS, length } from './wrap-text.ts';

/** Cells of the picture of an interval; it is left out where it does not fit. */
const CELLS = 24;

/** Values with their intervals, those corrected where they are, and where on the line from 0 to 1 they lie: best first. */
export function intervalTable(protocols: readonly (readonly [string, CalibratedProtocol])[]): string[] {
  const corrected = protocols.some(([, one]) => one.corrected !== undefined);
  const rows = [...protocols]
    .sort(([, a], [, b]) => estimateOf(b) - estimateOf(a))
    .map(([name, { low, high, cost, actions, ...one }]) => ({
      name: printable(name),
      cells: [
        boundMark(one) + one.value.toFixed(3),
        ...(corrected ? [boundMark(one) + estimateOf(one).toFixed(3)] : []),
        `${low.toFixed(3)} … ${high.toFixed(3)}`,
        costText(cost),
        String(actions),
        intervalBar(low, high, estimateOf(one)),
      ],
    }));
  const head = [
    'value',
    ...(corrected ? ['corrected'] : []),
    'interval',
    'cost',
    'actions',
    `0${' '.repeat(CELLS - 2)}1`,
  ];
  const widths = head.map((title, k) =>
    rows.reduce((most, { cells }) => Math.max(most, length(cells[k]!)), title.length),
  );
  const line = (cells: readonly string[], count: number) =>
    cells
      .slice(0, count)
      .map((cell, k) => `  ${' '.repeat(widths[k]! - length(cell))}${cell}`)
      .join('');
  const longest = rows.reduce((most, { name }) => Math.max(most, length(name)), 'protocol'.length);
  const columns = longest + length(line(head, head.length)) <= COLUMNS ? head.length : head.length - 1;
  const room = COLUMNS - length(line(head, columns));
  const width = Math.min(longest, room);
  // A name too long for its column has a line of its own: it is never cut.
  return [
    'protocol'.padEnd(width) + line(head, columns),
    ...rows.map(({ name, cells }) =>
      length(name) <= width
        ? name + ' '.repeat(width - length(name)) + line(cells, columns)
        : `${name}\n${' '.repeat(width)}${line(cells, columns)}`,
    ),
  ];
}

/** Dots outside the interval, a thick line inside, a circle at the estimate. */
function intervalBar(low: number, high: number, value: number): string {
  const cellOf = (x: number) => Math.min(CELLS - 1, Math.max(0, Math.floor(x * CELLS)));
  const [first, last, marked] = [cellOf(low), cellOf(high), cellOf(value)];
  return Array.from({ length: CELLS }, (_, k) =>
    k === marked ? '●' : k >= first && k <= last ? '━' : '·',
  ).join('');
}
