import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
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
    '/answers.js': ['text/javascript', await bundle()],
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

/** All that gives answers as one minified file, the way a page would ship it. */
async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: {
        entry: fileURLToPath(new URL('answers.ts', import.meta.url)),
        formats: ['es'],
        fileName: 'answers',
      },
    },
  })) as Rollup.RollupOutput[];
  const chunks = output.flatMap((part) => part.output).filter((part) => part.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`one file was expected, not ${chunks.length}`);
  return chunks[0]!.code;
}
