import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ask, openTab, TABS } from './panel.ts';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

const STUDY = `sightline: 1
time: { horizon: 10, points: 40, unit: h }
target: mean
latent: { kernel: { ou: { tau: 2 } } }
protocols:
  one: { at: 5, noise: 0.4 }
  half: { at: 5, noise: 0.4, missed: 0.5 }
  leaving: { actions: [{ at: [2, 5], noise: 0.4 }, { at: 8, noise: 0.4 }], dropout: 0.1 }
realised: one
catalogue: [{ at: [1, 3, 5, 7, 9], noise: 0.4, missed: 0.2 }]
choose: { exactly: 2 }
`;

it('shows means over what may be missing, keeps how it is written, and answers every question', async () => {
  const page = await workbench.open();
  await page.locator('textarea').fill(STUDY);
  const of = async (name: string) => (await valuesOf(page))[name]![0]!;
  await expect.poll(async () => Object.keys(await valuesOf(page))).toEqual(['one', 'half', 'leaving']);
  expect(await of('half')).toBeCloseTo((await of('one')) / 2, 12);
  const table = page.locator('table').filter({ hasText: 'its probability' });
  expect(await table.textContent()).toContain('leaving');
  // A reading more: the rate stays where it stands.
  await page.getByRole('button', { name: 'add reading to leaving' }).click();
  await expect.poll(() => textOf(page)).toMatch(/leaving: \{ actions: \[.*\], dropout: 0.1 \}/);
  await openTab(page, TABS.known);
  expect(await (await ask(page, 'identify')).textContent()).toContain('as read completely');
  await openTab(page, TABS.best);
  expect(await (await ask(page, 'design')).textContent()).toContain('with every reading');
  await page.close();
});
