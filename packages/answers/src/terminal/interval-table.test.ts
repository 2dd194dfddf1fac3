import { expect, it } from 'vitest';
import { intervalTable } from './interval-table.ts';

const one = { value: 0.51, low: 0.26, high: 0.74, standardError: 0.1, cost: 4, actions: 4 };
const wide = (lines: readonly string[]) =>
  Math.max(
    ...lines
      .join('\n')
      .split('\n')
      .map((line) => [...line].length),
  );

it('shows the best first, with a picture of its interval', () => {
  const lines = intervalTable([
    ['worse', { ...one, value: 0.3, low: 0, high: 1 }],
    ['better', one],
  ]);
  expect(lines).toEqual([
    'protocol  value       interval  cost  actions  0                      1',
    'better    0.510  0.260 … 0.740     4        4  ······━━━━━━●━━━━━······',
    'worse     0.300  0.000 … 1.000     4        4  ━━━━━━━●━━━━━━━━━━━━━━━━',
  ]);
});

it('leaves the picture out for longer names, and never cuts a name', () => {
  const longer = intervalTable([['a name of some thirty characters', one]]);
  expect(longer[1]).toBe('a name of some thirty characters  0.510  0.260 … 0.740     4        4');
  const name = 'a name so long that it does not fit beside the numbers that belong to it';
  const longest = intervalTable([
    [name, one],
    ['short', one],
  ]);
  expect(longest.join('\n')).toContain(`\n${name}\n`);
  expect(wide(longest)).toBeLessThanOrEqual(80);
});
