import { timeGrid } from '@sightline/engine/internal';
import { parseStudy } from '@sightline/study';
import { expect, it } from 'vitest';
import { markedProtocols } from './marks.ts';
import { repeatMark } from './repeat-mark.ts';

const TEXT = `sightline: 1
time: { horizon: 10, points: 20 }
target: mean
latent: { kernel: { ou: { tau: 1 } } }
protocols:
  # kept
  one: { at: 2, noise: 0.4 }
  several: { at: [1, 5, 9], noise: 0.4 }
`;

const marksOf = (text: string, protocol: string) =>
  markedProtocols(parseStudy('study.yaml', text).parts.protocols, timeGrid(10, 20))!.find(
    ({ name }) => name === protocol,
  )!.marks;
const repeatsOf = (text: string, protocol: string) =>
  marksOf(text, protocol)
    .map(({ action }) => [action.at, action.repeats])
    .sort(([a], [b]) => a! - b!);

it('takes a reading once more and once less', () => {
  const twice = repeatMark(TEXT, marksOf(TEXT, 'one')[0]!, 1)!.text;
  expect(repeatsOf(twice, 'one')).toEqual([[2, 2]]);
  const once = repeatMark(twice, marksOf(twice, 'one')[0]!, -1)!.text;
  expect(once).toBe(TEXT);
  expect(repeatMark(once, marksOf(once, 'one')[0]!, -1)).toBeUndefined();
});

it('leaves the readings that stand in the same entry', () => {
  const mark = marksOf(TEXT, 'several')[1]!;
  const made = repeatMark(TEXT, mark, 1)!;
  expect(repeatsOf(made.text, 'several')).toEqual([
    [1, 1],
    [5, 2],
    [9, 1],
  ]);
  const place = marksOf(made.text, 'several').find(({ action }) => action.repeats === 2)!;
  expect(made.place).toMatchObject({ entry: place.entry, time: place.time });
});
