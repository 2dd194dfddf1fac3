import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.mjs';

/** The strictest policy under which the page has to work. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; font-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** Not the root: the page must work in any folder of a server. */
const FOLDER = '/some/folder/';

export interface Workbench {
  /** A page with the first example, or what a fragment asks for. */
  open(fragment?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors of scripts and of the policy, on any page: there should be none. */
  wrong: string[];
  address: string;
  /** Where the built files are. */
  built: string;
  /** Those that were asked for so far, as often as they were. */
  fetched: string[];
  close(): Promise<void>;
}

/** Serves the page that was built from the sources, and starts a browser. */
export async function startWorkbench(): Promise<Workbench> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium was found: npm test says what to install');
  const built = inject('workbench');
  const fetched: string[] = [];
  const server = await served(built, fetched);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const wrong: string[] = [];
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${FOLDER}`;
  return {
    address,
    built,
    fetched,
    wrong,
    open: (fragment = '', options = {}) => opened(browser, address + fragment, options, wrong),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function served(folder: string, fetched: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const name = pathname === FOLDER ? 'index.html' : pathname.slice(FOLDER.length);
    const type = TYPES[extname(name)];
    if (!pathname.startsWith(FOLDER) || name.includes('..') || type === undefined) {
      response.writeHead(404).end();
      return;
    }
    fetched.push(name);
    // As `sightline serve` has it: a name with a digest in it is always the same file.
    const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(200, {
      'content-type': type,
      'content-security-policy': POLICY,
      'cache-control': caching,
    });
    response.end(readFileSync(join(folder, name)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function opened(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  wrong: string[],
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // As wide as the limits of the tests: only what never comes is waited for in vain.
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  await page.goto(address);
  await page.locator('svg.timeline').waitFor();
  return page;
}

/** The study's text, as the page has it. */
export const textOf = (page: Page): Promise<string> => page.locator('textarea').inputValue();

export const openExample = async (page: Page, study: string): Promise<void> => {
  await page.getByLabel('Open an example').selectOption(study);
  await page
    .getByRole('status')
    .filter({ hasText: `examples/${study} is open` })
    .waitFor();
};

/** The values in the table once they are those of the text, with all their digits. */
export async function valuesOf(page: Page): Promise<Record<string, number[]>> {
  await page.locator('table.values:not(.stale)[aria-busy=false]').waitFor();
  return page
    .locator('table.values tbody tr')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.getAttribute('data-row'),
          [...row.querySelectorAll('data')].map((cell) => Number(cell.getAttribute('value'))),
        ]),
      ),
    );
}
