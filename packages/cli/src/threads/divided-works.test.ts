import * as engine from '@sightline/engine/internal';
import * as experiments from '@sightline/experiments';
import { expect, it } from 'vitest';
import { WORKS } from './divided-works.ts';

/** The pools take any work, and threads know it by its name: one that is missing here would be noticed in a long run only. */
it('threads know every work of the engine and of the experiments', () => {
  const works = [...Object.values(engine), ...Object.values(experiments)].filter(
    (one) => one !== null && typeof one === 'object' && 'prepare' in one && 'name' in one,
  ) as { name: string }[];
  expect(works.length).toBeGreaterThan(5);
  for (const work of works) expect([work.name, WORKS.get(work.name)]).toEqual([work.name, work]);
});
