import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Enough units that files are read in pieces; the bench itself refuses answers that differ.
it('a table in eight files, read by workers of a queue, has the answer of one process', () => {
  const bench = fileURLToPath(new URL('../../bench/dist/shards.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, '140000'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('2 workers of one thread');
});
