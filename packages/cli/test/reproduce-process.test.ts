// `sightline reproduce` as its users start it, and as their machines stop it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sightline-reproduce-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(out: string, ...more: string[]) {
  const argv = ['packages/cli/bin/sightline.js', 'reproduce', '--quick', '--out', out, ...more];
  const { SIGHTLINE_DATA: _, ...env } = process.env;
  const child = spawn(process.execPath, argv, { cwd: ROOT, env });
  running.add(child);
  const printed = { out: '', err: '' };
  child.stdout!.on('data', (text) => {
    printed.out += text;
  });
  child.stderr!.on('data', (text) => {
    printed.err += text;
  });
  const end = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, ...printed });
    }),
  );
  return { child, end, printed };
}

/** Waits for something that a process does; one that has ended does nothing more. */
async function until({ child, printed }: ReturnType<typeof start>, what: () => boolean): Promise<void> {
  while (!what()) {
    if (!running.has(child)) throw new Error(`it has ended: ${printed.err}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** How many files hold pieces of an experiment. */
function kept(out: string, experiment: string): number {
  const at = join(out, 'pieces');
  if (!existsSync(at)) return 0;
  return readdirSync(at).filter((name) => name.startsWith(experiment) && name.endsWith('.pieces')).length;
}

/** The bytes of a result but for `elapsed`. */
function untimed(out: string): string {
  const text = readFileSync(join(out, 'result.json'), 'utf8');
  expect(text).toMatch(/"elapsed": [\d.]+/);
  return text.replace(/"elapsed": [\d.]+/, '');
}

it('goes on where it was killed and where it was cancelled, and finds what an uninterrupted run finds', async () => {
  const whole = join(folder, 'whole');
  const uninterrupted = await start(whole, '--json', '--workers', '2').end;
  expect(uninterrupted.code).toBe(0);
  expect(uninterrupted.out).toBe(readFileSync(join(whole, 'result.json'), 'utf8'));
  expect(existsSync(join(whole, 'pieces'))).toBe(false);
  const { experiments, quick, versions } = JSON.parse(uninterrupted.out);
  expect(quick).toBe(true);
  expect(versions).toEqual({ sightline: expect.any(String), node: process.versions.node });
  const verdicts = new Set<string>();
  for (const [name, found] of Object.entries<{ rows: { what: string; verdict: string }[]; skipped?: string }>(
    experiments,
  )) {
    for (const { what, verdict } of found.rows) {
      expect(verdict, `${name}: ${what}`).not.toBe('differs');
      verdicts.add(verdict);
    }
    if (found.rows.length === 0) expect(found.skipped, name).toContain('SIGHTLINE_DATA names the folder');
  }
  expect(verdicts).toEqual(new Set(['agrees', 'explained', 'unexplained']));
  expect(Object.keys(experiments)).toEqual(expect.arrayContaining(['figure-1', 'figure-2b', 'figure-3']));

  // By one thread, so that there is time; killed when a second portion has been kept.
  const out = join(folder, 'interrupted');
  const killed = start(out, '--json', '--workers', '1');
  await until(killed, () => kept(out, 'figure-2b') > 1);
  killed.child.kill('SIGKILL');
  expect(await killed.end).toMatchObject({ code: null, out: '' });
  expect(existsSync(join(out, 'result.json'))).toBe(false);

  const cancelled = start(out, '--workers', '1');
  await until(cancelled, () => cancelled.printed.err.includes('\nfigure-2b: '));
  await new Promise((resolve) => setTimeout(resolve, 500));
  cancelled.child.kill('SIGINT');
  const { code, out: nothing, err } = await cancelled.end;
  expect({ code, nothing }).toEqual({ code: 130, nothing: '' });
  const oneLine = (text: string) => text.replace(/\s+/g, ' ');
  const goingOn =
    /^going on where an earlier run stopped: .*figure-2b: calibration replications, (\d+) of \d+/;
  const before = oneLine(err).match(goingOn)!;
  expect(before, err).not.toBeNull();
  expect(err).toContain(`cancelled; what was done is kept in ${out}/pieces: run the same command again`);

  const last = await start(out, '--json', '--workers', '1').end;
  expect(last.code).toBe(0);
  const after = oneLine(last.err).match(goingOn)!;
  expect(Number(after[1])).toBeGreaterThan(Number(before[1]));
  // Other threads, and an interruption: not a byte differs.
  expect(untimed(out)).toBe(untimed(whole));
  expect(existsSync(join(out, 'pieces'))).toBe(false);
});

it('says before the work that nothing can be written', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const { code, err } = await start(join(file, 'out'), 'figure-1').end;
  expect(code).toBe(3);
  expect(err).toContain('nothing can be written there');
  expect(err).not.toContain('figure-1:');
});
