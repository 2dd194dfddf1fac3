import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type RedisServer, redisServer } from '../../scripts/redis.mjs';
import { command, worker } from './command.ts';

const ARGV = ['calibrate', 'examples/calibration/study.yaml', '--draws', '400'];
const asked = (url: string, env?: Record<string, string>) => command([...ARGV, '--queue', url], env);
/** What is said, on one line. */
const said = ({ err }: { err: string }) => err.replace(/\s+/g, ' ');

let server: RedisServer;
beforeAll(async () => {
  server = await redisServer(['--requirepass', 'secret']);
});
afterAll(() => server.remove());

it('a password that is wrong, missing or in the address', async () => {
  for (const env of [{}, { SIGHTLINE_QUEUE_PASSWORD: 'other' }]) {
    const end = await asked(server.url, env);
    expect(end.code).toBe(3);
    expect(said(end)).toContain('the server wants another password or user');
    expect(said(end)).toContain('SIGHTLINE_QUEUE_PASSWORD');
  }
  const end = await asked(`redis://:secret@localhost:${server.port}`);
  expect(end.code).toBe(3);
  expect(said(end)).toContain('a password in an address is seen by everybody');
  expect(end.err).not.toContain('secret');
});

it('the right one, from the environment or from a file', async () => {
  const file = join(server.folder, 'password');
  writeFileSync(file, 'secret\n');
  const one = await worker(server.url, ['--threads', '1'], { SIGHTLINE_QUEUE_PASSWORD_FILE: file });
  try {
    expect(await asked(server.url, { SIGHTLINE_QUEUE_PASSWORD: 'secret' })).toMatchObject({
      code: 0,
      err: '',
    });
  } finally {
    one.child.kill('SIGTERM');
    await one.ended;
  }
});

it('a user with the access list of the documentation may do all that is needed', async () => {
  const page = readFileSync('docs/many-hosts.md', 'utf8');
  const rule = /^user sightline (.*)$/m.exec(page)![1]!.replace('PASSWORD', 'pass');
  const listed = await redisServer(['--user', 'default', 'off', '--user', 'sightline', ...rule.split(' ')]);
  const url = `redis://sightline@localhost:${listed.port}`;
  const env = { SIGHTLINE_QUEUE_PASSWORD: 'pass' };
  const one = await worker(url, ['--threads', '1'], env);
  try {
    expect(await asked(url, env)).toMatchObject({ code: 0, err: '' });
    expect(await command(['queue', '--queue', url], env)).toMatchObject({ code: 0, err: '' });
  } finally {
    one.child.kill('SIGTERM');
    await one.ended;
    await listed.remove();
  }
});

it('no server, an address that is none, another machine without encryption', async () => {
  const nobody = await asked(`redis://localhost:${await freePort()}`);
  expect(nobody.code).toBe(3);
  expect(said(nobody)).toContain('no server answers at localhost');
  for (const [url, why] of [
    ['localhost:6379', 'this is no address of a Redis'],
    ['http://localhost', 'this is no address of a Redis'],
    ['redis://localhost/x', 'an address ends with the number of a database'],
    ['redis://192.0.2.7', 'unencrypted, and this is another machine'],
  ] as const) {
    const end = await asked(url);
    expect({ url, code: end.code }).toEqual({ url, code: 3 });
    expect(said(end)).toContain(why);
  }
});

it('a database that the server does not have', async () => {
  const end = await asked(`${server.url}/77`, { SIGHTLINE_QUEUE_PASSWORD: 'secret' });
  expect(end.code).toBe(3);
  expect(said(end)).toContain('the server has no database of this number');
});

it('a server that throws keys away', async () => {
  const careless = await redisServer(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
  try {
    const end = await asked(careless.url);
    expect(end.code).toBe(3);
    expect(said(end)).toContain('maxmemory-policy allkeys-lru');
  } finally {
    await careless.remove();
  }
});

describe('encrypted', () => {
  let own: RedisServer;
  let port: number;
  let ca: string;
  beforeAll(async () => {
    const { folder } = server;
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'].concat([
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost,IP:127.0.0.1',
      ]),
      { stdio: 'ignore' },
    );
    ca = cert;
    port = await freePort();
    const tls = ['--tls-port', String(port), '--tls-cert-file', cert, '--tls-key-file', key];
    own = await redisServer([...tls, '--tls-auth-clients', 'no']);
  });
  afterAll(() => own.remove());

  it('works with the authority that signed, and not without', async () => {
    const url = `rediss://localhost:${port}`;
    const stranger = await asked(url);
    expect(stranger.code).toBe(3);
    expect(said(stranger)).toContain("the server's certificate is not trusted");
    const env = { SIGHTLINE_QUEUE_CA: ca };
    const one = await worker(url, ['--threads', '1'], env);
    expect(await asked(url, env)).toMatchObject({ code: 0, err: '' });
    one.child.kill('SIGTERM');
    await one.ended;
  });
});
