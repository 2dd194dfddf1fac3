import { InvalidStudy, loadPlan, questionOf } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { setShared } from './edit-marks.ts';
import { problemsUnder, refusalText } from './edit-problems.ts';
import { memoryFiles } from './memory-files.ts';

const STUDY = `sightline: 1
time: { horizon: 10, points: 16, unit: h }
target: mean
latent: { kernel: { ou: { tau: 1 } } }
protocols:
  a b: [{ at: [1, 2], noise: 0.4 }, { at: 3 }]
  a: { at: 5, noise: 0.1 }
`;

/** What the command that reads the whole study says. */
async function told(text: string) {
  const files = memoryFiles(new Map([['s.yaml', new TextEncoder().encode(text)]]));
  try {
    await loadPlan(questionOf('value'), 's.yaml', files, {});
    return [];
  } catch (error) {
    if (error instanceof InvalidStudy) return error.problems;
    throw error;
  }
}

describe('problems of an edit', () => {
  const edits: [string, string, (string | number)[]][] = [
    ['a negative noise', STUDY.replace('noise: 0.4', 'noise: -1'), ['protocols', 'a b', 0]],
    ['no repeats', STUDY.replace('at: 5,', 'at: 5, repeats: 0,'), ['protocols', 'a']],
    ['half a repeat', STUDY.replace('at: 5,', 'at: 5, repeats: 2.5,'), ['protocols', 'a']],
    ['a time beyond the end', STUDY.replace('at: [1, 2]', 'at: [1, 99]'), ['protocols', 'a b', 0]],
    ['a negative cost', STUDY.replace('at: 3 }', 'at: 3, cost: -3 }'), ['protocols', 'a b', 1]],
    ['a horizon of nothing', STUDY.replace('horizon: 10', 'horizon: 0'), ['time']],
    ['half a grid point', STUDY.replace('points: 16', 'points: 2.5'), ['time']],
  ];
  for (const [what, text, under] of edits)
    it(`are the command's own for ${what}`, async () => {
      const found = problemsUnder('s.yaml', text, under);
      expect(found).toEqual(await told(text));
      expect(found).toHaveLength(1);
      expect(refusalText(found)).toContain(`Accepted: ${found[0]!.accepted}.`);
    });

  it('are none for a good edit, whatever is wrong elsewhere', () => {
    const elsewhere = STUDY.replace('noise: 0.1', 'noise: -1').replace('target:', 'taget:');
    const { text } = setShared(elsewhere, { protocol: 'a b', entry: 0, time: 0, width: 0 }, 'noise', 0.9);
    expect(problemsUnder('s.yaml', text, ['protocols', 'a b', 0])).toEqual([]);
    expect(refusalText([])).toBeUndefined();
    // Not mistaken for `a b`, whose name begins alike.
    expect(problemsUnder('s.yaml', text, ['protocols', 'a'])).toHaveLength(1);
  });
});
