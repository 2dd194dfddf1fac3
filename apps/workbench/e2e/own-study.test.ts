import { readFileSync } from 'node:fs';
import type { ValueResult } from '@sightline/study';
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf } from './command-line.ts';
import { drop, example, openTab, TABS } from './panel.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const copied = async (page: Page, button: string): Promise<string> => {
  // The command is that of the values.
  const within = button === 'Copy link' ? page : page.getByRole('region', { name: 'Values' });
  await within.getByRole('button', { name: button }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};

/** What “Save study” writes, by name. */
async function savedStudy(page: Page, count: number): Promise<Record<string, string>> {
  const downloads: Download[] = [];
  page.on('download', (one) => downloads.push(one));
  await page.getByRole('button', { name: 'Save study' }).click();
  await expect.poll(() => downloads.length).toBe(count);
  const files = await Promise.all(
    downloads.map(async (one) => [one.suggestedFilename(), readFileSync(await one.path(), 'utf8')]),
  );
  return Object.fromEntries(files) as Record<string, string>;
}

/** The first value of each protocol: of the page, and of the command that it lets one copy on the files that it saves. */
async function bothValues(page: Page, count: number) {
  const shown = Object.entries(await valuesOf(page)).map(([name, [value]]) => [name, value]);
  const [, , ...argv] = (await copied(page, 'copy the command')).split(' ');
  const { protocols } = await jsonOf<ValueResult>(argv, await savedStudy(page, count));
  return {
    argv,
    shown: Object.fromEntries(shown),
    printed: Object.fromEntries(Object.entries(protocols).map(([name, { value }]) => [name, value])),
  };
}

const edit = async (page: Page, from: string, to: string) => {
  const text = await textOf(page);
  expect(text).toContain(from);
  await page.locator('textarea').fill(text.replace(from, to));
};

describe('an edited example', () => {
  it('is a study of its own: the copied command on the saved file prints what the page shows', async () => {
    const page = await workbench.open('', CLIPBOARD);
    const original = await valuesOf(page);
    expect(await copied(page, 'copy the command')).toBe('npx sightline value examples/shift/study.yaml');
    await edit(page, 'tau: 1 ', 'tau: 3 ');
    const { argv, shown, printed } = await bothValues(page, 1);
    expect(argv).toEqual(['value', 'study.yaml']);
    expect(shown).toEqual(printed);
    expect(Object.values(shown)).not.toEqual(Object.values(original).map(([value]) => value));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('npx sightline value examples/shift/study.yaml').waitFor();
    await edit(page, 'tau: 1 ', 'tau: -1 ');
    await page.locator('.problems').filter({ hasText: 'these are the lines of study.yaml' }).waitFor();
    await page.close();
  });

  it('is saved with the data that it reads', async () => {
    const page = await workbench.open('', CLIPBOARD);
    await openExample(page, 'design/uncertain.yaml');
    await edit(page, 'catalogue:', 'protocols:\n  twice: { at: [4, 8], noise: 0.4 }\ncatalogue:');
    const { argv, shown, printed } = await bothValues(page, 2);
    expect(argv).toEqual(['value', 'uncertain.yaml']);
    expect(shown).toEqual(printed);
    await page.close();
  });
});

describe('data of one’s own', () => {
  const OWN = example('calibration/dense.csv').split('\n').slice(0, 61).join('\n');

  it('under the name of an example’s file are told apart from it by a link', async () => {
    const page = await workbench.open('', CLIPBOARD);
    await openExample(page, 'calibration/study.yaml');
    const original = await valuesOf(page);
    await page.getByText('npx sightline value examples/calibration/study.yaml').waitFor();
    await drop(page, 'dense.csv', OWN);
    await page.getByText('npx sightline value study.yaml').waitFor();
    const own = await valuesOf(page);
    expect(own).not.toEqual(original);
    const link = await copied(page, 'Copy link');
    const other = await workbench.open(link.slice(workbench.address.length));
    const alert = other.getByRole('alert');
    await alert.filter({ hasText: 'reads dense.csv, and data do not travel in a link' }).waitFor();
    expect(await other.locator('table.values data').count()).toBe(0);
    // Another file is taken and said to be another one; the sender's gives the sender's numbers, whatever it is called.
    await drop(other, 'dense.csv', example('calibration/dense.csv'));
    await alert.filter({ hasText: 'dense.csv is not the file that the sender of this link had' }).waitFor();
    expect(await valuesOf(other)).toEqual(original);
    await drop(other, 'dense (1).csv', OWN);
    await alert.waitFor({ state: 'detached' });
    expect(await valuesOf(other)).toEqual(own);
    await other.close();
    await page.close();
  });

  it('come back with undo, and go with redo', async () => {
    const page = await workbench.open();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await openExample(page, 'calibration/study.yaml');
    const original = await valuesOf(page);
    await drop(page, 'dense.csv', OWN);
    await page.getByText('npx sightline value study.yaml').waitFor();
    const own = await valuesOf(page);
    await button('Undo').click();
    await page.getByText('npx sightline value examples/calibration/study.yaml').waitFor();
    expect(await valuesOf(page)).toEqual(original);
    await button('Redo').click();
    expect(await valuesOf(page)).toEqual(own);
    await openTab(page, TABS.toldApart);
    await button('Forget the data').click();
    await button('Forget the data').waitFor({ state: 'detached' });
    await button('Undo').click();
    expect(await valuesOf(page)).toEqual(own);
    await page.close();
  });
});
