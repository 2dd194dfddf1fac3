import type { ProtocolResult, ValueResult } from '@sightline/study';
import { digits, printable } from '@sightline/study';
import { boundMark } from '../words/bound-mark.ts';
import { costText, gridText, heading, remarks } from './result-text.ts';
import { COLUMNS, length, wrapText } from './wrap-text.ts';

/** The answer of `sightline value` for people, within 80 columns. */
export function valueText(result: ValueResult): string {
  const { target } = result;
  return `${[
    ...heading(result),
    '',
    wrapText('target  ', `${target.name}, weights ${target.weights}; variance ${digits(target.variance)}`),
    wrapText('grid    ', gridText(result.grid)),
    '',
    ...table(Object.entries(result.protocols)),
    '',
    wrapText('value   ', "share of the target's variance that the best predictor explains"),
    wrapText('linear  ', 'the same for the best linear predictor'),
    ...remarks(result),
  ].join('\n')}\n`;
}

function table(protocols: readonly [string, ProtocolResult][]): string[] {
  const head = ['value', 'linear', 'cost', 'actions'];
  const rows = protocols.map(([name, { value, linearValue, lowerBound, cost, actions }]) => ({
    name: printable(name),
    cells: [
      boundMark({ lowerBound }) + value.toFixed(6),
      boundMark({ lowerBound }) + linearValue.toFixed(6),
      costText(cost),
      String(actions),
    ],
  }));
  const widths = head.map((title, k) =>
    rows.reduce((most, { cells }) => Math.max(most, cells[k]!.length), title.length),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, k) => `  ${cell.padStart(widths[k]!)}`).join('');
  const room = COLUMNS - length(line(head));
  // A name too long for its column has a line of its own: it is never cut.
  const column = rows
    .map(({ name }) => length(name))
    .filter((n) => n <= room)
    .reduce((most, n) => Math.max(most, n), 'protocol'.length);
  return [
    'protocol'.padEnd(column) + line(head),
    ...rows.map(({ name, cells }) =>
      length(name) <= column
        ? name + ' '.repeat(column - length(name)) + line(cells)
        : `${name}\n${' '.repeat(column)}${line(cells)}`,
    ),
  ];
}
