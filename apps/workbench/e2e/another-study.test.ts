import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, example, openTab, TABS } from './panel.ts';
import { openExample, startWorkbench, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('another study', () => {
  for (const [study, tab, command] of [['benchmark-data/study.yaml', 'Known?', 'identify']] as const)
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

  it('of second moments alone has values and no trajectories', async () => {
    const page = await workbench.open();
    await openExample(page, 'calibration/linear.yaml');
    expect(Object.keys(await valuesOf(page))).toEqual(['office', 'day', 'round the clock']);
    expect(await page.locator('.problems').count()).toBe(0);
    expect(await page.locator('svg.timeline').textContent()).toContain('no law, so no');
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

  it('folds away the answer of the one before, and shows it in full again when that comes back', async () => {
    const page = await workbench.open();
    await openExample(page, 'four-points/stationary.yaml');
    const answer = await ask(page, 'identify');
    expect(await answer.isVisible()).toBe(true);
    await openExample(page, 'is-my-benchmark-enough/study.yaml');
    const other = page.locator('details.other-study');
    await other.waitFor();
    expect(await other.locator('> summary').textContent()).toContain('examples/four-points/stationary.yaml');
    expect(await page.locator('[data-answer=identify]').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await answer.waitFor();
    expect(await other.count()).toBe(0);
    await page.close();
  });

  it('and its data are taken in together, in either order, and one after the other', async () => {
    const [study, data] = ['study.yaml', 'dense.csv'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(example(`calibration/${name}`)),
    }));
    for (const drops of [[[data!, study!]], [[study!, data!]], [[data!], [study!]]]) {
      const page = await workbench.open();
      for (const files of drops) {
        await page.getByLabel('Open file').setInputFiles(files);
        await page
          .getByText(/(dense\.csv is here|which is here already)/)
          .first()
          .waitFor();
      }
      await openTab(page, TABS.toldApart);
      await page.getByText('The study reads dense.csv').waitFor();
      expect((await valuesOf(page)).contiguous).toHaveLength(4);
      expect(await page.locator('.waiting').count()).toBe(0);
      expect(await page.locator('.problems').count()).toBe(0);
      await page.close();
    }
  });
});
