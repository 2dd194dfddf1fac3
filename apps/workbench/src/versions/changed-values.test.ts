import type { ValueResult } from '@sightline/study';
import { expect, it } from 'vitest';
import { changedValues, verdictOf } from './changed-values.ts';

const worth = (values: Record<string, number>) =>
  ({
    protocols: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, cost: 1 }])),
  }) as Pick<ValueResult, 'protocols'>;

it('compares protocols by their names, and says what changes most', () => {
  const changes = changedValues(
    worth({ a: 0.5, b: 0.2, c: 0.1, old: 1 }),
    worth({ new: 0.3, b: 0.25, a: 0.3, c: 0.1 }),
  );
  expect(changes.map(({ name }) => name)).toEqual(['new', 'b', 'a', 'c', 'old']);
  expect(changes[2]).toEqual({ name: 'a', values: [0.5, 0.3], costs: [1, 1], change: 0.3 - 0.5 });
  expect(changes[4]!.change).toBeUndefined();
  expect(verdictOf(changes)).toBe(
    '2 of 3 protocols in both have another value; most changes ‘a’, from 0.500 to 0.300. 1 only in the second. 1 only in the first.',
  );
  expect(verdictOf(changedValues(worth({ a: 0.5 }), worth({ a: 0.500001 })))).toBe(
    'Protocols in both have the same values.',
  );
});

it('finds no protocol that is called as what every object has', () => {
  const [one] = changedValues(worth({ a: 0.5 }), worth({ valueOf: 0.3 }));
  expect(one).toEqual({
    name: 'valueOf',
    values: [undefined, 0.3],
    costs: [undefined, 1],
    change: undefined,
  });
});
