// The notebook page: its cells have the engine's numbers, follow a slider and an edit, and say what is wrong with one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { action, latentCovariance, protocolValues, target, targetWeights, timeGrid } from '@sightline/engine';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { writeNotebook } from '../site/notebook.mjs';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const folder = mkdtempSync(join(tmpdir(), 'sightline-notebook-'));
let server: Server;
let browser: Browser;

beforeAll(async () => {
  writeNotebook(fileURLToPath(new URL('..', import.meta.url)), folder);
  server = createServer(({ url = '' }, response) => {
    const type = TYPES[extname(url)];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One reading in the middle of the shift, as the first row of the table has it. */
function inTheMiddle(tau: number): string {
  const grid = timeGrid(10, 128, 'h');
  const { covariance } = latentCovariance({ kernel: { ou: { tau } } }, grid);
  const model = { covariance, weights: targetWeights('uniform', grid) };
  const { protocols } = protocolValues(model, target('mean'), [[action({ at: 5, noise: 0.4 }, grid)]]);
  return String(Number(protocols[0]!.value.toPrecision(4)));
}

it('shows the engine’s numbers, follows sliders and edits, and tells problems', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`);
  const output = (name: string) => page.locator(`#cell-${name} .output`);
  const first = output('values').locator('tbody tr').first();
  const has = (text: string) => first.getByRole('cell', { name: text, exact: true }).waitFor();
  await has(inTheMiddle(1));
  await output('known').getByText('not-identified').waitFor();
  await output('best').getByText('2, 5, 8').waitFor();
  await page.locator('#cell-tau input').fill('4');
  await has(inTheMiddle(4));
  const edit = async (name: string, code: string) => {
    await page.locator(`#cell-${name} textarea`).fill(code);
    await page.keyboard.press('Shift+Enter');
  };
  await edit('alternative', 'return [9];');
  await output('known').getByText('a time from 0 to 4 h').waitFor();
  await edit('alternative', 'return known;');
  await output('alternative').getByText('need each other').waitFor();
  await edit('alternative', 'return [0.5];');
  await output('known').getByText('identified', { exact: true }).waitFor();
  expect(errors).toEqual([]);
  await page.close();
});
