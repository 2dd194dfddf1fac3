import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './panel.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

describe('a small edit', () => {
  it('of the title, or the choice put on the timeline, leaves the proof as it is', async () => {
    const page = await workbench.open();
    await openExample(page, 'design/points.yaml');
    const answer = await ask(page, 'design');
    await page.getByRole('button', { name: 'Put on the timeline' }).click();
    expect(Object.keys(await valuesOf(page))).toContain('best');
    expect(await page.locator('.answered.earlier').count()).toBe(0);
    await page.getByLabel('Title of the study').fill('Another title');
    await page.getByLabel('Title of the study').press('Enter');
    expect(await textOf(page)).toContain('Another title');
    expect(await page.locator('.answered.earlier').count()).toBe(0);
    await answer.waitFor();
    // A protocol that the answer compares with is another matter.
    await page.getByRole('slider', { name: 'Reading of obvious' }).first().press('ArrowRight');
    await page.locator('.answered.earlier').waitFor();
    await page.close();
  });

  it('that adds a protocol takes over the noise of the others, or of the catalogue', async () => {
    const page = await workbench.open();
    for (const [study, noise] of [
      ['shift/study.yaml', '0.4'],
      ['design/rules.yaml', '0.5'],
    ] as const) {
      await openExample(page, study);
      await page.getByRole('button', { name: 'Add a protocol' }).click();
      expect(await textOf(page)).toMatch(new RegExp(`new: \\[\\{ at: [\\d.]+, noise: ${noise} \\}\\]`));
    }
    await page.close();
  });

  it('that is wrong is told at its field, and no picture goes', async () => {
    const page = await workbench.open();
    await valuesOf(page);
    const pictures = async () => [
      await page.locator('svg.small-curve').count(),
      await page.locator('svg.timeline path').count(),
    ];
    const before = await pictures();
    const text = await textOf(page);
    for (const [label, good, bad, words] of [
      ['tau', '1', '-1', /not a length of time.*a number above 0, in h/],
      ['trait share', '0.2', '2', /not a share of the variance/],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill(bad);
      await field.press('Enter');
      await page.locator('.field-problem').filter({ hasText: words }).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await pictures()).toEqual(before);
      await field.fill(good);
      await field.press('Enter');
      await page.locator('.field-problem').waitFor({ state: 'detached' });
      expect(await textOf(page)).toBe(text);
    }
    // Written in the text it is the same.
    await page.locator('textarea').fill(text.replace('tau: 1', 'tau: one'));
    await page.locator('.field-problem').waitFor();
    expect(await pictures()).toEqual(before);
    await page.close();
  });
});
