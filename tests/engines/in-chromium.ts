import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
import { bundled } from '../bundled.ts';
import type { Answers, AnswersRequest } from './answers.ts';

const WORKER =
  "import { answers } from '/answers.js'; " +
  'onmessage = ({ data }) => answers(data).then((given) => postMessage(JSON.stringify(given)), (error) => { throw error; });';

/** The answers as a page's worker gives them, and what the browser calls itself. */
export async function inChromium(request: AnswersRequest): Promise<{ name: string; given: Answers }> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium was found: npm test says what to install');
  const pages: Record<string, [string, string]> = {
    '/': ['text/html', '<!doctype html><meta charset="utf-8"><title>answers</title>'],
    '/answers.js': ['text/javascript', await bundled('engines/answers.ts')],
    '/worker.js': ['text/javascript', WORKER],
  };
  const server = createServer(({ url }, response) => {
    const [type, body] = pages[url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const text = await page.evaluate(
      (asked) =>
        new Promise<string>((resolve, reject) => {
          const worker = new Worker('/worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(asked);
        }),
      request,
    );
    return { name: `Chromium ${browser.version()}`, given: JSON.parse(text) as Answers };
  } finally {
    await browser.close();
    server.close();
  }
}
