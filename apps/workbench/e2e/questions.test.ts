import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CalibrateResult, DesignResult, IdentifyResult } from '@sightline/study';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, jsonOf } from './command-line.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const example = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url)), 'utf8');
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
/** The browser's logarithms may differ from Node's in the last digit. */
const same = (numbers: readonly number[]) => numbers.map((one) => expect.closeTo(one, 12));
/** The numbers of a table's row, with all their digits. */
const rowOf = (page: Page, name: string): Promise<number[]> =>
  page
    .getByRole('tabpanel')
    .locator('tr', { has: page.locator(`th:text-is("${name}")`) })
    .first()
    .locator('data')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('value'))));

async function drop(page: Page, name: string, content: string) {
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text!], fileName!, { type: 'text/csv' }));
      return data;
    },
    [name, content],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

describe('questions', () => {
  it('Known?: verdict, range and the cheapest fix, as the command line has them', async () => {
    const page = await workbench.open();
    await openExample(page, 'four-points/any.yaml');
    await page.getByRole('button', { name: 'Is it known?' }).click();
    const verdict = page.locator('[data-alternative=middle]');
    await page.getByRole('img', { name: /Values still possible/ }).waitFor();
    expect(await verdict.textContent()).toContain('middle: not known');
    const name = 'examples/four-points/any.yaml';
    const told = await jsonOf<IdentifyResult>(['identify', name], {
      [name]: example('four-points/any.yaml'),
    });
    const { value, range, augmentation } = told.alternatives.middle!;
    expect(range).not.toBeNull();
    expect(await rowOf(page, 'middle')).toEqual(same([value!, range!.low, range!.high]));
    // The button measures it and asks again.
    await verdict.getByRole('button', { name: /^Measure this too: at/ }).click();
    const times = augmentation!.at.length === 1 ? augmentation!.at[0] : `[${augmentation!.at.join(', ')}]`;
    expect(await textOf(page)).toContain(`first: [{ at: 0.5, noise: 0 }, { at: ${times}, noise: 0 }]`);
    await verdict.filter({ hasText: 'middle: known' }).waitFor();
    await page.close();
  });

  it('Told apart?: a dropped CSV, as the command line has it; a broken one, in its words', async () => {
    const page = await workbench.open();
    const text = example('calibration/study.yaml')
      .replace('dense.csv', 'mine.csv')
      .replace(/\nclasses.*/, '');
    const csv = example('calibration/dense.csv');
    await page.locator('textarea').fill(text);
    await tab(page, 'Told apart?');
    await drop(page, 'mine.csv', csv.replace(/,[^,\n]+\n/, ',oops\n'));
    await page.getByRole('button', { name: 'Can they be told apart?' }).click();
    const problems = page.getByRole('tabpanel').locator('.problems pre');
    await problems.waitFor();
    const study = 'examples/shift/study.yaml';
    const files = { [study]: text, 'examples/shift/mine.csv': csv.replace(/,[^,\n]+\n/, ',oops\n') };
    expect(await problems.textContent()).toBe((await commandLine(['calibrate', study], files)).err);
    await drop(page, 'mine.csv', csv);
    await page.getByRole('button', { name: 'Can they be told apart?' }).click();
    await page.getByRole('img', { name: /Estimated values/ }).waitFor({ timeout: 60_000 });
    const told = await jsonOf<CalibrateResult>(['calibrate', study], {
      ...files,
      'examples/shift/mine.csv': csv,
    });
    for (const [name, { value, low, high, cost }] of Object.entries(told.protocols))
      expect(await rowOf(page, name)).toEqual(same([value, low, high, cost]));
    await page.close();
  });

  it('Told apart?: cancels what takes long', async () => {
    const page = await workbench.open();
    await openExample(page, 'calibration/study.yaml');
    await tab(page, 'Told apart?');
    await page.getByRole('button', { name: 'Can they be told apart?' }).click();
    await page.getByText(/resampling \d+ %/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    await page.close();
  });

  it('Best?: a design, as the command line has it, applied to the timeline', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/points.yaml');
    await tab(page, 'Best?');
    await page.getByRole('button', { name: 'Find the best' }).click();
    await page.getByRole('button', { name: 'Put on the timeline' }).click();
    const name = 'examples/design/points.yaml';
    const told = await jsonOf<DesignResult>(['design', name, '--frontier'], {
      [name]: example('design/points.yaml'),
    });
    // A protocol on the timeline that is worth the same.
    const values = await valuesOf(page);
    expect(values.best![0]).toBeCloseTo(told.best.value, 12);
    expect(await page.getByRole('group', { name: 'Protocol best' }).getByRole('slider').count()).toBe(4);
    await page.close();
  });
});
