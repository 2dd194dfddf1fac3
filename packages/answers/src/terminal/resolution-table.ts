import type { BestOfClass, ResolutionResult } from '@sightline/study';
import { digits, printable } from '@sightline/study';
import { COLUMNS, length, wrapText } from './wrap-text.ts';

/** What choosing from each class gives and costs, from coarse to fine. */
export function resolutionTable({ classes }: ResolutionResult): string[] {
  const head = ['protocols', 'best', 'short by', 'error', 'loss ≤', 'on average'];
  const rows = classes.map(({ name, size, value, restriction, epsilon, guarantee, regret, best }) => ({
    name: printable(name),
    cells: [
      String(size),
      ...[value, restriction, epsilon, guarantee, regret].map((number) => number.toFixed(3)),
    ],
    best,
  }));
  const widths = head.map((title, k) =>
    rows.reduce((most, { cells }) => Math.max(most, cells[k]!.length), title.length),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, k) => `  ${' '.repeat(widths[k]! - length(cell))}${cell}`).join('');
  const room = COLUMNS - length(line(head));
  const width = Math.min(
    room,
    rows.reduce((most, { name }) => Math.max(most, length(name)), 'class'.length),
  );
  return [
    'class'.padEnd(width) + line(head),
    ...rows.flatMap(({ name, cells, best }) => [
      length(name) <= width
        ? name + ' '.repeat(width - length(name)) + line(cells)
        : `${name}\n${' '.repeat(width)}${line(cells)}`,
      wrapText(`${' '.repeat(width)}  best: `, bestText(best)),
    ]),
  ];
}

function bestText({ name, at, width }: BestOfClass): string {
  if (name !== null) return printable(name);
  return `at ${at.map((time, i) => digits(time) + (width[i] === 0 ? '' : ` (width ${digits(width[i]!)})`)).join(', ')}`;
}
