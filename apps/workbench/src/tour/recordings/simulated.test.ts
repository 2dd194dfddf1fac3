import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../study/memory-files.ts';
import { answerQuestion } from '../../work/answer-question.ts';
import type { Results } from '../../work/question.ts';
import { rhythmStripsPicture } from './rhythm-strips.ts';
import { PEOPLE, simulatedNights, simulatedRhythms } from './simulated.ts';

describe.each([
  ['nights', simulatedNights(), 0.23],
  ['rhythms', simulatedRhythms(), 0.25],
])('simulated %s', (_name, made, about) => {
  it('are read without a complaint, and spread looks tell more of them than a block', async () => {
    const files = memoryFiles(new Map([[made.file, new TextEncoder().encode(made.data)]]));
    const asking = { study: 'tour.yaml', text: made.study, seed: 0 };
    const answer = await answerQuestion({ command: 'retrospect', request: { draws: 50 } }, asking, files, {
      signal: new AbortController().signal,
      onProgress: () => {},
      onPartial: () => {},
    });
    if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
    const { records, units, skipped, targets } = answer.result as Results['retrospect'];
    expect({ records, units, skipped }).toEqual({ records: PEOPLE, units: PEOPLE, skipped: [] });
    const { mean, templates } = targets[made.target]!;
    expect(Math.abs(mean - about)).toBeLessThan(0.06);
    for (const budget of made.budgets.slice(2))
      expect(templates[`dispersed-${budget}`]!.r2).toBeGreaterThan(
        templates[`contiguous-${budget}`]!.r2 + 0.1,
      );
  });
});

it('draws a strip for each look, whatever the width', () => {
  const looks = Array.from({ length: 5 }, (_, i) => ({ state: i === 2 ? 'AF' : 'Sinus', at: `${i} h` }));
  for (const width of [140, 700]) {
    const svg = rhythmStripsPicture({ width, looks, target: 'AF', colour: '#123456' });
    expect(svg.match(/<path/g)).toHaveLength(5);
    expect(svg.match(/stroke="#123456"/g)).toHaveLength(1);
    expect(svg).toContain('AF in 1 of them');
  }
});
