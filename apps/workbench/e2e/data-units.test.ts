import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('a law in the unit of the data', () => {
  it('shows thresholds, paths and fields in that unit', async () => {
    const page = await workbench.open();
    await openExample(page, 'finger-pricks/range.yaml');
    await valuesOf(page);
    const timeline = await page.locator('svg.timeline').textContent();
    for (const text of ['threshold 70 mg/dl', 'threshold 180 mg/dl']) expect(timeline).toContain(text);
    // Of the levels; the band is the mean and the SD in any unit.
    expect(timeline!.replace('mean ± SD', '')).not.toContain('SD');
    await page.getByText('Mean and standard deviation at each time are lists').waitFor();
    await page.close();
  });

  it('begins with a mean that is typed, and ends where it is taken away', async () => {
    const page = await workbench.open();
    const before = await textOf(page);
    const type = async (label: string, typed: string) => {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(typed);
      await field.press('Enter');
    };
    const standardised = await valuesOf(page);
    await type('mean of the quantity', '140');
    expect(await textOf(page)).toMatch(/mean: 140/);
    await type('standard deviation', '50');
    await type('above', '215');
    const text = await textOf(page);
    expect([/sd: 50/, /above: 215/].every((one) => one.test(text))).toBe(true);
    await page.locator('svg.timeline').getByText('threshold 215').waitFor();
    expect(Object.keys(await valuesOf(page))).toEqual(Object.keys(standardised));
    await type('mean of the quantity', '');
    await type('above', '1.5');
    expect(await textOf(page)).toBe(before);
    expect(await valuesOf(page)).toEqual(standardised);
    await page.close();
  });
});
