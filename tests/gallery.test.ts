// The pictures of docs/gallery.md are those that the command under each draws. `npm run docs` draws them anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFiles } from '@sightline/data/node';
import { expect, it } from 'vitest';
import { type MemoryRun, runInMemory } from '#command';

const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const page = readFileSync(resolve(DOCS, 'gallery.md'), 'utf8');
const ENTRY = /^!\[[^\]]+\]\((gallery\/[^)]+\.svg)\)\n\n```sh\nsightline (.+) # (.+)\n```$/gm;
const entries = [...page.matchAll(ENTRY)].map(([, picture, command, where]) => ({
  picture: picture!,
  command: command!,
  where: where!,
}));

const runs = new Map<string, Promise<MemoryRun>>();
/** Each command once. */
function ran(command: string): Promise<MemoryRun> {
  const files = { read: (path: string) => nodeFiles.read(resolve(DOCS, '..', path)) };
  if (!runs.has(command)) runs.set(command, runInMemory(command.split(' '), {}, {}, { files }));
  return runs.get(command)!;
}

/** Of a report every second picture: each is there in a wide form and in one for phones. */
function drawn({ saved }: MemoryRun, where: string): string | undefined {
  const number = /^picture (\d+) of the report$/.exec(where)?.[1];
  if (number === undefined) return saved[where];
  const report = Object.entries(saved).find(([name]) => name.endsWith('report.html'))![1];
  return report.match(/<svg\b[\s\S]*?<\/svg>/g)?.[2 * (Number(number) - 1)];
}

it.each(entries)('$picture is drawn by $command', async ({ picture, command, where }) => {
  const now = drawn(await ran(command), where);
  expect(now).toMatch(/^<svg /);
  const path = resolve(DOCS, picture);
  if (process.env.SIGHTLINE_WRITE_DOCS === '1') writeFileSync(path, now!);
  else expect(readFileSync(path, 'utf8')).toBe(now);
});

it('every picture of the folder is shown', () => {
  const shown = [...page.matchAll(/\]\(gallery\/([^)]+\.svg)\)/g)].map(([, name]) => name);
  expect(readdirSync(resolve(DOCS, 'gallery')).filter((name) => name.endsWith('.svg'))).toEqual(
    shown.toSorted(),
  );
  expect(entries).toHaveLength(shown.length);
});
