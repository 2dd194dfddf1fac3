import { expect, it } from 'vitest';
import { bothLimits, knownField } from './other-names.ts';

const TARGETS = ['above', 'below', 'between'];

it.each([
  [{ above: 1, below: 2 }, TARGETS, 'write { between: [1, 2] }'],
  [{ above: 1, below: -2 }, TARGETS, undefined],
  [{ above: 1, below: 2, mean: 0 }, TARGETS, undefined],
  [{ above: 1 }, TARGETS, undefined],
  [{ above: 1, below: 2 }, ['recency'], undefined],
])('both limits of a target: %j among %j', (value, fields, hint) => {
  expect(bothLimits(value, fields)).toBe(hint);
});

it.each([
  [{ between: [4, 8] }, 'write { above: 4, below: 8 }'],
  [{ between: ['low', 8] }, 'a share between limits has one field for each'],
  [{ between: [4] }, 'a share between limits has one field for each'],
])('both limits of records: %j', (parent, instead) => {
  expect(knownField('between', parent, ['above', 'below'])).toEqual({ instead });
});
