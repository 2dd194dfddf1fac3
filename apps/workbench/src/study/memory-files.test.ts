import { expect, it } from 'vitest';
import { memoryFiles, plainPath } from './memory-files.ts';

it('finds a file by its plain path, and says what to do about one that is not there', async () => {
  const bytes = new Uint8Array([1]);
  const files = memoryFiles(new Map([['examples/calibration/dense.csv', bytes]]));
  expect(await files.read('examples/design/../calibration/./dense.csv')).toBe(bytes);
  await expect(files.read('other.csv')).rejects.toMatchObject({
    file: 'other.csv',
    accepted: /dropped onto the page/,
  });
  expect(plainPath('../a/./b')).toBe('../a/b');
});
