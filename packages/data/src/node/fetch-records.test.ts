import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FetchFailed, type FetchProgress, fetchRecords } from './fetch-records.ts';

/** What the server has, and how it misbehaves: a handler that returns true has answered itself. */
let files: Map<string, Buffer>;
let misbehave: (request: IncomingMessage, response: ServerResponse) => boolean;
let asked: string[];
let base = '';
let folder = '';
let server: ReturnType<typeof createServer>;

const bytes = (size: number, seed: number) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * seed) % 251));
const sum = (body: Buffer) => createHash('sha256').update(body).digest('hex');
const patience = { attempts: 3, pause: 1, stall: 2000 };
const sleepFiles = [
  'sleep-cassette/SC4001EC-Hypnogram.edf',
  'sleep-telemetry/ST7011JP-Hypnogram.edf',
  'ST-subjects.xls',
];
const there = async () =>
  ((await readdir(folder, { recursive: true })) as string[]).filter((f) => /\.\w+$/.test(f)).sort();
const failed = (error: unknown) => (error as FetchFailed).failures;

beforeEach(async () => {
  files = new Map(sleepFiles.map((name, i) => [name, bytes(5000 + i, i + 3)]));
  const others = [...files, ['sleep-cassette/SC4001E0-PSG.edf', bytes(9, 1)] as const];
  files.set(
    'SHA256SUMS.txt',
    Buffer.from(
      others.map(([name, body]) => `${sum(body)} ${name}\n`).join('') +
        `${'0'.repeat(64)} ../../etc/passwd\n`,
    ),
  );
  misbehave = () => false;
  asked = [];
  server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!).replace('/db/', '');
    asked.push(name);
    if (misbehave(request, response)) return;
    const body = files.get(name);
    if (!body) {
      response.writeHead(404).end('no');
      return;
    }
    response.writeHead(200, { 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/db`;
  folder = await mkdtemp(join(tmpdir(), 'sightline-'));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const fetchSleep = (more: Partial<Parameters<typeof fetchRecords>[1]> = {}) =>
  fetchRecords('sleep-edfx', { folder, base, patience, ...more });

it('fetches annotations and tables, no signals, and tells how far it is', async () => {
  const told: FetchProgress[] = [];
  const report = await fetchSleep({ onProgress: (progress) => told.push(progress) });
  expect(report).toEqual({ files: 3, fetched: 3, kept: 0, unchecked: 0, bytes: 15_003 });
  expect(await there()).toEqual(['SHA256SUMS.txt', ...sleepFiles].sort());
  for (const name of sleepFiles) expect(await readFile(join(folder, name))).toEqual(files.get(name));
  expect(told.at(-1)).toMatchObject({ done: 3, files: 3, bytes: 15_003 });
});

it('leaves alone what is there, and replaces what is not as published', async () => {
  await fetchSleep();
  await writeFile(join(folder, sleepFiles[0]!), 'damaged');
  asked = [];
  expect(await fetchSleep()).toMatchObject({ fetched: 1, kept: 2 });
  expect(asked).toEqual(['SHA256SUMS.txt', sleepFiles[0]]);
  expect(await readFile(join(folder, sleepFiles[0]!))).toEqual(files.get(sleepFiles[0]!));
});

it('asks again for what was broken off, and for nothing else', async () => {
  // Broken off only when the first bytes have arrived.
  const open = new Map<string, ServerResponse>();
  misbehave = (request, response) => {
    const name = request.url!.replace('/db/', '');
    if (!name.endsWith('.edf') || open.has(name)) return false;
    open.set(name, response);
    response.writeHead(200, { 'content-length': 5000 });
    response.write(files.get(name)!.subarray(0, 2000));
    return true;
  };
  const onProgress = ({ file }: FetchProgress) => open.get(file)?.destroy();
  expect(await fetchSleep({ onProgress })).toMatchObject({ fetched: 3, bytes: 15_003 + 2 * 2000 });
  for (const name of sleepFiles) {
    expect(asked.filter((line) => line === name)).toHaveLength(name.endsWith('.edf') ? 2 : 1);
    expect(await readFile(join(folder, name))).toEqual(files.get(name));
  }
});

it('takes no part that another run left for a file', async () => {
  const [first] = sleepFiles as [string];
  await mkdir(join(folder, first, '..'), { recursive: true });
  await writeFile(join(folder, `${first}.part`), bytes(1234, 77));
  expect(await fetchSleep()).toMatchObject({ fetched: 3, bytes: 15_003 });
  expect(await there()).toEqual(['SHA256SUMS.txt', ...sleepFiles].sort());
});

it('gives up a file whose checksum stays wrong, and fetches the others', async () => {
  files.set(sleepFiles[0]!, bytes(5000, 99));
  const error = await fetchSleep().catch((thrown: unknown) => thrown);
  expect(failed(error)).toEqual([
    {
      file: sleepFiles[0],
      url: `${base}/${sleepFiles[0]}`,
      why: 'what arrived does not have the checksum that the server publishes (tried 3 times)',
    },
  ]);
  expect(asked.filter((line) => line === sleepFiles[0])).toHaveLength(3);
  expect(await there()).toEqual(['SHA256SUMS.txt', ...sleepFiles.slice(1)].sort());
});

it('says which files the server lacks, without asking again', async () => {
  files.delete(sleepFiles[0]!);
  files.delete(sleepFiles[2]!);
  const error = await fetchSleep().catch((thrown: unknown) => thrown);
  expect(failed(error).map(({ file, why }) => [file, why])).toEqual(
    expect.arrayContaining([
      [sleepFiles[0], 'the server has no such file'],
      [sleepFiles[2], 'the server has no such file'],
    ]),
  );
  expect(asked.filter((line) => line === sleepFiles[0])).toHaveLength(1);
});

it('tries again what may pass, and not for ever', async () => {
  let busy = 2;
  misbehave = (request, response) => {
    if (!request.url!.endsWith('.xls') || busy-- <= 0) return false;
    response.writeHead(503).end();
    return true;
  };
  expect(await fetchSleep()).toMatchObject({ fetched: 3 });

  await rm(join(folder, 'ST-subjects.xls'));
  busy = Number.POSITIVE_INFINITY;
  await expect(fetchSleep()).rejects.toThrow('the server answered 503 Service Unavailable (tried 3 times)');
});

it('gives up a server that says nothing more', async () => {
  misbehave = (request, response) => {
    if (!request.url!.endsWith('.xls')) return false;
    response.writeHead(200, { 'content-length': 5002 }).write('begun');
    return true;
  };
  await expect(fetchSleep({ patience: { attempts: 2, pause: 1, stall: 100 } })).rejects.toThrow(
    'nothing arrived for 0.1 s (tried 2 times)',
  );
});

it('says that there is no server, or that it is another', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  await expect(fetchSleep({ base: nobody })).rejects.toThrow(
    `${nobody}/SHA256SUMS.txt: the server refuses connections (tried 3 times)`,
  );
  await expect(fetchSleep({ base: 'no address' })).rejects.toThrow('not the address of a server');
  files.set('SHA256SUMS.txt', Buffer.from('<html>Welcome</html>'));
  await expect(fetchSleep()).rejects.toThrow('it lists no annotation files');
  files.delete('SHA256SUMS.txt');
  await expect(fetchSleep()).rejects.toThrow('the server has no SHA256SUMS.txt');
  misbehave = (_, response) => {
    response.writeHead(403).end();
    return true;
  };
  await expect(fetchSleep()).rejects.toThrow('the server answered 403 Forbidden');
});

it('takes the list of records where there are no checksums, and says so', async () => {
  files = new Map([
    ['RECORDS', Buffer.from('00\n01\r\n../x\n')],
    ...['00.atr', '00.hea', '01.atr', '01.hea'].map((name): [string, Buffer] => [name, bytes(10, 1)]),
  ]);
  const report = await fetchRecords('ltafdb', { folder, base, patience });
  expect(report).toMatchObject({ files: 4, fetched: 4, unchecked: 4 });
  expect(await there()).toEqual(['00.atr', '00.hea', '01.atr', '01.hea']);
});

it('stops when it is told to, and goes on later', async () => {
  const controller = new AbortController();
  misbehave = (request, response) => {
    if (!request.url!.endsWith('.edf')) return false;
    response.writeHead(200, { 'content-length': 5000 });
    response.write(files.get(request.url!.replace('/db/', ''))!.subarray(0, 700));
    return true;
  };
  const run = fetchSleep({
    signal: controller.signal,
    onProgress: ({ bytes: arrived }) => arrived >= 1400 && controller.abort(new Error('enough')),
  });
  await expect(run).rejects.toThrow('enough');
  expect((await there()).filter((name) => name.endsWith('.edf'))).toEqual([]);
  misbehave = () => false;
  const { fetched, kept } = await fetchSleep();
  expect(fetched + kept).toBe(3);
  expect(fetched).toBeGreaterThanOrEqual(2);
});

it('says what is wrong with the folder', async () => {
  await writeFile(join(folder, 'sleep-cassette'), 'a file');
  await expect(fetchSleep()).rejects.toThrow(/it cannot be written as .*sleep-cassette/);
  await expect(fetchSleep({ folder: join(folder, 'sleep-cassette') })).rejects.toThrow(
    'it cannot be written as',
  );
});
