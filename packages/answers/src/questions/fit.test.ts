import { answerOf, questionOf } from '@sightline/study';
import { describe, expect, it } from 'vitest';
import { inOwnWords, wordsOf } from '../words/own-words.ts';
import { fitDocument } from './fit.ts';
import { valueDocument } from './value.ts';

/** Three readings far from each other in each patient: nothing tells noise from a short memory. */
const ROWS = Array.from({ length: 24 }, (_, i) =>
  [1, 5, 9].map((time, k) => `${i},${time},${5 + (((i * 7 + k * 11 + i * k * 5) % 13) - 6) / 3}`),
).flat();
const FILES: Record<string, string> = {
  'sparse.csv': `unit,time,value\n${ROWS.join('\n')}\n`,
  'study.yaml': `sightline: 1
time: { horizon: 10, points: 20, unit: h }
target: mean
calibration: { data: sparse.csv }
fit: { kernels: [ou] }
protocols: { a: { at: [2, 5, 8], noise: 0.2 } }
words: { unit: patient, reading: finger prick, value: mg/dl }
`,
};
const access = { read: async (path: string) => new TextEncoder().encode(FILES[path]) };

describe('a law fitted to sparse readings', () => {
  it('is told in the study’s words, which are no unit of measurement', async () => {
    const result = await answerOf(questionOf('fit'), 'study.yaml', access, { seed: 0 });
    const captions = fitDocument(result).sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'picture' ? [block.caption] : [])),
    );
    const told = captions.map(inOwnWords(wordsOf(result)!)).join(' ');
    expect(told).toContain('divided by the fitted variance of a finger prick');
    expect(told).not.toMatch(/patients? of the fitted/);
  });

  it('is said in the verdict on values to be none, or not to be determined where others fit nearly as well', async () => {
    const result = await answerOf(questionOf('value'), 'study.yaml', access, { seed: 0 });
    const told = (more: object) => valueDocument({ ...result, ...more }).verdict.join(' ');
    expect(result.warnings.map(({ kind }) => kind)).toContain('noise-alone');
    expect(told({})).toContain('values under this one mean nothing');
    expect(result.fitted!.undetermined).not.toEqual([]);
    expect(told({ warnings: [] })).toContain('do not determine this law');
    const determined = { warnings: [], fitted: { ...result.fitted!, undetermined: [] } };
    expect(told(determined)).not.toMatch(/mean nothing|do not determine/);
  });
});
