import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './panel.ts';
import { openExample, startWorkbench, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('another study', () => {
  for (const [study, tab, command] of [
    ['calibration/linear.yaml', 'Told apart?', 'calibrate'],
    ['benchmark-data/study.yaml', 'Known?', 'identify'],
  ] as const)
    it(`without a law, ${study}, shows nothing of the one before and has no problems`, async () => {
      const page = await workbench.open();
      await openExample(page, 'calibration/replicates.yaml');
      await valuesOf(page);
      await openExample(page, study);
      await page.locator('[data-not-asked]').waitFor();
      expect(await page.locator('.problems').count()).toBe(0);
      expect(await page.locator('.status').textContent()).not.toContain('problem');
      expect(await page.locator('table.values data').count()).toBe(0);
      expect(await page.getByText('sightline value', { exact: false }).count()).toBe(0);
      expect(await page.locator('svg.timeline').textContent()).toContain('no law, so no');
      await page.locator('[data-not-asked]').getByRole('button', { name: tab }).click();
      expect(await page.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true');
      expect(await (await ask(page, command)).locator('.answer').count()).toBeGreaterThan(0);
      await page.close();
    });

  it('that is broken shows no picture and no values of the one before', async () => {
    const page = await workbench.open();
    await valuesOf(page);
    await page.getByLabel('Open file').setInputFiles({
      name: 'broken.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from('sightline: 1\ntime: { horizon: 4, points: 4 }\ntarget: median\n'),
    });
    await page.locator('.problems').waitFor();
    expect(await page.locator('svg.timeline').count()).toBe(0);
    expect(await page.locator('table.values data').count()).toBe(0);
    await page.locator('.status').filter({ hasText: 'there are no values' }).waitFor();
    await page.close();
  });
});
