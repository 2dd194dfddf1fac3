import type { ValueResult } from '@sightline/study';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { jsonOf } from './command-line.ts';
import { ask } from './panel.ts';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The study that was made says what was asked for, and the command line has the same values for it. */
async function expectStudy(page: Page) {
  const text = await textOf(page);
  expect(text).toContain('time: { horizon: 8, points: 96, unit: h }');
  expect(text).toContain('target: { above: 1.25 }');
  expect(text).toContain('today: { at: [1.333, 4, 6.667], noise: 0.3, cost: 1 }');
  const { protocols } = await jsonOf<ValueResult>(['value', 'study.yaml'], { 'study.yaml': text });
  const values = await valuesOf(page);
  expect(Object.keys(values)).toEqual(['today', 'twice as many']);
  for (const [name, one] of Object.entries(protocols)) expect(values[name]![0]).toBe(one.value);
}

describe('the first ten seconds', () => {
  it('say what the page is for, and have the ways in', async () => {
    const page = await workbench.open('', { viewport: { width: 1280, height: 800 } });
    await page.getByText('When should you measure?').waitFor();
    const ways = page.getByRole('navigation', { name: 'Ways to begin' });
    for (const way of ['Tour', 'New study', 'My data', 'Examples'])
      expect([way, await ways.getByText(way).isVisible()]).toEqual([way, true]);
    await page.close();
  });

  it('make a new study by mouse alone, and it can be asked', async () => {
    const page = await workbench.open();
    const before = await textOf(page);
    await page.getByRole('button', { name: 'New study' }).click();
    const form = dialogOf(page, 'A new study');
    await form.getByLabel('length').fill('8');
    await form.getByText('What do you want to know').click();
    await form.getByLabel('the outcome').selectOption('above');
    // The memory follows the horizon.
    expect(await form.getByLabel('a high value lasts about').inputValue()).toBe('0.8');
    await form.getByLabel('level').fill('1.25');
    await form.getByLabel('readings of each unit').fill('0');
    await form.getByLabel('noise of a reading').click();
    await form.getByText('a whole number from 1 to 40').waitFor();
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('readings of each unit').fill('3');
    await form.getByRole('button', { name: 'Make the study' }).click();
    await form.waitFor({ state: 'detached' });
    await expectStudy(page);
    expect(await (await ask(page, 'identify')).locator('.answer p').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await textOf(page)).toBe(before);
    await page.close();
  });

  it('make a new study by keyboard alone', async () => {
    const page = await workbench.open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // Past the link to the timeline and the tour.
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await dialogOf(page, 'A new study').waitFor();
    // The length, its unit, the clock, the outcome, its scale, its level, memory, share, readings, noise, possible readings.
    await press('Tab', 'Control+a');
    await page.keyboard.type('8');
    await press('Tab', 'Tab', 'Tab');
    await page.keyboard.type('the share of time above');
    await press('Tab', 'Tab', 'Control+a');
    await page.keyboard.type('1.25');
    await press('Tab', 'Tab', 'Tab', 'Control+a');
    await page.keyboard.type('3');
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await dialogOf(page, 'A new study').waitFor({ state: 'detached' });
    await expectStudy(page);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`show the examples with pictures, in ${colorScheme}`, async () => {
      const page = await workbench.open('', { colorScheme, viewport: { width: 320, height: 700 } });
      const button = page.getByRole('button', { name: 'Examples' });
      await button.click();
      const gallery = dialogOf(page, 'Examples');
      await gallery.locator('circle').first().waitFor();
      const cards = gallery.locator('button.card');
      const options = page.getByLabel('Open an example').locator('option');
      expect(await cards.count()).toBe((await options.count()) - 1);
      // They are drawn one by one, between what else the page has to do.
      for (const card of await cards.all()) await card.locator('circle').first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.keyboard.press('Escape');
      await gallery.waitFor({ state: 'detached' });
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
      await button.click();
      await cards.filter({ hasText: 'Which four of twelve readings?' }).click();
      await page.getByRole('status').filter({ hasText: 'design/points.yaml is open' }).waitFor();
      expect(await gallery.count()).toBe(0);
      await page.close();
    });
});
