import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { drop, example } from './panel.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const firstValues = async (page: Page) =>
  Object.entries(await valuesOf(page)).map(([name, [value]]) => [name, value]);

/** The page in another tab of the same browser, after the first one was closed. */
async function nextTab(page: Page, fragment = ''): Promise<Page> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  await next.goto(workbench.address + fragment);
  await next.locator('svg.timeline').waitFor();
  expect(asked).toEqual([]);
  return next;
}

/** Once the browser has the study under its name. */
const saved = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const opening = indexedDB.open('sightline', 1);
            opening.onupgradeneeded = () => opening.transaction!.abort();
            opening.onerror = () => resolve([]);
            opening.onsuccess = () => {
              const all = opening.result.transaction('studies').objectStore('studies').getAll();
              all.onsuccess = () => {
                opening.result.close();
                resolve(all.result.map((one: { text: string }) => one.text));
              };
            };
          }),
      ),
    )
    .toContain(text);

describe('what the browser keeps', () => {
  it('is named versions, two of them side by side with their values and what differs', async () => {
    const page = await workbench.open();
    const before = await firstValues(page);
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByLabel('name of this version').fill('first try');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^forget.*first try/ }).waitFor();
    await page.keyboard.press('Escape');
    const edited = (await textOf(page)).replace('tau: 1 ', 'tau: 3 ');
    await page.locator('textarea').fill(edited);
    const after = await firstValues(page);
    expect(after).not.toEqual(before);
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('button', { name: /^compare with now.*first try/ }).click();
    const shown = page.locator('[data-table=versions] tbody tr');
    await shown.first().waitFor();
    expect(
      await shown.evaluateAll((rows) =>
        rows.map((row) => [
          row.getAttribute('data-row'),
          ...[...row.querySelectorAll('data')].slice(0, 2).map((cell) => Number(cell.value)),
        ]),
      ),
    ).toEqual(after.map(([name, value], i) => [name, before[i]![1], value]));
    const difference = page.locator('.difference');
    expect(await difference.locator('del').allTextContents()).toEqual(['−   kernel: { ou: { tau: 1 } }\n']);
    expect(await difference.locator('ins').allTextContents()).toEqual(['+   kernel: { ou: { tau: 3 } }\n']);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion: a colour that is on its way is no colour of the page.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: /^open.*first try/ }).click();
    await page.locator('dialog.dialog').waitFor({ state: 'detached' });
    expect(await firstValues(page)).toEqual(before);
    await page.close();
  });

  it('is what was open, with its data, until it is told to forget', async () => {
    const page = await workbench.open();
    await openExample(page, 'calibration/study.yaml');
    const others = await firstValues(page);
    await drop(page, 'dense.csv', example('calibration/dense.csv').split('\n').slice(0, 61).join('\n'));
    await page.getByText('npx sightline value study.yaml').waitFor();
    const own = await firstValues(page);
    expect(own).not.toEqual(others);
    await page.waitForURL((url) => url.hash.includes('data='));
    const text = (await textOf(page)).replace('[2, 6, 10, 14]', '[2, 6, 10, 15]');
    await page.locator('textarea').fill(text);
    const edited = await firstValues(page);
    await saved(page, text);
    // Without an address, and by its address.
    const next = await nextTab(page);
    await next.getByText('npx sightline value study.yaml').waitFor();
    expect(await textOf(next)).toBe(text);
    expect(await firstValues(next)).toEqual(edited);
    await next.waitForURL((url) => url.hash.includes('data='));
    const again = await nextTab(next, new URL(next.url()).hash);
    expect(await firstValues(again)).toEqual(edited);
    await again.getByRole('button', { name: 'Versions' }).click();
    await again.getByLabel('Keep what is open').uncheck();
    const forget = again.getByRole('button', { name: 'Forget everything' });
    await forget.click();
    await expect.poll(() => forget.isDisabled()).toBe(true);
    const fresh = await again.context().newPage();
    await fresh.goto(workbench.address);
    await fresh.locator('svg.timeline').waitFor();
    expect(await textOf(fresh)).toBe(example('shift/study.yaml'));
    await again.context().close();
  });
});
