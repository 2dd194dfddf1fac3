import { gridOf, loadPlan, parseStudy, questionOf, type ValueResult } from '@sightline/study';
import { expect, it } from 'vitest';
import { moveMark } from './edit-marks.ts';
import { markElsewhere, triedTimes } from './mark-elsewhere.ts';
import { memoryFiles } from './memory-files.ts';
import { sceneOf } from './scene.ts';

const STUDY = `sightline: 1
time: { horizon: 10, points: 16, unit: h }
target: { above: 1 }
latent: { kernel: { ou: { tau: 1 } } }
protocols:
  other: { at: 5 }
  own: [{ at: [1, 2], noise: 0.4 }, { at: 6, width: 2, noise: 0.1 }]
realised: other
`;

async function valuesOf(text: string): Promise<ValueResult['protocols']> {
  const files = memoryFiles(new Map([['s.yaml', new TextEncoder().encode(text)]]));
  const value = questionOf('value');
  const { plan, origin } = await loadPlan(value, 's.yaml', files, {});
  return (await value.compute(plan, { ...origin, seed: 0 }, {})).protocols;
}

it('has the values of the study with that mark moved there', async () => {
  const scene = sceneOf(parseStudy('s.yaml', STUDY))!;
  const own = scene.protocols[1]!;
  const times = triedTimes(gridOf({ horizon: 10, points: 16, unit: 'h' }));
  expect(times).toHaveLength(16);
  for (const mark of own.marks) {
    const tried = await valuesOf(markElsewhere(scene.study, own, mark, times));
    for (const i of [0, 7, 15]) {
      const moved = await valuesOf(moveMark(STUDY, mark, times[i]!).text);
      expect(tried[`at ${i}`]!.value).toBeCloseTo(moved.own!.value, 12);
    }
  }
});
