import { KERNELS, TARGETS } from '@sightline/engine/internal';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

/** Kernels that are lists have no field of their own: they are edited in the text. */
const IN_TEXT = ['mixture', 'toeplitz'];

const named = (picker: Locator) =>
  picker.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('value')!));

describe('pickers', () => {
  for (const [legend, kinds, field] of [
    ['Target: what a moment counts', TARGETS.map(({ name }) => name), 'target'],
    ['Correlation by lag', KERNELS.map(({ name }) => name).filter((one) => !IN_TEXT.includes(one)), 'kernel'],
  ] as const)
    it(`offer every ${field}, drawn, and each makes a study that has values`, async () => {
      const page = await workbench.open();
      const picker = page.getByRole('group', { name: legend });
      const names = await named(picker);
      expect(names).toEqual(kinds);
      expect(await picker.locator('label:not(:has(path))').allTextContents()).toEqual([]);
      for (const name of names) {
        await picker.locator(`input[value="${name}"]`).check();
        const study = parse(await textOf(page));
        const written = field === 'target' ? study.target : study.latent.kernel;
        expect(typeof written === 'string' ? written : Object.keys(written)[0]).toBe(name);
        expect([name, Object.keys(await valuesOf(page)).length]).toEqual([name, 3]);
        expect([name, await page.locator('.problems').count()]).toEqual([name, 0]);
      }
      await page.close();
    });
});
