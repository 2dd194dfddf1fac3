import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('the form of a mark', () => {
  for (const width of [360, 1280])
    it(`is there from the beginning and moves nothing below it, ${width} pixels wide`, async () => {
      const page = await workbench.open('', { viewport: { width, height: 900 } });
      await valuesOf(page);
      await page.getByRole('form', { name: 'Selected mark of today' }).waitFor();
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      const below = () =>
        page.locator('.panels').evaluate((one) => one.getBoundingClientRect().top + scrollY);
      const places = [await below()];
      for (const mark of await page.getByRole('slider').all()) {
        await mark.focus();
        places.push(await below());
      }
      expect(places.length).toBeGreaterThan(6);
      expect(new Set(places).size).toBe(1);
      const box = (await page.locator('.mark-form').boundingBox())!;
      // Nothing but a margin between the form and what follows.
      expect(places[0]! - (box.y + (await page.evaluate(() => scrollY)) + box.height)).toBeLessThan(60);
      await page.close();
    });

  it('has the repeats that + and − give, and goes on with another mark when its own is removed', async () => {
    const page = await workbench.open();
    const first = await textOf(page);
    const reading = page.getByRole('slider', { name: 'Reading of dispersed' }).nth(1);
    await reading.focus();
    for (const repeats of ['2', '3']) {
      await page.keyboard.press('+');
      await expect.poll(() => page.getByLabel('repeats').inputValue()).toBe(repeats);
      await page.getByRole('slider', { name: 'Reading of dispersed' }).and(page.locator(':focus')).waitFor();
    }
    expect(await textOf(page)).toContain('{ at: 3.75, noise: 0.4, cost: 1, repeats: 3 }');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(first);
    await page.getByRole('slider', { name: 'Reading of dispersed' }).first().focus();
    await page.getByRole('form').getByRole('button', { name: 'Remove' }).click();
    expect(await textOf(page)).toContain('dispersed: { at: [3.75, 6.25, 8.75]');
    expect(await page.getByRole('form').count()).toBe(1);
    await page.close();
  });
});

describe('names', () => {
  it('are seen whole where there is room, and told whole where there is not', async () => {
    const long = 'Time above a threshold over a shift of ten hours, from a few readings';
    const name = 'dispersed over the shift';
    for (const width of [1280, 360]) {
      const page = await workbench.open('', { viewport: { width, height: 900 } });
      const text = await textOf(page);
      await page
        .locator('textarea')
        .fill(text.replace(/title: .*/, `title: ${long}`).replace('dispersed:', `${name}:`));
      await valuesOf(page);
      const fields = [page.getByLabel('Title of the study'), page.getByLabel(`Name of protocol ${name}`)];
      for (const field of fields) {
        const [hidden, said] = await field.evaluate((one: HTMLInputElement) => [
          one.scrollWidth - one.clientWidth,
          one.title === one.value,
        ]);
        expect(said).toBe(true);
        if (width === 1280) expect(hidden).toBe(0);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.close();
    }
  });
});
