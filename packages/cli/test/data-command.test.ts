import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';

// A server of our own stands in for PhysioNet's.
const FILES = new Map([
  ['00.atr', 'annotations'],
  ['00.hea', '00 2 128 1280\n'],
]);
let folder = '';
let base = '';
let server: ReturnType<typeof createServer>;
let served: Map<string, string>;

beforeEach(async () => {
  served = new Map(FILES);
  const sums = [...FILES].map(([name, text]) => `${createHash('sha256').update(text).digest('hex')} ${name}`);
  served.set('SHA256SUMS.txt', `${sums.join('\n')}\n`);
  server = createServer((request, response) => {
    const body = served.get(request.url!.slice(1));
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  folder = await mkdtemp(join(tmpdir(), 'sightline-fetch-'));
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const run = (...argv: string[]) => runInMemory(['data', 'fetch', 'ltafdb', '--from', base, ...argv], {});

it('fetches what is not there, and says how to go on', async () => {
  const first = await run('--to', folder);
  expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' });
  expect(first.out).toContain('2 fetched');
  expect(first.out).toContain(`--data ${folder}`);
  expect(await readFile(join(folder, 'ltafdb/00.hea'), 'utf8')).toBe(FILES.get('00.hea'));
  const again = await run('--to', folder, '--json');
  expect(JSON.parse(again.out)).toMatchObject({
    command: 'data fetch',
    files: 2,
    fetched: 0,
    kept: 2,
    bytes: 0,
  });
});

it('takes the folder from SIGHTLINE_DATA', async () => {
  const argv = ['data', 'fetch', 'ltafdb', '--from', base, '--json'];
  const { out } = await runInMemory(argv, {}, { SIGHTLINE_DATA: folder });
  expect(JSON.parse(out).folder).toBe(`${folder}/ltafdb`);
});

it('lists what the server does not have', async () => {
  served.delete('00.atr');
  const { code, out, err } = await run('--to', folder, '--json');
  expect(code).toBe(3);
  expect(JSON.parse(out).problems).toMatchObject([{ file: '00.atr', value: `${base}00.atr` }]);
  expect(err).toContain('1 problem; the same command resumes it');
});

it('says where a folder cannot be written', async () => {
  await writeFile(join(folder, 'file'), '');
  const { code, err } = await run('--to', join(folder, 'file'));
  expect(code).toBe(3);
  expect(err).toContain('it cannot be written');
});

it('knows two databases', async () => {
  const { code, err } = await runInMemory(['data', 'fetch', 'mitdb'], {});
  expect(code).toBe(2);
  expect(err).toContain('sleep-edfx, ltafdb');
});
