import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ValueResult } from '@sightline/study';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe-violations.ts';
import { jsonOf } from './command-line.ts';
import { openExample, startWorkbench, textOf, valuesOf, type Workbench } from './workbench-page.ts';

let workbench: Workbench;
const folder = mkdtempSync(join(tmpdir(), 'sightline-report-'));
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterEach(() => expect(workbench.wrong.splice(0)).toEqual([]));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await workbench?.close();
});

describe('the report', () => {
  it('is one file that opens from the disk and has the command line’s numbers', async () => {
    const page = await workbench.open();
    await openExample(page, 'four-points/stationary.yaml');
    await valuesOf(page);
    const text = `${await textOf(page)}# mine\n`;
    await page.locator('textarea').fill(text);
    const begins = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save report' }).click();
    const download = await begins;
    expect(download.suggestedFilename()).toBe('stationary-report.html');
    const saved = join(folder, download.suggestedFilename());
    await download.saveAs(saved);
    const html = readFileSync(saved, 'utf8');
    expect(html).toContain('npx sightline run stationary.yaml');
    expect(html).not.toMatch(/result\.json|<script|src="http|href="http[^"]*\.css/);
    await page.getByRole('button', { name: 'Save report' }).waitFor();
    const name = 'stationary.yaml';
    const { protocols, inputHash } = await jsonOf<ValueResult>(['value', name], { [name]: text });
    expect(html).toContain(inputHash);
    // Opened as a file is, without the server.
    const disk = await page.context().newPage();
    const asked: string[] = [];
    disk.on('request', (request) => asked.push(request.url()));
    await disk.goto(pathToFileURL(saved).href);
    const shown = await disk.locator('body').textContent();
    for (const [protocol, { value }] of Object.entries(protocols)) {
      expect(shown).toContain(protocol);
      expect(shown).toContain(value.toFixed(4));
    }
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
        await disk.emulateMedia({ colorScheme });
        await disk.setViewportSize({ width, height: 800 });
        expect(await violations(disk)).toEqual([]);
      }
    await page.close();
  });

  it('is not made of a study with problems, and says which', async () => {
    const page = await workbench.open();
    await page.locator('textarea').fill((await textOf(page)).replace('target:', 'taget:'));
    await page.getByRole('button', { name: 'Save report' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'No report was made' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('taget');
    await alert.getByRole('button', { name: 'Close' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.close();
  });
});
