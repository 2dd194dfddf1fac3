import { chromium, type Page } from 'playwright-core';
import { begun, SIGHTLINE, said } from './sightline.ts';

const { CHROMIUM_FLAGS, ensureChromium, findChromium } = (await import(
  new URL('../../scripts/chromium.mjs', import.meta.url).href
)) as typeof import('../scripts/chromium.d.mts');

export const valuesAreThere = (page: Page) =>
  page.locator('table.values:not(.stale)[aria-busy=false]').waitFor();

/** Does something on the workbench as it is served, which had its first values after so many milliseconds. */
export async function onPage<Result>(use: (page: Page, ready: number) => Promise<Result>): Promise<Result> {
  ensureChromium();
  const server = begun([SIGHTLINE, 'serve', '--port', '0']);
  const [address] = await said(server.stdout, /http:\/\/\S+/);
  const browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const start = performance.now();
    await page.goto(address);
    await valuesAreThere(page);
    return await use(page, performance.now() - start);
  } finally {
    await browser.close();
    server.kill();
  }
}
