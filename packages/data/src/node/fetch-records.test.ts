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
    asked.push(`${name}${request.headers.range ? ` ${request.headers.range}` : ''}`);
    if (misbehave(request, response)) return;
    const body = files.get(name);
    if (!body) {
      response.writeHead(404).end('no');
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from === 0) response.writeHead(200, { 'content-length': body.length }).end(body);
    else if (from >= body.length)
      response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    else
      response
        .writeHead(206, {
          'content-range': `bytes ${from}-${body.length - 1}/${body.length}`,
          'content-length': body.length - from,
        })
        .end(body.subarray(from));
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

it('goes on where it was interrupted', async () => {
  // Broken off only when the first bytes have arrived: a connection that breaks may lose what is on its way.
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
  expect(await fetchSleep({ onProgress })).toMatchObject({ fetched: 3 });
  expect(asked.filter((line) => line.includes('bytes=')).sort()).toEqual(
    sleepFiles.slice(0, 2).map((name) => `${name} bytes=2000-`),
  );
});

it('goes on with the part that another run left, whole or not', async () => {
  const [first, second] = sleepFiles as [string, string];
  for (const [name, size] of [
    [first, 1234],
    [second, 5001],
  ] as const) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, `${name}.part`), files.get(name)!.subarray(0, size));
  }
  expect(await fetchSleep()).toMatchObject({ fetched: 3, bytes: 5000 - 1234 + 5002 });
  expect(await there()).toEqual(['SHA256SUMS.txt', ...sleepFiles].sort());
});

it('begins anew where a part is of something else, or the server knows no ranges or answers others', async () => {
  const [first, second, third] = sleepFiles as [string, string, string];
  for (const [name, size] of [
    [first, 1000],
    [second, 6000],
    [third, 1000],
  ] as const) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, `${name}.part`), bytes(size, 77));
  }
  misbehave = (request, response) => {
    if (!request.url!.endsWith('.xls')) return false;
    const body = files.get(third)!;
    response.writeHead(200, { 'content-length': body.length }).end(body);
    return true;
  };
  expect(await fetchSleep()).toMatchObject({ fetched: 3 });
  for (const name of sleepFiles) expect(await readFile(join(folder, name))).toEqual(files.get(name));

  await rm(join(folder, first));
  await writeFile(join(folder, `${first}.part`), files.get(first)!.subarray(0, 100));
  misbehave = (request, response) => {
    if (!request.headers.range) return false;
    response.writeHead(206, { 'content-range': 'bytes 50-4999/5000' }).end(files.get(first)!.subarray(50));
    return true;
  };
  expect(await fetchSleep()).toMatchObject({ fetched: 1, kept: 2 });
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

it('keeps no wrong part where no checksum would tell', async () => {
  const names = ['00.atr', '00.hea', '01.atr', '01.hea'];
  files = new Map([
    ['RECORDS', Buffer.from('00\n01\n')],
    ...names.map((n): [string, Buffer] => [n, bytes(300, 5)]),
  ]);
  for (const name of names) await writeFile(join(folder, `${name}.part`), bytes(40, 77));
  misbehave = (request, response) => {
    if (!request.headers.range) return false;
    const body = bytes(300, 5);
    // One server knows no ranges, another goes on where it likes.
    if (request.url!.includes('00')) response.writeHead(200).end(body);
    else response.writeHead(206, { 'content-range': 'bytes 20-299/300' }).end(body.subarray(20));
    return true;
  };
  expect(await fetchRecords('ltafdb', { folder, base, patience })).toMatchObject({ fetched: 4 });
  for (const name of names) expect(await readFile(join(folder, name))).toEqual(bytes(300, 5));
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
  expect((await fetchSleep()).bytes).toBeLessThan(15_003);
});

it('says what is wrong with the folder', async () => {
  await writeFile(join(folder, 'sleep-cassette'), 'a file');
  await expect(fetchSleep()).rejects.toThrow(/it cannot be written as .*sleep-cassette/);
  await expect(fetchSleep({ folder: join(folder, 'sleep-cassette') })).rejects.toThrow(
    'it cannot be written as',
  );
});
