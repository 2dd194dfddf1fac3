import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const MEALS = /before meals: \{ at: \[(.*?)\], noise: 100 \}/;
const meals = async (page: Page) => MEALS.exec(await textOf(page))?.[1];
const firstMark = (page: Page) =>
  page.getByRole('group', { name: 'Protocol before meals', exact: true }).getByRole('slider').first();

describe('a study with a clock', () => {
  it('is read, typed and dragged by it', async () => {
    const page = await workbench.open();
    await openExample(page, 'finger-pricks/study.yaml');
    await valuesOf(page);
    const axis = await page.locator('svg.timeline').textContent();
    for (const time of ['00:00', '12:00', '24:00']) expect(axis).toContain(time);
    await firstMark(page).focus();
    expect(await firstMark(page).getAttribute('aria-valuetext')).toBe(
      '07:00, read at the grid point 06:52:30',
    );
    const form = page.getByRole('form', { name: 'Selected mark of before meals' });
    const at = form.getByLabel('at', { exact: true });
    expect(await at.inputValue()).toBe('07:00');

    await at.fill('25:00');
    await at.press('Enter');
    await form.getByText('"25:00" is no time of day: write one like 07:30').waitFor();
    expect(await meals(page)).toBe('"07:00", "12:00", "18:00"');
    await at.fill('7:40');
    await at.press('Enter');
    expect(await meals(page)).toBe('"07:40", "12:00", "18:00"');
    // A number is taken as well, and written by the clock.
    await at.fill('6.25');
    await at.press('Enter');
    expect(await meals(page)).toBe('"06:15", "12:00", "18:00"');
    await firstMark(page).focus();
    await page.keyboard.press('ArrowRight');
    expect(await meals(page)).toBe('"06:30", "12:00", "18:00"');

    const box = (await firstMark(page).locator('circle.knob').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 8; i++) await page.mouse.move(x + 5 * i, y);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const moved = /^"(0[78]:\d\d)", "12:00", "18:00"$/.exec((await meals(page)) ?? '')?.[1];
    // The clock is seen at the mark while it is dragged, and in the form.
    expect(await firstMark(page).textContent()).toContain(moved);
    expect(await at.inputValue()).toBe(moved);
    await page.mouse.up();
    await valuesOf(page);
    await page.getByText('Every reading in a table').click();
    expect(await page.getByRole('table', { name: 'Every reading' }).textContent()).toContain(moved);
    await page.close();
  });

  it('has its choice told and put on the timeline by times of day', async () => {
    const page = await workbench.open();
    await openExample(page, 'finger-pricks/study.yaml');
    await page.getByRole('tab', { name: 'Best?' }).click();
    await page.getByText(/^Rules/).click();
    // Of what reads in a forbidden stretch nothing can be chosen.
    const night = page.getByLabel('Action 2, at 01:00');
    expect([await night.inputValue(), await night.isDisabled()]).toEqual(['forbidden', true]);
    expect(await page.getByLabel('Action 14, at 07:00').isDisabled()).toBe(false);
    await page.getByRole('button', { name: 'Find the best' }).click();
    await page.getByText('Measure at 06:30, 11:30, 16:30 and 21:30').first().waitFor();
    await page.getByRole('button', { name: 'Put on the timeline' }).click();
    expect(await textOf(page)).toContain('best: { at: ["06:30", "11:30", "16:30", "21:30"], noise: 100 }');
    await page.close();
  });
});
