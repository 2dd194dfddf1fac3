import { describe, expect, it } from 'vitest';
import { openStudy } from '../../parts/study-parts.ts';
import { InvalidStudy } from '../../problems/located-problem.ts';
import { value } from './index.ts';
import { type KeptValues, keptLaw } from './kept-values.ts';
import { lawPlan } from './plan.ts';

const study = ({ tau = 3, target = '{ above: 0 }', at = '4', more = '' } = {}) => `sightline: 1
time: { horizon: 10, points: 40 }
latent: { kernel: { ou: { tau: ${tau} } } }
target: ${target}
protocols:
  one: { at: [1, ${at}, 7], noise: 0.5 }
  two: { at: [2, 8] }
  same: { at: [2, 8] }
  missed: { at: [3, 6], noise: 0.2, missed: 0.3 }
${more}`;

/** The result, or its problems. */
async function answer(text: string, seed: number, kept?: KeptValues) {
  const files = { read: async () => new TextEncoder().encode(text) };
  const opened = await openStudy('study.yaml', files, 'value');
  try {
    const { plan, origin } = await opened.plan((asking) =>
      kept ? lawPlan(asking, (own) => keptLaw(kept, own)) : lawPlan(asking),
    );
    return await value.compute(plan, { ...origin, seed }, kept ? { kept } : {});
  } catch (error) {
    if (!(error instanceof InvalidStudy)) throw error;
    return error.problems;
  }
}

describe('kept values', () => {
  it('are those of a question asked alone, whatever was asked before', async () => {
    const kept: KeptValues = {};
    const asked: [string, number][] = [
      [study(), 0],
      [study({ at: '4.5' }), 0],
      [study({ at: '99' }), 0],
      [study({ at: '5' }), 0],
      [study({ at: '5', tau: 2 }), 0],
      [study({ at: '5', tau: -2 }), 0],
      [study({ at: '5', target: 'mean' }), 0],
      [study({ at: '5', target: 'mean', more: 'weights: { recency: 2 }' }), 0],
      [study({ at: '5', more: '  four: { at: [1, 5, 7], noise: 0.5 }' }), 1],
      [study({ at: '5', more: 'words: { unit: patient }' }), 1],
      [study({ at: '5', more: 'realised: one' }), 1],
      [study().replace('kernel:', 'mean: 5, sd: 2, kernel:').replace('above: 0', 'above: 6'), 1],
    ];
    for (const [text, seed] of asked)
      expect(await answer(text, seed, kept)).toEqual(await answer(text, seed));
  });
  it('computes what moved, and nothing else', async () => {
    const kept: KeptValues = {};
    await answer(study(), 0, kept);
    const { law, values } = kept;
    await answer(study({ at: '4.5' }), 0, kept);
    expect(kept.law).toBe(law);
    const [before, after] = [[...values!.byActions], [...kept.values!.byActions]];
    expect(after.filter(([key]) => !values!.byActions.has(key))).toHaveLength(1);
    for (const [key, own] of before.slice(1)) expect(kept.values!.byActions.get(key)).toBe(own);
    await answer(study({ tau: 2 }), 0, kept);
    expect(kept.law).not.toBe(law);
  });
});
