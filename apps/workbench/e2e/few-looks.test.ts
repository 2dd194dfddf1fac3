import { retrospectDocument } from '@sightline/answers';
import type { RetrospectResult } from '@sightline/study';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { jsonOf } from './command-line.ts';
import { ask, example, numbersIn } from './panel.ts';
import { openExample, startWorkbench, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

/** Every number in a document, however deep. */
function numbersOf(document: unknown): number[] {
  if (typeof document === 'number') return [document];
  if (document === null || typeof document !== 'object') return [];
  return Object.values(document).flatMap(numbersOf);
}

it('a study of records shows them, and what a few looks would have told, as the command says it', async () => {
  const page = await workbench.open();
  await openExample(page, 'records-table/study.yaml');
  const record = page.locator('[data-record]');
  await record.locator('svg.record').waitFor();
  expect(await record.getAttribute('data-record')).toBe('w01d1');
  // The first shift has 26 changes of state, the last of which ends it.
  const rows = example('records-table/shifts.csv')
    .split('\n')
    .filter((line) => line.startsWith('w01d1,'))
    .map((line) => line.split(',').slice(4) as [string, string]);
  const end = Number(rows.at(-1)![0]);
  const lifted = rows.reduce(
    (sum, [at, state], i) => (state === 'lift' ? sum + Number(rows[i + 1]![0]) - Number(at) : sum),
    0,
  );
  const told = Number((lifted / end).toPrecision(3));
  await record.getByText(`in the whole record it is ${told}.`).waitFor();
  // Looks land where somebody moves them to, by keys.
  await record.getByLabel('looks:').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await record.getByText('by 2 looks alone').waitFor();
  expect(await record.locator('svg.record .lands').count()).toBe(2);
  await record.getByLabel('record:').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-record]:not([data-record=w01d1])').waitFor();
  expect(await page.getByRole('heading', { name: 'Values' }).count()).toBe(0);

  const answer = await ask(page, 'retrospect');
  const study = 'examples/records-table/study.yaml';
  const result = await jsonOf<RetrospectResult>(['retrospect', study], {
    [study]: example('records-table/study.yaml'),
    'examples/records-table/shifts.csv': example('records-table/shifts.csv'),
  });
  expect(await answer.locator('.answer p').allTextContents()).toEqual(retrospectDocument(result).verdict);
  const known = new Set(numbersOf([result, retrospectDocument(result)]));
  const shown = await numbersIn(answer);
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter(({ value }) => !known.has(value))).toEqual([]);
  expect(await violations(page)).toEqual([]);

  // Values by the clock, on a phone in the dark; protocols look too.
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await openExample(page, 'records-clock/study.yaml');
  await page.locator('[data-record="p01 2024-05-01"] svg.record').waitFor();
  await page.getByLabel('looks are').selectOption('meals');
  await page.getByText('by 3 looks alone the mean would be').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await violations(page)).toEqual([]);
  await page.close();
});
