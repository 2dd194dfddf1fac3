import { describe, expect, it } from 'vitest';
import type { StepName } from '../src/questions/index.ts';
import { ask } from './ask.ts';

// Small files that used to take minutes, gigabytes, or print megabytes: each is refused at once, in a few lines.

const HEAD = 'sightline: 1\ntime: { horizon: 10, points: 4 }\ntarget: mean\n';
const LAW = 'latent: { kernel: { ou: { tau: 1 } } }\n';
const many = (count: number, one: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('');

/** Asks what has to end with problems, and to be quick and short about it. */
async function refusedAtOnce(command: StepName, files: Record<string, string>) {
  const before = process.cpuUsage();
  const { code, result } = await ask(command, files);
  const { user, system } = process.cpuUsage(before);
  expect(code).toBe(3);
  const seconds = (user + system) / 1e6;
  expect(seconds).toBeLessThan(60);
  expect(JSON.stringify(result, null, 2).length).toBeLessThan(60_000);
  const { problems } = result as { problems: { why: string; count?: number }[] };
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(51);
  return problems;
}
const told = (problems: readonly { count?: number }[]) =>
  problems.reduce((sum, { count = 1 }) => sum + count, 0);

describe('a study file', () => {
  const texts: Record<string, string> = {
    'anchors on one line': `${HEAD}x: ${'&a '.repeat(100_000)}\n`,
    'anchors in a list': `${HEAD}x: [${'&a '.repeat(100_000)}]\n`,
    'tags on one line': `${HEAD}x: ${'! '.repeat(150_000)}\n`,
    'quotation marks': `${HEAD}title: ${'"'.repeat(900_000)}\n`,
    'backslashes in a text': `${HEAD}x: "${'\\x'.repeat(150_000)}"\n`,
    'an alias in itself': `${HEAD}x: &a [${'*a,'.repeat(100_000)}]\n`,
    'a long text that aliases repeat': `${HEAD}title: &a "${'s'.repeat(300_000)}"\nx: [${'*a,'.repeat(90_000)}]\n`,
    'an alias whose name is long': `${HEAD}x: *${'*'.repeat(300_000)}\n`,
    'a name that is long': `${HEAD}protocols: { "${'s'.repeat(300_000)}": { at: [${'x,'.repeat(50_000)}] } }\n`,
    'a list of millions of numbers': `${HEAD}weights: [${'1,'.repeat(3_000_000)}1]\n`,
    'a list of many numbers': `${HEAD}weights: [${'1,'.repeat(300_000)}1]\n`,
  };
  for (const [name, text] of Object.entries(texts))
    it(`of ${name}`, async () => {
      await refusedAtOnce('value', { 'study.yaml': text });
    });

  it('of more characters than a study has is not read at all', async () => {
    const problems = await refusedAtOnce('value', {
      'study.yaml': `${HEAD + LAW}# ${'x'.repeat(1_000_000)}\n`,
    });
    expect(problems).toMatchObject([{ why: 'the text is too long for a study' }]);
  });

  it('of a hundred thousand unknown fields lists some dozens and counts the rest', async () => {
    const text = HEAD + LAW + many(90_000, (i) => `f${i}: 1\n`);
    const problems = await refusedAtOnce('value', { 'study.yaml': text });
    expect(problems).toHaveLength(51);
    // Every unknown field, and that there are no protocols.
    expect(told(problems)).toBe(90_001);
    expect(problems.at(-1)!.why).toBe('89951 more problems were found, from here on');
  });

  it('of as many problems as can be read lists all of them', async () => {
    const text = `${HEAD + LAW}protocols: { a: { at: 1 } }\n${many(51, (i) => `field${i}: 1\n`)}`;
    const problems = await refusedAtOnce('value', { 'study.yaml': text });
    expect(problems).toHaveLength(51);
    expect(problems.every(({ count }) => count === undefined)).toBe(true);
  });
});

describe('a table', () => {
  const PROTOCOLS = 'protocols: { a: { at: 1 }, b: { at: 6 } }\n';
  const commands: Record<string, (table: string) => [command: StepName, study: string]> = {
    covariance: () => ['value', `${HEAD}${PROTOCOLS}latent: { covariance: table.csv }\n`],
    calibration: () => ['calibrate', `${HEAD}${PROTOCOLS}calibration: { data: table.csv, noise: 0.1 }\n`],
    benchmark: () => ['identify', `${HEAD}${PROTOCOLS}realised: a\nbenchmark: { data: table.csv }\n`],
    records: () => [
      'retrospect',
      'sightline: 1\nrecords: { table: table.csv, grid: { points: 4 }, epoch: { seconds: 1 }, targets: { x: [x] } }\ntemplates: { budgets: [2] }\n',
    ],
  };
  const tables: Record<string, string> = {
    'a million commas': `${','.repeat(1_000_000)}\n`,
    'a million commas after a name': `unit${','.repeat(1_000_000)}\n1,2\n`,
    'a million quotation marks': `unit,1.25,3.75,6.25,8.75\n${'"'.repeat(1_000_000)}\n`,
    'lines of one quotation mark': `unit,y1,target\n${'"\n'.repeat(200_000)}`,
    'cells in open quotation marks': `unit,y1,target\n${',"'.repeat(300_000)}\n`,
    'blank lines': `unit,y1,target\n${'\n'.repeat(300_000)}1,1,1\n`,
    'cells that are no numbers': `unit,y1,target\n${'x,y,z\n'.repeat(150_000)}`,
  };
  for (const [kind, ask] of Object.entries(commands))
    for (const [name, table] of Object.entries(tables))
      it(`of ${name}, as ${kind}`, async () => {
        const [command, study] = ask(table);
        await refusedAtOnce(command, { 'study.yaml': study, 'table.csv': table });
      });
});
