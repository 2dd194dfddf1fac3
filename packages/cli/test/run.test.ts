import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { run } from '../src/run.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Runs the schema command with an output that fails in this way, as a full disk or a closed pipe does. */
async function withOutputThatFails(code: string) {
  let err = '';
  const stdout = Object.assign(new EventEmitter(), {
    write: () => {
      stdout.emit('error', Object.assign(new Error(`${code}: no more, write`), { code }));
      stdout.emit('error', Object.assign(new Error(`${code}: no more, write`), { code }));
      return false;
    },
  });
  const process = {
    argv: ['node', 'sightline', 'schema'],
    env: {},
    stdin: {},
    stdout,
    versions: { node: '20.19.0' },
    stderr: { write: (text: string) => (err += text) },
    exitCode: undefined as number | undefined,
  };
  vi.stubGlobal('process', process);
  await run();
  return { code: process.exitCode, err };
}

it('says in one line that the output could not be written', async () => {
  expect(await withOutputThatFails('ENOSPC')).toEqual({
    code: 1,
    err: 'sightline: the output could not be written (ENOSPC: no more, write)\n',
  });
});

it('takes no offence at a reader that has seen enough', async () => {
  expect(await withOutputThatFails('EPIPE')).toEqual({ code: 0, err: '' });
});
