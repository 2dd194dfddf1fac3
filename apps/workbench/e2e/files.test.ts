import { readFileSync } from 'node:fs';
import type { ValueResult } from '@sightline/study';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf } from './command-line.ts';
import { startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(() => workbench?.close());

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const begins = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await begins;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

describe('files', () => {
  it('are the study as it is, and results as the command line prints them', async () => {
    const page = await workbench.open();
    await valuesOf(page);
    const text = await textOf(page);
    const study = await saved(page, 'Save study');
    expect([study.name, study.bytes.toString()]).toEqual(['study.yaml', text]);
    const { name, bytes } = await saved(page, 'Save results');
    expect(name).toBe('study.results.json');
    const path = 'examples/shift/study.yaml';
    const { elapsed: _, ...told } = await jsonOf<ValueResult & { elapsed: number }>(['value', path], {
      [path]: text,
    });
    expect(JSON.parse(bytes.toString())).toEqual({ value: told });
    await page.close();
  });

  it('open a study from the disk, and one undo goes back', async () => {
    const page = await workbench.open();
    const before = await textOf(page);
    const text = before.replace('tau: 1', 'tau: 3');
    await page
      .getByLabel('Open file')
      .setInputFiles({ name: 'mine.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
    await page.getByText('mine.yaml is open.').waitFor();
    expect(await textOf(page)).toBe(text);
    expect((await saved(page, 'Save study')).name).toBe('mine.yaml');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await textOf(page)).toBe(before);
    expect((await saved(page, 'Save study')).name).toBe('study.yaml');
    await page.close();
  });

  it('are pictures that stand alone', async () => {
    const page = await workbench.open('', { colorScheme: 'dark' });
    await valuesOf(page);
    const { name, bytes } = await saved(page, 'SVG of Timeline');
    const svg = bytes.toString();
    expect(name).toBe('timeline.svg');
    expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain('dispersed');
    // Nothing that only a pointer or this page's style sheet would need.
    expect(svg).not.toMatch(/tabindex|transparent|var\(--|data-screen-only/);
    const drawn = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [document.querySelectorAll('parsererror').length, document.querySelectorAll('circle').length];
    }, svg);
    // Seven marks, of which one is a pile of three repeats.
    expect(drawn).toEqual([0, 9]);
    const png = await saved(page, 'PNG of Cost and value');
    expect(png.name).toBe('cost-and-value.png');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(1000);
    expect(png.bytes.length).toBeGreaterThan(5000);
    await page.close();
  });
});
