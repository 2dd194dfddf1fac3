import { digits } from './protocol-warnings.ts';
import type { ProtocolResult, ValueResult } from './value-result.ts';
import { COLUMNS, length, printable, wrapText } from './wrap-text.ts';

/** The answer of `sightline value` for people, within 80 columns. */
export function valueText(result: ValueResult): string {
  const { title, study, target, warnings, repairs } = result;
  return `${[
    ...(title === null ? [] : [wrapText('', title.trim())]),
    printable(study),
    '',
    wrapText('target  ', `${target.name}, weights ${target.weights}; variance ${digits(target.variance)}`),
    wrapText('grid    ', gridText(result)),
    '',
    ...table(Object.entries(result.protocols)),
    '',
    wrapText('value   ', "share of the target's variance that the best predictor explains"),
    wrapText('linear  ', 'the same for the best linear predictor'),
    ...warnings.flatMap(({ what }) => ['', wrapText('warning  ', what)]),
    ...repairs.flatMap(({ what }) => ['', wrapText('repair   ', what)]),
  ].join('\n')}\n`;
}

function gridText({ grid: { horizon, points, unit, spacing, largestShift } }: ValueResult): string {
  const time = (value: number) => `${digits(value)} ${unit}`.trim();
  return (
    `${points} points over ${`${horizon} ${unit}`.trim()}, ${time(spacing)} apart; a point in time is read at the ` +
    `nearest one, here at most ${time(largestShift)} away`
  );
}

function table(protocols: readonly [string, ProtocolResult][]): string[] {
  const head = ['value', 'linear', 'cost', 'actions'];
  const rows = protocols.map(([name, { value, linearValue, cost, actions }]) => ({
    name: printable(name),
    cells: [value.toFixed(6), linearValue.toFixed(6), digits(cost), String(actions)],
  }));
  const widths = head.map((title, k) => Math.max(title.length, ...rows.map(({ cells }) => cells[k]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, k) => `  ${cell.padStart(widths[k]!)}`).join('');
  const room = COLUMNS - length(line(head));
  // A name too long for its column has a line of its own: it is never cut.
  const column = Math.max(
    'protocol'.length,
    ...rows.map(({ name }) => length(name)).filter((n) => n <= room),
  );
  return [
    'protocol'.padEnd(column) + line(head),
    ...rows.map(({ name, cells }) =>
      length(name) <= column
        ? name + ' '.repeat(column - length(name)) + line(cells)
        : `${name}\n${' '.repeat(column)}${line(cells)}`,
    ),
  ];
}
