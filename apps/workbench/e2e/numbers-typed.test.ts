import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.ts';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

/** The form of `today`, one reading at 0.5 with noise 0.4. */
async function formOf(page: Page): Promise<Locator> {
  await page.getByRole('slider').first().focus();
  return page.getByRole('form', { name: 'Selected mark of today' });
}

async function type(form: Locator, label: string, typed: string): Promise<Locator> {
  const field = form.getByLabel(label, { exact: true });
  await field.fill(typed);
  await field.press('Enter');
  return field;
}

const isFocused = (field: Locator) => field.evaluate((one) => one === document.activeElement);
/** What is said below a field, as assistive software finds it. */
const saidOf = (field: Locator) =>
  field.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent);

describe('a number that is typed', () => {
  it('with a comma is refused in words, and never becomes another number', async () => {
    const page = await workbench.open();
    const text = await textOf(page);
    const field = await type(await formOf(page), 'noise', '0,9');
    expect(await saidOf(field)).toBe('A comma is not read here: write 0.9.');
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['0,9', 'true']);
    expect(await isFocused(field)).toBe(true);
    expect(await textOf(page)).toBe(text);
    await field.fill('0.9');
    await field.press('Enter');
    expect(await textOf(page)).toBe(text.replace('at: 0.5, noise: 0.4', 'at: 0.5, noise: 0.9'));
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await page.close();
  });

  it('and makes no sense is refused beside its field in the command’s words, which stays as typed', async () => {
    const page = await workbench.open();
    const text = await textOf(page);
    const form = await formOf(page);
    for (const [label, typed, entry] of [
      ['noise', '-1', 'at: 0.5, noise: -1'],
      ['repeats', '0', 'at: 0.5, noise: 0.4, repeats: 0'],
      ['repeats', '2.5', 'at: 0.5, noise: 0.4, repeats: 2.5'],
      ['at', '99', 'at: 99, noise: 0.4'],
      ['cost', '-3', 'at: 0.5, noise: 0.4, cost: -3'],
    ] as const) {
      const field = await type(form, label, typed);
      const bad = text.replace('at: 0.5, noise: 0.4', entry);
      expect(bad).not.toBe(text);
      const { err } = await commandLine(['value', 'study.yaml'], { 'study.yaml': bad });
      const flat = err.replace(/\s+/g, ' ').toLowerCase();
      const [why, accepted] = (await saidOf(field))!.toLowerCase().split(/\. accepted: /);
      expect(flat).toContain(why);
      expect(flat).toContain(accepted!.replace(/\.$/, ''));
      expect([await field.inputValue(), await isFocused(field)]).toEqual([typed, true]);
      expect(await form.locator('input:disabled').count()).toBe(0);
      expect(await textOf(page)).toBe(text);
      // Escape gives it up.
      await field.press('Escape');
      expect([await field.getAttribute('aria-invalid'), (await saidOf(field)) ?? '']).toEqual(['false', '']);
    }
    const half = await type(form, 'noise', '1e');
    expect([await half.inputValue(), await saidOf(half)]).toEqual([
      '1e',
      '"1e" is not a number: write one like 0.9 or 1e-3.',
    ]);
    const [top, other] = await Promise.all(
      ['noise', 'cost'].map(async (label) => (await form.getByLabel(label).boundingBox())!.y),
    );
    expect(top).toBe(other);
    // What was typed for one mark is not another mark's.
    await page.getByRole('slider').nth(1).focus();
    expect(await page.getByRole('form').getByLabel('noise').inputValue()).toBe('0.4');
    await page.close();
  });

  it('of the grid is refused where there would be none', async () => {
    const page = await workbench.open();
    const text = await textOf(page);
    const law = page.getByRole('region', { name: 'Law and target' });
    const field = await type(law, 'horizon', '0');
    expect(await saidOf(field)).toContain('Accepted:');
    expect(await textOf(page)).toBe(text);
    await page.close();
  });

  it('says what an empty noise and an overhanging window mean', async () => {
    const page = await workbench.open();
    const form = await formOf(page);
    const noise = await type(form, 'noise', '');
    expect(await textOf(page)).toContain('today: [{ at: 0.5 }]');
    expect(await saidOf(noise)).toBe('Not said, so 0: read without error.');
    await type(form, 'width', '1e9');
    await valuesOf(page);
    const notice = form.locator('.notice');
    await notice.waitFor();
    const { err, out } = await commandLine(['value', 'study.yaml'], { 'study.yaml': await textOf(page) });
    const words = (await notice.textContent())!.replace(/^Note: /, '').replace(/\.$/, '');
    expect(words).toContain('extends beyond the horizon');
    expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain(words);
    await page.close();
  });
});
