import { readFileSync } from 'node:fs';
import type { CalibrateResult, UnitsPlanResult } from '@sightline/study';
import { expect, it } from 'vitest';
import { ask } from '../../../study/test/ask.ts';
import { documentText } from '../terminal/document-text.ts';
import { answerDocument } from './answer.ts';

const folder = new URL('../../../../examples/calibration/', import.meta.url);
const files = {
  'study.yaml': readFileSync(new URL('days.yaml', folder), 'utf8'),
  'days.csv': readFileSync(new URL('days.csv', folder), 'utf8'),
};
const text = (result: CalibrateResult | UnitsPlanResult) =>
  documentText(answerDocument(result)).replaceAll(/\s+/g, ' ');

it('says units, trajectories and how much wider intervals are', async () => {
  const { result } = await ask('calibrate', files, { draws: 100 });
  const found = text(result);
  expect(found).toContain('Values estimated from 30 patients with 150 trajectories');
  expect(found).toMatch(
    /Trajectories of one patient are resampled together: intervals are 1\.\d to 1\.\d times as wide/,
  );
  const days = text({ ...result, independent: 'day', title: null });
  expect(days).toContain('30 days cannot tell it apart');
  expect(days).not.toMatch(/\bunits?\b(?! of)|patient/);
});

it('says what more patients and more days of each would give', async () => {
  const { result } = await ask('plan', files, { draws: 100, gap: 0.03 });
  const found = text(result);
  const { needed } = result.clustering;
  expect(found).toContain('The 150 trajectories of 30 patients are worth');
  expect(found).toContain(`any number ${String(needed.at(-1).units).replace(/\B(?=(\d{3})+$)/, ' ')}`);
  expect(text({ ...result, independent: 'day' })).toContain('Days needed');
});
