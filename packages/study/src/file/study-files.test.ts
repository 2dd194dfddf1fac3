import { expect, it } from 'vitest';
import { besideStudy, inputHash } from './study-files.ts';

it.each([
  ['study.yaml', 'cov.csv', 'cov.csv'],
  ['a/b/study.yaml', 'cov.csv', 'a/b/cov.csv'],
  ['a/b/study.yaml', './cov.csv', 'a/b/cov.csv'],
  ['a/b/study.yaml', '../cov.csv', 'a/b/../cov.csv'],
  ['a\\study.yaml', 'cov.csv', 'a\\cov.csv'],
  ['a/study.yaml', '/data/cov.csv', '/data/cov.csv'],
  ['a/study.yaml', 'C:\\cov.csv', 'C:\\cov.csv'],
])('beside %s, %s is %s', (study, named, path) => {
  expect(besideStudy(study, named)).toBe(path);
});

it('hashes content and names, and where one file ends and the next begins', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hash = (a: string, name: string, b: string) =>
    inputHash([
      { name: '', bytes: bytes(a) },
      { name, bytes: bytes(b) },
    ]);
  const hashes = [
    await hash('ab', 'c', 'd'),
    await hash('a', 'c', 'bd'),
    await hash('ab', 'cc', 'd'),
    await hash('ab', 'c', 'e'),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(await hash('ab', 'c', 'd')).toBe(hashes[0]);
});
