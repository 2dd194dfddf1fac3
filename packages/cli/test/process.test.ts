// The command as its users start it: the build, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STUDY = 'examples/calibration/study.yaml';

function start(...argv: string[]): ChildProcess {
  return startNode([], ...argv);
}

function startNode(options: readonly string[], ...argv: string[]): ChildProcess {
  return spawn(process.execPath, [...options, 'packages/cli/bin/sightline.js', ...argv], { cwd: ROOT });
}

async function ended(child: ChildProcess) {
  let [out, err] = ['', ''];
  child.stdout!.on('data', (text) => {
    out += text;
  });
  child.stderr!.on('data', (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out, err };
}

it('ends on Ctrl-C with 130 and a sentence, whether threads are at work or not', async () => {
  for (const threads of ['1', '2']) {
    const child = start('calibrate', STUDY, '--json', '--draws', '100000', '--workers', threads);
    const end = ended(child);
    // Long enough for the work to have begun; it would take minutes.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 130, out: '', err: 'cancelled; nothing was written\n' });
  }
});

it('prints the same bytes with any number of threads, and nothing about progress where nobody watches', async () => {
  const run = async (threads: string) => {
    const { code, out, err } = await ended(
      start('plan', STUDY, '--json', '--draws', '400', '--workers', threads),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out.replace(/"elapsed": [\d.]+/, '');
  };
  const alone = await run('1');
  for (const threads of ['2', '8']) expect(await run(threads)).toBe(alone);
});

it('retrospect: the same bytes whoever does the work', async () => {
  const run = async (threads: string) => {
    const study = 'examples/records-table/study.yaml';
    const { code, out, err } = await ended(
      start('retrospect', study, '--json', '--stability', '60', '--draws', '100', '--workers', threads),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out.replace(/"elapsed": [\d.]+/, '');
  };
  expect(await run('2')).toBe(await run('1'));
});

it('run: the same files with any number of threads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-run-'));
  const run = async (threads: string) => {
    const out = join(folder, threads);
    const { code, err } = await ended(
      start('run', STUDY, '--draws', '400', '--workers', threads, '--out', out),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [result, report] = ['result.json', 'report.html'].map((name) =>
      readFileSync(join(out, name), 'utf8'),
    );
    return [result!.replace(/"elapsed": [\d.]+/, ''), report];
  };
  try {
    expect(await run('2')).toEqual(await run('1'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('where Node has no WebAssembly, says so in one sentence, and what to do', async () => {
  const withoutIt = (...argv: string[]) => ended(startNode(['--jitless'], ...argv));
  const said = async (...argv: string[]) => {
    const { code, out, err } = await withoutIt(...argv);
    // Node has a word of its own about the option.
    return { code, out, err: err.replace(/^Warning: disabling flag .*\n/, '') };
  };
  const sentence =
    'sightline: there is no WebAssembly, in which all numbers are computed; start Node without --jitless, in NODE_OPTIONS too\n';
  expect(await said('value', STUDY)).toEqual({ code: 1, out: '', err: sentence });
  expect(await said('calibrate', STUDY, '--workers', '2')).toEqual({ code: 1, out: '', err: sentence });
  const { code, out, err } = await said('doctor', '--json');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const { checks } = JSON.parse(out) as {
    checks: { name: string; status: string; what: string; todo: string }[];
  };
  expect(checks.filter(({ status }) => status === 'broken')).toMatchObject([
    {
      name: 'program',
      what: expect.stringMatching(/, no WebAssembly$/),
      todo: 'start Node without --jitless, in NODE_OPTIONS too',
    },
    {
      name: 'numbers',
      what: 'there is no WebAssembly, in which all numbers are computed',
      todo: 'start Node without --jitless, in NODE_OPTIONS too',
    },
  ]);
  expect((await said('doctor')).out).toMatch(/^2 of 8 cannot be used\./);
});
