// What the command says of bad input, on a terminal and beside JSON: every row of the tables, whose problems are the study's.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { badDataRows } from '../../study/test/bad-data-fixtures.ts';
import { badInputRows, GOOD, GOOD_CSV } from '../../study/test/bad-input-fixtures.ts';
import { DENSE_FILES, denseStudy } from '../../study/test/dense-fixtures.ts';
import { UNPRINTABLE_DATA, UNPRINTABLE_INPUT } from '../../study/test/unprintable-rows.ts';
import { runInMemory } from '../src/memory-io.ts';

const table = (name: string) => readFileSync(new URL(`../../study/test/${name}`, import.meta.url), 'utf8');
const INPUT = [...badInputRows(table('bad-input-table.md')), ...UNPRINTABLE_INPUT];
const DATA = [...badDataRows(table('bad-data-table.md')), ...UNPRINTABLE_DATA].map((row) => ({
  ...row,
  command: 'calibrate',
}));

/** Without line breaks and the indentation that wrapping brings. */
const unwrapped = (text: string) => text.replace(/\s+/g, ' ');

it.each([...INPUT, ...DATA])('$what', async ({ command, files, place, path, why, accepted }) => {
  const asJson = await runInMemory([command, 'study.yaml', '--json'], files);
  expect(asJson.code).toBe(3);
  const { problems, ...head } = JSON.parse(asJson.out);
  expect(head).toEqual({ sightline: 1, command, study: 'study.yaml' });
  expect(problems).toHaveLength(1);

  const asText = await runInMemory([command === 'calibrate' ? 'plan' : command, 'study.yaml'], files);
  expect(asText).toMatchObject({ code: 3, out: '', err: asJson.err });
  const text = unwrapped(asText.err);
  for (const part of [place, path, why, accepted]) expect(text).toContain(unwrapped(part));
  expect(text).toContain('1 problem;');
  for (const line of asText.err.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
});

it('names a study file that is missing', async () => {
  const { code, out, err } = await runInMemory(['value', 'nowhere.yaml'], {});
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain('nowhere.yaml');
});

it.each([
  [
    'calibrate',
    '2 problems in 2 files; nothing was computed.',
    {
      'study.yaml': denseStudy().replace('noise: 0.4', 'noise: -0.4'),
      'dense.csv': DENSE_FILES['dense.csv'].replace('b,-0.9', 'b,x'),
    },
  ],
  [
    'value',
    '3 problems in 2 files; nothing was computed.',
    {
      'study.yaml': GOOD.replace('kernel: { ou: { tau: 1 } }', 'covariance: cov.csv')
        .replace('target: mean', 'target: { abov: 1.5 }')
        .replace('noise: 0.4', 'noise: "0.4"'),
      'cov.csv': GOOD_CSV.replace('.2,.5,1,.5', '.2,x,1,.5'),
    },
  ],
])('%s counts problems and files: %s', async (command, count, files) => {
  const { code, err } = await runInMemory([command, 'study.yaml'], files);
  expect(code).toBe(3);
  expect(err).toContain(count);
});

it('is short about files that are long', async () => {
  const fields = Array.from({ length: 90_000 }, (_, i) => `f${i}: 1\n`).join('');
  const many = await runInMemory(['value', 'study.yaml'], { 'study.yaml': GOOD + fields });
  expect(many.code).toBe(3);
  expect(many.err).toContain('90000 problems; nothing was computed.');
  const name = `  "${'s'.repeat(300_000)}": { at: [${'x,'.repeat(50_000)}] }\n`;
  const long = await runInMemory(['value', 'study.yaml'], {
    'study.yaml': GOOD.replace('protocols:\n', `protocols:\n${name}`),
  });
  expect(long.code).toBe(3);
  for (const { err } of [many, long]) expect(err.length).toBeLessThan(60_000);
});
