import { parseStudy } from '@sightline/study';
import { type NewStudy, newStudyText } from '@sightline/study/proposal';
import { expect, it } from 'vitest';
import { sceneOf } from './scene.ts';

const GIVEN: NewStudy = {
  title: 'Strain: "a shift", measured # twice',
  horizon: 8,
  unit: 'h',
  target: { above: 1 },
  memory: 0.8,
  trait: 0.2,
  readings: 2,
  noise: 0.3,
};

it('says what was given, whatever stands in the title', () => {
  const parsed = parseStudy('study.yaml', newStudyText(GIVEN));
  expect(parsed.problems).toEqual([]);
  const { title, target, latent, realised } = parsed.parts;
  expect({ title, target, latent, realised }).toEqual({
    title: GIVEN.title,
    target: { above: 1 },
    latent: { kernel: { ou: { tau: 0.8 } }, trait: 0.2 },
    realised: 'today',
  });
  const scene = sceneOf(parsed)!;
  expect(scene.grid).toMatchObject({ horizon: 8, unit: 'h' });
  expect(scene.protocols.map(({ name, marks }) => [name, marks.map(({ action }) => action.at)])).toEqual([
    ['today', [2, 6]],
    ['twice as many', [1, 3, 5, 7]],
  ]);
});

it.each([1, 3, 12, 40])('is sound for %i readings, with and without a unit', (readings) => {
  for (const unit of ['h', '', 'work days'])
    for (const horizon of [0.01, 24, 3650])
      expect(
        parseStudy('study.yaml', newStudyText({ ...GIVEN, readings, unit, horizon, memory: horizon / 10 }))
          .problems,
      ).toEqual([]);
});

it('says a unit of its own, the clock and how many readings could be taken', () => {
  const { problems, parts } = parseStudy(
    'study.yaml',
    newStudyText({
      ...GIVEN,
      horizon: 24,
      target: { above: 140 },
      scale: { mean: 128, sd: 16, value: 'mmHg' },
      noise: 64,
      start: '00:00',
      readings: 1,
      possible: 4,
    }),
  );
  expect(problems).toEqual([]);
  const { words, time, latent, protocols, choose } = parts;
  expect({ words, time, latent, names: Object.keys(protocols!), choose }).toMatchObject({
    words: { value: 'mmHg' },
    time: { start: '00:00' },
    latent: { mean: 128, sd: 16 },
    names: ['today', '4 readings'],
    choose: { exactly: 4 },
  });
});
