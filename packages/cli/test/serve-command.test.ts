import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandIo } from '../src/io/io.ts';
import { serveCommand } from '../src/serve/serve-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-serve-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>here</title>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the command; `started` is when it has said where it is, `ended` its exit code. */
function serve(argv: string[], from = folder) {
  const stop = new AbortController();
  let [out, err] = ['', ''];
  let code: number | undefined;
  let say = () => {};
  const started = new Promise<void>((resolve) => {
    say = resolve;
  });
  const io: CommandIo = {
    out: (text) => {
      out += text;
      say();
    },
    err: (text) => {
      err += text;
    },
    files: { read: () => Promise.reject(new Error('nothing is read through the io')) },
    env: {},
    now: () => 0,
    signal: stop.signal,
  };
  const ended = serveCommand(
    io,
    (own) => {
      code = own;
    },
    from,
  ).parseAsync(argv, { from: 'user' });
  return {
    stop: () => stop.abort(),
    started,
    done: async () => {
      await ended;
      return { code: code ?? 0, out, err };
    },
    url: () => /http:\S+/.exec(out)![0],
  };
}

it('prints where it is, serves, and ends without a fault when told to', async () => {
  const running = serve(['--port', '0']);
  await running.started;
  const url = running.url();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await (await fetch(url)).text()).toContain('<title>here</title>');
  running.stop();
  expect(await running.done()).toMatchObject({ code: 0, err: 'stopped\n' });
  await expect(fetch(url)).rejects.toThrow();
});

it('says that a port is taken, and what to do', async () => {
  const first = serve(['--port', '0']);
  await first.started;
  const { port } = new URL(first.url());
  const { code, out, err } = await serve(['--port', port]).done();
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(`found     ${port}`);
  expect(err).toContain('another program listens on this port');
  expect(err).toContain('--port 0 for any that is free');
  first.stop();
  await first.done();
});

it('refuses an address that the machine does not have', async () => {
  const { code, err } = await serve(['--port', '0', '--host', '203.0.113.9']).done();
  expect(code).toBe(3);
  expect(err).toContain('this machine does not have this address');
});

it.each(['', ' '])('refuses the address %j, which would mean all of them', async (host) => {
  const command = serveCommand({} as CommandIo, () => {}, folder)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  await expect(command.parseAsync(['--port', '0', '--host', host], { from: 'user' })).rejects.toThrow(
    /--host.*It is empty. Accepted: an address of this machine/,
  );
});

it('warns in words where others can reach it', async () => {
  const running = serve(['--port', '0', '--host', '0.0.0.0']);
  await running.started;
  running.stop();
  expect((await running.done()).err).toContain('every machine that reaches this address');
});

it('says how to build what is not there', async () => {
  const { code, out, err } = await serve(['--port', '0'], join(folder, 'nowhere')).done();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('npm run build -w @sightline/workbench');
});
