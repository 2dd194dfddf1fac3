import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { CalibrateResult, DesignResult } from '@sightline/study';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { jsonOf } from './command-line.ts';
import { ask, drop, example, openTab, TABS, valuesIn } from './panel.ts';
import { startWorkbench, textOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

/** Trajectories that change slowly: sums of steps that a small generator draws. */
function drawn(units: number, points: number): number[][] {
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  return Array.from({ length: units }, () => {
    let level = 8 * next();
    return Array.from({ length: points }, () => {
      level = 0.8 * level + 4 * next();
      return Number((100 + level).toFixed(2));
    });
  });
}
const ROWS = drawn(30, 8);
const TIMES = ROWS[0]!.map((_, j) => j + 0.5);
const WIDE = [['patient', ...TIMES], ...ROWS.map((row, u) => [`p${u}`, ...row])]
  .map((row) => row.join(','))
  .join('\n');
const LONG = [
  'patient;clock;glucose',
  ...ROWS.flatMap((row, u) =>
    row.map((value, j) => [`p${u}`, TIMES[j], value].join(';').replaceAll('.', ',')),
  ),
].join('\n');

/** The same with columns from 08:00 to 15:00, as DuckDB writes `COPY (…) TO 'clocks.parquet' (FORMAT parquet)`. */
const PARQUET = readFileSync(fileURLToPath(new URL('../test/clocks.parquet', import.meta.url)));

const sheet = (page: Page) => page.getByRole('dialog', { name: /My data/ });

async function makeStudy(page: Page, noise: string): Promise<void> {
  const own = sheet(page);
  await own.getByLabel('variance of the noise of one value').fill(noise);
  await own.locator('.was-read').waitFor();
  await own.getByRole('button', { name: /^Make a study of/ }).click();
  await own.waitFor({ state: 'hidden' });
}

const rowsOf = async (page: Page) =>
  valuesIn((await ask(page, 'calibrate')).locator('[data-table=values] tr[data-row]'));

/** The numbers of all three answers. */
async function allThree(page: Page): Promise<number[][]> {
  const [told, known] = [await rowsOf(page), await valuesIn(await ask(page, 'identify'))];
  return [told, known, await valuesIn(await ask(page, 'design'))];
}

describe('data of one’s own', () => {
  it('become a study with all three answers, by the command’s numbers', async () => {
    const page = await workbench.open();
    await drop(page, 'mine.csv', WIDE);
    const own = sheet(page);
    await own.getByText('30 rows, 9 columns').waitFor();
    expect(await own.getByLabel('horizon').inputValue()).toBe('8');
    expect(await own.getByLabel('cells of the grid').inputValue()).toBe('8');
    expect(await own.getByLabel('unit: what is independent').inputValue()).toBe('patient');
    // Nothing is assumed about noise, and nobody is blamed before having acted.
    expect(await own.locator('.field-problem:not(:empty)').count()).toBe(0);
    await own.locator('.was-read').waitFor();
    await own.getByRole('button', { name: /^Make a study of/ }).click();
    await own.getByRole('alert').getByText('A variance is needed').waitFor();
    expect(await violations(page)).toEqual([]);
    await makeStudy(page, '1');
    const text = await textOf(page);
    const files = { 'mine.yaml': text, 'mine.csv': WIDE };
    const { protocols } = await jsonOf<CalibrateResult>(['calibrate', 'mine.yaml'], files);
    const shown = await rowsOf(page);
    for (const { value, low, high } of Object.values(protocols))
      for (const number of [value, low, high]) expect(shown).toContain(number);
    await ask(page, 'identify');
    const best = await valuesIn(await ask(page, 'design'));
    expect(best).toContain((await jsonOf<DesignResult>(['design', 'mine.yaml'], files)).best.value);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await textOf(page)).toBe(example('shift/study.yaml'));
    await page.close();
  });

  it('are the same numbers long, with semicolons and decimal commas, pasted', async () => {
    const page = await workbench.open();
    await drop(page, 'mine.csv', WIDE);
    await makeStudy(page, '1');
    const answers = await allThree(page);
    const [wide] = answers;
    await page.getByRole('button', { name: 'My data' }).click();
    await page.getByLabel(/paste cells/).fill(LONG);
    await page.getByRole('button', { name: 'Look at it' }).click();
    const own = sheet(page);
    await own.getByText('a copy made here with commas between cells and decimal points').waitFor();
    expect(await own.getByLabel('cells are separated by').inputValue()).toBe(';');
    expect(await own.getByLabel('time', { exact: true }).inputValue()).toBe('clock');
    await makeStudy(page, '1');
    expect(await textOf(page)).toContain('data: pasted-plain.csv');
    expect(await allThree(page)).toEqual(answers);
    // As Parquet, with columns headed by clocks.
    await page.getByRole('button', { name: 'My data' }).click();
    await page.locator('#sheet-file').setInputFiles({
      name: 'mine.parquet',
      mimeType: 'application/octet-stream',
      buffer: PARQUET,
    });
    await own.getByText('30 rows, 9 columns').waitFor();
    await own.getByText('mine-plain.csv', { exact: true }).waitFor();
    expect(await own.getByLabel('clock at the beginning').inputValue()).toBe('08:00');
    await makeStudy(page, '1');
    expect(await textOf(page)).toContain('time: { horizon: 8, points: 8, unit: h, start: "08:00" }');
    expect(await rowsOf(page)).toEqual(wide);
    await page.close();
  });

  it('show what is wrong at its cell, in the command’s words', async () => {
    const page = await workbench.open('', { viewport: { width: 390, height: 844 } });
    const before = await textOf(page);
    await drop(page, 'mine.csv', WIDE.replace(/\np11,[^,]*/, '\np11,oops'));
    const own = sheet(page);
    await own.locator('.preview tr.wrong td.wrong-cell').getByText('oops').waitFor();
    expect(await own.locator('.problems pre').textContent()).toContain('mine.csv:13:5');
    expect(await own.getByRole('button', { name: /^Make a study of/ }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await own.getByRole('button', { name: 'Put it away' }).click();
    await own.waitFor({ state: 'hidden' });
    expect(await textOf(page)).toBe(before);
    // Mended, the same file leads to all answers.
    await drop(page, 'mine.csv', WIDE);
    await makeStudy(page, '1');
    for (const numbers of await allThree(page)) expect(numbers.length).toBeGreaterThan(0);
    await page.close();
  });

  it('cut days out of timestamps, packed by gzip', async () => {
    const page = await workbench.open();
    await openTab(page, TABS.toldApart);
    await page.locator('#dense').setInputFiles({
      name: 'glucose.csv.gz',
      mimeType: 'application/gzip',
      buffer: gzipSync(example('records-clock/glucose.csv')),
    });
    const own = sheet(page);
    await own.getByText('each day of a unit is a trajectory').waitFor();
    await makeStudy(page, '25');
    expect(await textOf(page)).toMatch(/split: day/);
    expect((await rowsOf(page)).length).toBeGreaterThan(0);
    // Days are records too.
    await openTab(page, TABS.fewLooks);
    await page.getByRole('button', { name: 'Look at the days of the dense data' }).click();
    await page.locator('[data-record="p01 2024-05-01"] svg.record').waitFor();
    await (await ask(page, 'retrospect')).getByText('records of 24 units were observed throughout').waitFor();
    await page.close();
  });
});
