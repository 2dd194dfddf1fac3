import { readFileSync } from 'node:fs';
import { retrospectDocument } from '@sightline/answers';
import type { RetrospectResult } from '@sightline/study';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { simulatedNights } from '../test/simulated-nights.ts';
import { violations } from './axe-violations.ts';
import { jsonOf } from './command-line.ts';
import { ask, drop, example, numbersIn, valuesIn } from './panel.ts';
import { openExample, startWorkbench, textOf, type Workbench } from './workbench-page.ts';

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

const NIGHTS = simulatedNights(24, 60);
/** A row an epoch, as a scorer's program writes it. */
const LONG = [
  'subject;epoch;stage',
  ...NIGHTS.flatMap(({ unit, states }) => states.map((state, k) => `${unit};${k + 1};${state}`)),
].join('\n');
/** A column a night. */
const WIDE = [
  `epoch\t${NIGHTS.map(({ unit }) => unit).join('\t')}`,
  ...NIGHTS[0]!.states.map((_, k) => [k + 1, ...NIGHTS.map(({ states }) => states[k])].join('\t')),
].join('\n');

const sheet = (page: Page) => page.getByRole('dialog', { name: /My data/ });
const numbersOn = async (page: Page) =>
  (await numbersIn(await ask(page, 'retrospect'))).map(({ value }) => value);

/** The study and what is saved beside it. */
async function saved(page: Page): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const downloads: Promise<void>[] = [];
  page.on('download', (one) => {
    downloads.push(
      one.path().then((path) => {
        files[one.suggestedFilename()] = readFileSync(path, 'utf8');
      }),
    );
  });
  await page.getByRole('button', { name: 'Save study' }).click();
  await expect.poll(() => downloads.length).toBe(2);
  await Promise.all(downloads);
  return files;
}

it('a hypnogram of one’s own becomes a study of records, with the command’s numbers for what is saved', async () => {
  const page = await workbench.open('', { acceptDownloads: true });
  await drop(page, 'nights.csv', LONG.replace('p02;7;', 'p02;seven;'));
  const own = sheet(page);
  await own.locator('.preview tr.wrong td.wrong-cell').getByText('seven').waitFor();
  expect(await own.locator('.problems pre').textContent()).toContain('nights.csv:68:5');
  expect(await own.getByRole('button', { name: /^Make a study of/ }).isDisabled()).toBe(true);
  await own.getByRole('button', { name: 'Put it away' }).click();

  await drop(page, 'nights.csv', LONG);
  await own.getByText('Read as said: 23 records of 23 units, median 0.5 h; 1 left out').waitFor();
  expect(await own.getByLabel('it holds').inputValue()).toBe('states');
  expect(await own.getByLabel('times are').inputValue()).toBe('epochs');
  expect(await own.getByLabel('N3 counts for').inputValue()).toBe('target');
  expect(await own.getByLabel('? counts for').inputValue()).toBe('invalid');
  await own.getByLabel('R counts for').selectOption('other');
  await own.getByLabel('Name of the target of N3').fill('deep');
  await own.getByLabel('grid points of a record').fill('20');
  expect(await violations(page)).toEqual([]);
  const make = async () => {
    await own.locator('.was-read').waitFor();
    await own.getByRole('button', { name: /^Make a study of/ }).click();
    await own.waitFor({ state: 'hidden' });
  };
  await make();
  expect(await textOf(page)).toContain('targets: { Wake: [W], deep: [N3] }');
  await page.locator('[data-record=p01] svg.record').waitFor();
  const numbers = await numbersOn(page);
  const files = await saved(page);
  expect(Object.keys(files).sort()).toEqual(['nights-records.csv', 'nights-records.yaml']);
  const result = await jsonOf<RetrospectResult>(['retrospect', 'nights-records.yaml'], files);
  const known = new Set(numbersOf([result, retrospectDocument(result)]));
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.filter((value) => !known.has(value))).toEqual([]);

  // The same nights pasted, a column each.
  await page.getByRole('button', { name: 'My data' }).click();
  await page.getByLabel(/paste cells/).fill(WIDE);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await own.getByText('24 columns hold states: p01 to p24.').waitFor();
  await own.getByLabel('R counts for').selectOption('other');
  await own.getByLabel('Name of the target of N3').fill('deep');
  await own.getByLabel('grid points of a record').fill('20');
  await own.getByLabel('grid points of a record').press('Tab');
  await make();
  expect(await numbersOn(page)).toEqual(numbers);
  await page.close();
});

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
  await record.getByText('by 2 looks alone the share').waitFor();
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
  // Beside the records stands what the answer says of the looks that are shown.
  const held = record.getByText('Held-out units are predicted from such looks');
  expect(await valuesIn(held)).toEqual([result.targets.lift!.templates['dispersed-2']!.r2]);
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

  // A study file that is opened asks for its table, and has it once it is there.
  await drop(page, 'mine.yaml', example('records-table/study.yaml'));
  await page.getByText('The study reads shifts.csv, which this page does not hold').waitFor();
  await drop(page, 'shifts.csv', example('records-table/shifts.csv'));
  await page.locator('[data-record=w01d1] svg.record').waitFor();
  await page.close();
});
