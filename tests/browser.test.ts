import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs';
import { type Sample, sample } from './browser-sample.ts';
import { bundled } from './bundled.ts';

const PAGE = '<!doctype html><meta charset="utf-8"><title>engine</title>';
const WORKER = "import { sample } from '/engine.js'; postMessage(sample());";

let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  const bundle = await bundled('browser-sample.ts');
  const pages: Record<string, [string, string]> = {
    '/': ['text/html', PAGE],
    '/engine.js': ['text/javascript', bundle],
    '/worker.js': ['text/javascript', WORKER],
  };
  server = createServer((request, response) => {
    const [type, body] = pages[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium was found: npm test says what to install');
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

function expectSame(there: Sample) {
  const here = sample();
  expect(there.kernels).toBe('webassembly');
  expect(here.numbers.length).toBeGreaterThan(1000);
  expect(there.numbers).toEqual(here.numbers);
}

it('gives the same numbers on a page as in Node', async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(address);
  // As a text: the test runner would rewrite an import() in a function.
  const there: Sample = await page.evaluate(
    `import('${address}engine.js').then((engine) => engine.sample())`,
  );
  expect(problems).toEqual([]);
  expectSame(there);
});

it('gives the same numbers in a worker as in Node', async () => {
  const page = await browser.newPage();
  await page.goto(address);
  const there = await page.evaluate(
    (url) =>
      new Promise<Sample>((resolve, reject) => {
        const worker = new Worker(url, { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      }),
    `${address}worker.js`,
  );
  expectSame(there);
});
