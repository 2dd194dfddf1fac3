// Every output in the documentation is what the command above it prints. `npm run docs` writes them anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFiles } from '@sightline/data/node';
import {
  action,
  latentCovariance,
  protocolValues,
  target,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { main } from '#command';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WRITE = process.env.SIGHTLINE_WRITE_DOCS === '1';
const CONSOLE = /^```console\n\$ (?:npx )?sightline (.*)\n([\s\S]*?)^```$/gm;

/** Pages may show a file of their own in a YAML block that begins with its name, and say in which folder they work. */
const shownFiles = (page: string) =>
  new Map(
    [...page.matchAll(/^```yaml\n(# (\S+\.yaml)\n[\s\S]*?)^```$/gm)].map(([, text, name]) => [name!, text!]),
  );

async function printed(command: string, page: string): Promise<string> {
  let text = '';
  const print = (part: string) => {
    text += part;
  };
  const own = shownFiles(page);
  const folder = resolve(ROOT, /^<!-- folder: (\S+) -->$/m.exec(page)?.[1] ?? '.');
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
  await main(words, {
    out: print,
    err: print,
    files: {
      read: async (path) =>
        own.has(path) ? new TextEncoder().encode(own.get(path)!) : nodeFiles.read(resolve(folder, path)),
    },
    // What a command would write is not kept: the page shows what it prints.
    save: async () => {},
    env: {},
    now: () => 0,
  });
  return text;
}

/** Time aside, and digits that another processor's exponential function may round differently. */
const comparable = (text: string) =>
  text
    .replace(/"elapsed": [\d.]+/g, '"elapsed": …')
    .replace(/\d+\.\d{10,}(?:e-?\d+)?/g, (digits) => Number(digits).toPrecision(9));

const pages = [
  'README.md',
  ...readdirSync(resolve(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md')),
];

describe.each(pages)('%s', (name) => {
  const path = resolve(ROOT, name);
  const page = readFileSync(path, 'utf8');
  const blocks = [...page.matchAll(CONSOLE)].map(([block, command, output]) => ({
    block,
    command: command!,
    output: output!,
  }));

  it.each(blocks)('$command', async ({ block, command, output }) => {
    const now = await printed(command, page);
    if (WRITE) {
      const written = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        written.replace(block, () => block.slice(0, -output.length - 3) + now + block.slice(-3)),
      );
    } else expect(comparable(output)).toBe(comparable(now));
  });

  it('links to files that exist', () => {
    for (const [, link] of page.matchAll(/\]\(((?!https?:|#)[^)#\s]+)(?:#[^)]*)?\)/g))
      expect(() => readFileSync(resolve(path, '..', link!)), link).not.toThrow(/ENOENT/);
  });
});

it('README.md: the number in the library example', () => {
  const page = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
  const grid = timeGrid(10, 128, 'h');
  const { covariance } = latentCovariance({ kernel: { ou: { tau: 1 } }, trait: 0.2 }, grid);
  const model = { covariance, weights: targetWeights('uniform', grid) };
  const dispersed = [1.25, 3.75, 6.25, 8.75].map((at) => action({ at, noise: 0.4 }, grid));
  const { protocols } = protocolValues(model, target({ above: 1.5 }), [dispersed]);
  expect(page).toContain(`// ${String(protocols[0]!.value).slice(0, 9)}…`);
});
