import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostRule, type SiteServer, serveSite } from './site-server.ts';
import { readStaticFiles } from './static-files.ts';

const SECRET = 'what must not be read';
const PAGE = `<!doctype html><title>page</title>${'<p>text</p>'.repeat(300)}`;
let root: string;
let server: SiteServer;
let port: number;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sightline-site-'));
  const dist = join(root, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), SECRET);
  writeFileSync(join(dist, 'index.html'), PAGE);
  writeFileSync(join(dist, 'assets', 'app-AbCd1234.js'), 'export const a = 1;');
  writeFileSync(join(dist, 'assets', 'kernel.wasm'), new Uint8Array([0, 97, 115, 109]));
  symlinkSync(join(root, 'secret.txt'), join(dist, 'linked.txt'));
  server = await serveSite(await readStaticFiles(dist), { host: '127.0.0.1', port: 0 });
  port = Number(new URL(server.url).port);
});

afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Sends bytes as they are and returns everything that comes back until the server ends the connection. */
function raw(text: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(text, 'latin1'));
    let got = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      got += part;
    });
    socket.on('close', () => resolve(got));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(got) : reject(error),
    );
  });
}

const ask = (line: string, ...headers: string[]) =>
  raw([`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, 'Connection: close', '', ''].join('\r\n'));
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, server.url), { method, headers: { 'accept-encoding': 'identity', ...headers } });

describe('only its own files', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%252e%252e/secret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/....//secret.txt',
    '//secret.txt',
    '/./index.html',
    '/linked.txt',
    '/secret.txt',
    '/index.html/',
    '/assets',
    '/assets/',
    '/index.html%00.js',
    '/etc/passwd',
    '/__proto__',
    '/constructor',
    `/${'a/../'.repeat(500)}secret.txt`,
  ])('%s is not found', async (path) => {
    const answer = await ask(`GET ${path}`);
    expect(statusOf(answer)).toBe(404);
    expect(answer).not.toContain(SECRET);
    expect(answer).not.toContain(root);
  });

  it.each(['http://127.0.0.1/etc/passwd', 'file:///etc/passwd', '*', 'secret.txt', '\\etc\\passwd'])(
    'the address %s is no path',
    async (address) => {
      const answer = await ask(`GET ${address}`);
      expect([400, 404]).toContain(statusOf(answer));
      expect(answer).not.toContain(SECRET);
    },
  );

  it.each([
    'GET /\0index.html',
    'GET /index.html\0',
    'GET  ',
    'GET',
    '\0\0\0\0',
    'G\rET /',
    'GET / HTTP/9.9 x',
  ])('garbage is refused: %j', async (line) => {
    expect(statusOf(await ask(line))).toBe(400);
  });

  it('reads no file after it has started', async () => {
    writeFileSync(join(root, 'dist', 'late.txt'), SECRET);
    expect((await get('/late.txt')).status).toBe(404);
  });
});

describe('what it answers', () => {
  it('the page at / and at its name, the query left to the page', async () => {
    for (const path of ['/', '/index.html', '/?study=abc', '/index.html?a=../../x']) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(PAGE);
    }
  });

  it('with the right types and the headers that keep it to itself', async () => {
    const types = {
      '/': 'text/html; charset=utf-8',
      '/assets/app-AbCd1234.js': 'text/javascript; charset=utf-8',
      '/assets/kernel.wasm': 'application/wasm',
      '/nothing': 'text/plain; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const { headers } = await get(path);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
          "connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('compressed where that is taken, and only then', async () => {
    const body = async (encoding: string) => {
      const answer = await ask('GET /', `Accept-Encoding: ${encoding}`);
      const [head, bytes] = [
        answer.slice(0, answer.indexOf('\r\n\r\n')),
        answer.slice(answer.indexOf('\r\n\r\n') + 4),
      ];
      return { used: /content-encoding: (\w+)/i.exec(head)?.[1], bytes: Buffer.from(bytes, 'latin1'), head };
    };
    const brotli = await body('gzip, deflate, br');
    expect(brotli.used).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(PAGE);
    const zipped = await body('br;q=0, gzip');
    expect(zipped.used).toBe('gzip');
    expect(gunzipSync(zipped.bytes).toString()).toBe(PAGE);
    for (const encoding of ['identity', 'br;q=0', '*;q=0', 'brx']) {
      const plain = await body(encoding);
      expect(plain.used).toBeUndefined();
      expect(plain.bytes.toString()).toBe(PAGE);
      expect(plain.head).toContain('Vary: Accept-Encoding');
    }
  });

  it('304 to whoever has it, by a tag of each encoding', async () => {
    const tag = (await get('/')).headers.get('etag')!;
    const packed = (await get('/', { 'accept-encoding': 'br' })).headers.get('etag')!;
    expect(packed).not.toBe(tag);
    for (const asked of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await get('/', { 'if-none-match': asked });
      expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 304, text: '' });
    }
    expect((await get('/', { 'if-none-match': packed })).status).toBe(200);
    expect((await get('/assets/app-AbCd1234.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
  });

  it('HEAD as GET without its body', async () => {
    const answer = await ask('HEAD /');
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain(`Content-Length: ${PAGE.length}`);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });
});

describe('what it refuses', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s, and nothing is written',
    async (method) => {
      const before = readdirSync(root, { recursive: true });
      const answer = await ask(`${method} /new.txt`, 'Content-Length: 5', '', 'hello');
      expect(statusOf(answer)).toBe(405);
      expect(answer).toContain('Allow: GET, HEAD');
      expect(readdirSync(root, { recursive: true })).toEqual(before);
    },
  );

  it('an upload that asks first, before it is sent', async () => {
    const head = [
      `PUT /a HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Length: 1000000000',
      'Expect: 100-continue',
    ];
    const answer = await raw([...head, '', ''].join('\r\n'));
    expect(statusOf(answer)).toBe(405);
    expect(answer).not.toContain('100 Continue');
  });

  it('a long upload: the connection ends instead', async () => {
    const head = [`POST / HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Length: 100000000', '', ''].join(
      '\r\n',
    );
    const answer = await raw(head + 'x'.repeat(1_000_000));
    expect([405, Number.NaN]).toContain(statusOf(answer));
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example:PORT',
    '192.168.1.7:PORT',
    '127.0.0.1:PORT@evil.example',
    '',
  ])('the host %j', async (host) => {
    const asked = host.replace('PORT', String(port));
    const answer = await raw(`GET / HTTP/1.1\r\nHost: ${asked}\r\nConnection: close\r\n\r\n`);
    expect(statusOf(answer)).toBe(421);
    expect(answer).not.toContain('<title>');
  });

  it('no host at all', async () => {
    expect(statusOf(await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'))).toBe(400);
    expect(statusOf(await raw('GET / HTTP/1.0\r\n\r\n'))).toBe(421);
  });

  it.each(['evil.example', '127.0.0.1:PORT'])('a second host, %s', async (second) => {
    const own = `127.0.0.1:${port}`;
    const others = second.replace('PORT', String(port));
    for (const [a, b] of [
      [own, others],
      [others, own],
    ])
      expect(statusOf(await raw(`GET / HTTP/1.1\r\nHost: ${a}\r\nhost: ${b}\r\n\r\n`))).toBe(400);
  });

  it('a request that stops in its headers, once patience ends', async () => {
    const hasty = await serveSite(new Map(), { host: '127.0.0.1', port: 0, patience: 500 });
    const begun = performance.now();
    const answer = await raw('GET / HTTP/1.1\r\nHost: 127.0.0.1', Number(new URL(hasty.url).port));
    // By itself Node would look for late requests after 30 s.
    expect(performance.now() - begun).toBeLessThan(25_000);
    expect(statusOf(answer)).toBe(408);
    await hasty.close();
  });

  it('what is smuggled behind a request', async () => {
    const answer = await raw(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\nGARBAGE ../../secret.txt\r\n\r\nGET /../secret.txt HTTP/1.1\r\n\r\n`,
    );
    expect(answer).toContain('HTTP/1.1 400');
    expect(answer.match(/HTTP\/1\.1 \d+/g)!.length).toBeLessThanOrEqual(2);
    expect(answer).not.toContain(SECRET);
    const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked';
    expect(statusOf(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${both}\r\n\r\n0\r\n\r\n`))).toBe(
      400,
    );
    expect(statusOf(await ask('GET /', `X: ${'x'.repeat(100_000)}`))).not.toBe(200);
  });

  it('answers requests in a pipeline in their order', async () => {
    const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`;
    const answer = await raw(one('/') + one('/assets/kernel.wasm') + one('/none'));
    expect(answer.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
  });
});

it('serves many at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const answer = await get(i % 2 === 0 ? '/' : '/none', {
        'accept-encoding': i % 3 === 0 ? 'br' : 'gzip',
      });
      return [answer.status, (await answer.text()).length] as const;
    }),
  );
  all.forEach(([status, length], i) => {
    expect([status, i % 2 === 0 ? length : PAGE.length]).toEqual([i % 2 === 0 ? 200 : 404, PAGE.length]);
  });
});

it('answers to addresses where it is open to others, and to no foreign name', () => {
  const open = hostRule('0.0.0.0', 8425);
  expect(['192.168.1.7:8425', '[fe80::1]:8425', 'localhost:8425'].map(open)).toEqual([true, true, true]);
  expect(['evil.example:8425', '192.168.1.7', '192.168.1.7:80'].map(open)).toEqual([false, false, false]);
  const own = hostRule('127.0.0.1', 80);
  expect(['127.0.0.1', 'LOCALHOST:80', '[::1]'].map(own)).toEqual([true, true, true]);
  expect(['8.8.8.8', 'evil.example', '127.0.0.1.evil.example'].map(own)).toEqual([false, false, false]);
});
