import { parseStudy } from '@sightline/study';
import { expect, it } from 'vitest';
import { problemRanges } from './problem-ranges.ts';

const TEXT = `sightline: 1
time: { horizon: ten, points: 8 }
taget: mean
protocols:
  a: { at: [1, two], noise: 'x' }
`;

/** The words that are underlined. */
const underlined = (text: string) =>
  problemRanges(['study.yaml'], text, parseStudy('study.yaml', text).problems).map(({ from, to }) =>
    text.slice(from, to),
  );

it('underlines the words that are wrong, and no more', () => {
  expect(underlined(TEXT)).toEqual(expect.arrayContaining(['ten', 'two', "'x'"]));
  expect(underlined(TEXT).some((words) => words.includes('taget'))).toBe(true);
  expect(underlined(TEXT).join('')).not.toContain('\n');
});

it('has something to underline at the end of a line, of the text, and of an empty one', () => {
  for (const text of ['sightline: 1\ntime: { horizon: 1', 'a', '', '\n\n']) {
    for (const { from, to } of problemRanges(['study.yaml'], text, parseStudy('study.yaml', text).problems)) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(text.length);
      expect(to).toBeGreaterThanOrEqual(from);
    }
  }
});

it('leaves problems of other files to their list', () => {
  const problem = { file: 'y.csv', line: 2, column: 1, path: [], value: 1, why: 'w', accepted: 'a' };
  expect(problemRanges(['study.yaml'], TEXT, [problem])).toEqual([]);
});
