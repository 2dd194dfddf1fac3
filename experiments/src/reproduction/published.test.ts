import { thisThread } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { PUBLISHED } from '../compare/published.ts';
import { EXPERIMENTS } from './experiments.ts';

const printed = new Set(Object.values(PUBLISHED).flat() as number[]);

it('nothing is called published that the paper does not print', async () => {
  const files = { read: () => Promise.reject(new Error('nothing is read')) };
  let rows = 0;
  for (const { name, run } of EXPERIMENTS)
    for (const { what, published } of (await run({ workers: thisThread, seed: 1, quick: true, files }))
      .rows) {
      expect(printed, `${name}: ${what}`).toContain(published);
      rows++;
    }
  expect(rows).toBeGreaterThan(40);
});
