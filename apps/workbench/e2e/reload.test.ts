import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drop, example } from './panel.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

/** Once the address carries the study, or nothing where it is the first one. */
const kept = (page: Page, what: RegExp) => page.waitForURL((url) => what.test(url.hash));

async function reloaded(page: Page): Promise<void> {
  await page.reload();
  await page.locator('svg.timeline').waitFor();
}

describe('a page that is loaded again', () => {
  it('has the study with its edits, and goes on to follow them', async () => {
    const page = await workbench.open();
    const first = await textOf(page);
    for (const tau of ['3', '4']) {
      const edited = first.replace('tau: 1 ', `tau: ${tau} `);
      expect(edited).not.toBe(first);
      const before = page.url();
      await page.locator('textarea').fill(edited);
      await page.waitForURL((url) => url.href !== before && /^#study=1\./.test(url.hash));
      await reloaded(page);
      expect(await textOf(page)).toBe(edited);
      await valuesOf(page);
    }
    // The first example again: the address needs to say nothing.
    await page.locator('textarea').fill(first);
    await kept(page, /^$/);
    await page.close();
  });

  it('has the study of its link, its file’s name, and an example’s data', async () => {
    const page = await workbench.open();
    await openExample(page, 'calibration/study.yaml');
    const values = await valuesOf(page);
    await kept(page, /&name=examples%2Fcalibration%2Fstudy\.yaml$/);
    await reloaded(page);
    expect(await valuesOf(page)).toEqual(values);
    const other = await workbench.open(new URL(page.url()).hash);
    expect(await valuesOf(other)).toEqual(values);
    await reloaded(other);
    expect(await textOf(other)).toBe(example('calibration/study.yaml'));
    await other.close();
    await page.close();
  });

  it('comes back from the tour, and from its own anchors', async () => {
    const page = await workbench.open();
    const edited = (await textOf(page)).replace('tau: 1 ', 'tau: 3 ');
    await page.locator('textarea').fill(edited);
    await kept(page, /^#study=/);
    await page.getByRole('link', { name: 'Tour' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(600);
    expect(new URL(page.url()).hash).toMatch(/^#tour/);
    await page.goBack();
    await page.locator('svg.timeline').waitFor();
    expect(await textOf(page)).toBe(edited);
    await page.evaluate(() => {
      location.hash = '#timeline';
    });
    await kept(page, /^#study=/);
    await reloaded(page);
    expect(await textOf(page)).toBe(edited);
    await page.close();
  });

  it('asks first where data would be lost that are nowhere else, and not otherwise', async () => {
    const page = await workbench.open();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.locator('textarea').fill((await textOf(page)).replace('tau: 1 ', 'tau: 3 '));
    await kept(page, /^#study=/);
    await page.getByRole('tab', { name: 'Best?' }).click();
    await reloaded(page);
    expect(asked).toEqual([]);
    await drop(page, 'mine.csv', 'unit,time,value\n1,0.5,1\n');
    await page.locator('.data-sheet .preview').waitFor();
    await page.locator('.data-sheet h2').click();
    await reloaded(page);
    expect(asked).toEqual(['beforeunload']);
    await page.close();
  });
});

const OWN = example('calibration/dense.csv').split('\n').slice(0, 61).join('\n');

describe('back and forward', () => {
  it('step through studies, each as it was left and with its data', async () => {
    const page = await workbench.open();
    const first = (await textOf(page)).replace('tau: 1 ', 'tau: 3 ');
    await page.locator('textarea').fill(first);
    await kept(page, /^#study=/);
    await openExample(page, 'calibration/study.yaml');
    await kept(page, /calibration/);
    const others = await valuesOf(page);
    await drop(page, 'dense.csv', OWN);
    await page.getByText('npx sightline value study.yaml').waitFor();
    const own = await valuesOf(page);
    expect(own).not.toEqual(others);
    await openExample(page, 'four-points/any.yaml');
    await kept(page, /four-points/);
    await page.goBack();
    await kept(page, /calibration/);
    await page.getByText('npx sightline value study.yaml').waitFor();
    expect(await valuesOf(page)).toEqual(own);
    await page.goBack();
    await kept(page, /shift/);
    await expect.poll(() => textOf(page)).toBe(first);
    await page.goForward();
    await kept(page, /calibration/);
    expect(await valuesOf(page)).toEqual(own);
    await page.goForward();
    await kept(page, /four-points/);
    await page.getByText('npx sightline value examples/four-points/any.yaml').waitFor();
    await page.close();
  });
});
