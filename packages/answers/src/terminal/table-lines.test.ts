import { expect, it } from 'vitest';
import type { Cell } from '../document/document.ts';
import { between, count, fixed, number, table, text } from '../document/parts.ts';
import { tableLines } from './table-lines.ts';

const COLUMNS = [text('protocol'), number('value'), number('interval'), number('actions'), text('')];
const row = (name: string, value: number, low: number, high: number): Cell[] => [
  name,
  fixed(value, 3),
  between(low, high),
  count(4),
  { bar: { low, high, at: value } },
];
const linesOf = (...rows: Cell[][]) => tableLines(table('values', '', COLUMNS, rows).table);
const widest = (lines: readonly string[]) =>
  Math.max(
    ...lines
      .join('\n')
      .split('\n')
      .map((line) => [...line].length),
  );

it('numbers stand to the right, intervals have a picture', () => {
  expect(linesOf(row('better', 0.51, 0.26, 0.74), row('worse', 0.3, -0.1, 1))).toEqual([
    'protocol  value        interval  actions  0                      1',
    'better    0.510   0.260 … 0.740        4  ······━━━━━━●━━━━━······',
    'worse     0.300  −0.100 … 1.000        4  ━━━━━━━●━━━━━━━━━━━━━━━━',
  ]);
});

it('the picture is left out for longer names, and no name is cut', () => {
  const longer = linesOf(row('a name of some thirty-five characters', 0.51, 0.26, 0.74));
  expect(longer[1]).toBe('a name of some thirty-five characters  0.510  0.260 … 0.740        4');
  const name = 'a name so long that it does not fit beside the numbers that belong to it';
  const longest = linesOf(row(name, 0.5, 0.2, 0.7), row('short', 0.5, 0.2, 0.7));
  expect(longest.join('\n')).toContain(`\n${name}\n`);
  expect(widest(longest)).toBeLessThanOrEqual(80);
});

it('columns that may stand below do so, part by part', () => {
  const sizes = Array.from({ length: 20 }, (_, k) => 2 + k);
  const lines = tableLines(
    table(
      'r2',
      '',
      [text('R²'), ...sizes.map((size) => number(`N = ${size}`, 'below'))],
      [['dispersed', ...sizes.map((size) => fixed(size / 100, 3))]],
    ).table,
  );
  expect(widest(lines)).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => line.startsWith('R² '))).toHaveLength(3);
  const shown = lines.flatMap((line) => [...line.matchAll(/0\.\d{3}/g)].map(([value]) => Number(value)));
  expect(shown).toEqual(sizes.map((size) => size / 100));
});

it('a long last text is cut, many rows are counted or thinned', () => {
  const columns = [number('cost'), text('actions', 'cut')];
  const rows = Array.from({ length: 40 }, (_, k) => [
    count(k),
    Array.from({ length: 60 }, () => k).join(', '),
  ]);
  const cut = tableLines(table('frontier', '', columns, rows, { most: 5 }).table);
  expect(widest(cut)).toBeLessThanOrEqual(80);
  expect(widest(cut)).toBeGreaterThan(76);
  expect(cut).toHaveLength(7);
  expect(cut.at(-1)).toBe('and 35 more, in --json');
  // Between items, never within a number.
  const items = cut[1]!.trim().split(/[ ,]+/);
  expect(items.at(-1)).toBe('…');
  const decimals = tableLines(
    table(
      'others',
      '',
      [text('choice'), text('at (day)', 'cut')],
      [
        ['this', Array.from({ length: 40 }, (_, k) => 100.5 + k).join(', ')],
        ['clock', Array.from({ length: 40 }, (_, k) => `${10 + (k % 10)}:30`).join(' ')],
      ],
    ).table,
  );
  expect(decimals[1]).toMatch(/^this {4}(1\d\d\.5, )+…$/);
  expect(decimals[2]).toMatch(/^clock {3}(\d\d:30 )+…$/);
  expect(widest(decimals)).toBeLessThanOrEqual(80);
  const thinned = tableLines(table('frontier', '', columns, rows, { most: 10, thin: true }).table);
  const costs = thinned.slice(1, -1).map((line) => Number(line.trim().split(' ')[0]));
  expect(costs).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 39]);
});
