import { expect, it } from 'vitest';
import { undominated } from './undominated.ts';

it('keeps what no other beats in cost and value', () => {
  const all = [
    { name: 'dear', cost: 4, value: 0.9 },
    { name: 'beaten', cost: 3, value: 0.4 },
    { name: 'cheap', cost: 1, value: 0.4 },
    { name: 'twin', cost: 1, value: 0.4 },
    { name: 'worse', cost: 5, value: 0.9 },
  ];
  expect(undominated(all).map(({ name }) => name)).toEqual(['cheap', 'twin', 'dear']);
});
