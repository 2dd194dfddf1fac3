import { expect, it } from 'vitest';
import type { Workers } from '../../numerics/divided-work.ts';
import type { TestWork } from './benchmark-resamples.ts';
import { benchmarkTestShare } from './benchmark-test-share.ts';

/** Workers that know the outcomes, and how many of them they were asked for. */
function knowing(outcomes: readonly (boolean | null)[]) {
  let made = 0;
  const workers: Workers = {
    async run<Input, Piece>(_work: unknown, _input: Input, pieces: number) {
      made = Math.max(made, pieces);
      return outcomes.slice(0, pieces) as Piece[];
    },
  };
  const share = () => benchmarkTestShare({} as TestWork, outcomes.length, workers, {});
  return { share, made: () => made };
}

it('ends with the tenth resample that is as far away, and the share is ten of those looked through', async () => {
  const often = knowing(Array.from({ length: 199 }, (_, i) => i % 3 === 0));
  expect(await often.share()).toBe(10 / 28);
  expect(often.made()).toBe(40);
});

it('looks through all of them where few are, and leaves out those that could not be solved', async () => {
  const rare = knowing(Array.from({ length: 199 }, (_, i) => (i % 2 === 0 ? null : i === 7)));
  expect(await rare.share()).toBe(2 / 100);
  expect(rare.made()).toBe(199);
  expect(await knowing(Array.from({ length: 30 }, () => null)).share()).toBeNull();
});
