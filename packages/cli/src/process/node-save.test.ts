import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeSave, nodeWritable } from './node-save.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-save-'));
});
afterEach(() => rm(folder, { recursive: true }));
const text = (name: string) => readFile(join(folder, name), 'utf8');

describe('files are written', () => {
  it('with their folders, and nothing is left beside them', async () => {
    await nodeSave({ [join(folder, 'a/b/x.txt')]: 'x', [join(folder, 'a/y.bin')]: new Uint8Array([1, 2]) });
    expect(await text('a/b/x.txt')).toBe('x');
    expect([...(await readFile(join(folder, 'a/y.bin')))]).toEqual([1, 2]);
    expect(await readdir(join(folder, 'a'))).toEqual(['b', 'y.bin']);
    expect(await readdir(join(folder, 'a/b'))).toEqual(['x.txt']);
  });

  it('over what was there, behind a link and with its permissions', async () => {
    await writeFile(join(folder, 'real'), 'old');
    await chmod(join(folder, 'real'), 0o600);
    await symlink('real', join(folder, 'link'));
    await nodeSave({ [join(folder, 'link')]: 'new' });
    expect(await text('real')).toBe('new');
    expect((await stat(join(folder, 'real'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['link', 'real']);
  });

  it('all or none: one that cannot be written keeps the others as they were', async () => {
    await writeFile(join(folder, 'a'), 'old');
    await mkdir(join(folder, 'b'));
    await expect(nodeSave({ [join(folder, 'a')]: 'new', [join(folder, 'b')]: 'x' })).rejects.toThrow(
      'b is a folder',
    );
    expect(await text('a')).toBe('old');
    expect((await readdir(folder)).sort()).toEqual(['a', 'b']);
  });
});

describe('a folder in which nothing can be made', () => {
  const PROC = process.platform === 'linux';

  it.runIf(PROC)('is noticed, and nobody waits', async () => {
    await expect(nodeWritable('/proc/x')).rejects.toThrow('ENOENT');
    await expect(nodeSave({ '/proc/x/y/z': '' })).rejects.toThrow('ENOENT');
  });

  it.runIf(PROC)('is refused by the commands that write', () => {
    for (const argv of [
      ['run', 'examples/shift/study.yaml', '--out', '/proc/x'],
      ['reproduce', 'table-1', '--out', '/proc/x/y'],
    ]) {
      const { status, stderr } = command(argv);
      expect({ status, stderr }).toMatchObject({ status: 3 });
      expect(stderr.replace(/\s+/g, ' ')).toContain('nothing can be written there (ENOENT');
    }
  });
});

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const BIN = 'packages/cli/bin/sightline.js';
/** The real command, with files of at most so many blocks of 512 bytes: beyond, writing fails as on a full disk. */
function command(argv: readonly string[], blocks?: number) {
  const limited = ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, BIN, ...argv];
  const [program, args] = blocks === undefined ? [process.execPath, [BIN, ...argv]] : ['sh', limited];
  return spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', timeout: 300_000 });
}

it.runIf(process.platform !== 'win32')('a full disk leaves no cut report, and an old one whole', async () => {
  const study = join(folder, 'study.yaml');
  await writeFile(
    study,
    'sightline: 1\ntime: { horizon: 4, points: 4 }\ntarget: mean\nlatent: { kernel: { ou: { tau: 1 } } }\nprotocols: { a: { at: 1 }, b: { at: 3 } }\n',
  );
  const out = join(folder, 'out');
  const argv = ['run', study, '--out', out];
  // The report has some hundred kilobytes, the result a few.
  const first = command(argv, 16);
  expect({ status: first.status, stderr: first.stderr }).toMatchObject({ status: 3 });
  expect(first.stderr).toContain('nothing can be written there (EFBIG');
  expect(await readdir(out)).toEqual([]);

  expect(command(argv).status).toBe(0);
  const before = [await text('out/result.json'), await text('out/report.html')];
  expect(before[1]!.trimEnd().endsWith('</html>')).toBe(true);
  expect(command([...argv, '--seed', '7'], 16).status).toBe(3);
  expect([await text('out/result.json'), await text('out/report.html')]).toEqual(before);
  expect((await readdir(out)).sort()).toEqual(['report.html', 'result.json']);
});
