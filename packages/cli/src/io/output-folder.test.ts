import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInMemory } from '../memory-io.ts';
import { nodeWritable } from '../process/node-save.ts';

describe('a folder to write to', () => {
  let base = '';
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'sightline-folder-'));
    await writeFile(join(base, 'file'), '');
  });
  afterAll(() => rm(base, { recursive: true }));

  it('may be there or not, and is not made by asking', async () => {
    await nodeWritable(base);
    await nodeWritable(join(base, 'new', 'and', 'deep'));
    await expect(stat(join(base, 'new'))).rejects.toThrow('ENOENT');
  });

  it('is no file, nor below one', async () => {
    await expect(nodeWritable(join(base, 'file'))).rejects.toThrow('file is a file');
    await expect(nodeWritable(join(base, 'file', 'below'))).rejects.toThrow('ENOTDIR');
  });

  it.skipIf(process.getuid?.() === 0)('takes files', async () => {
    await chmod(base, 0o500);
    await expect(nodeWritable(join(base, 'new'))).rejects.toThrow('EACCES');
    await chmod(base, 0o700);
  });
});

describe('a folder that cannot be written to is told before the study is looked at', () => {
  it.each([
    ['retrospect', '--plots'],
    ['run', '--out'],
  ])('%s %s', async (command, option) => {
    const { code, err } = await runInMemory(
      [command, 'none.yaml', option, 'there'],
      {},
      {},
      {
        writable: () => Promise.reject(new Error('EROFS: read-only file system')),
      },
    );
    expect(code).toBe(3);
    expect(err).toContain('nothing can be written there (EROFS: read-only file system)');
    expect(err).toContain(`${option} with a folder that may be written to`);
    expect(err).not.toContain('none.yaml:');
  });
});
