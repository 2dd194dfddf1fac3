import { expect, it } from 'vitest';
import { runInMemory } from '../src/memory-io.ts';
import { workerThreads } from '../src/threads/worker-threads.ts';

const STUDY = `
sightline: 1
words: { unit: patient, reading: finger prick }
time: { horizon: 24, points: 24, unit: h, start: "00:00" }
target: { above: 180 }
latent: { kernel: { ou: { tau: 3 } }, trait: 0.33, mean: 140, sd: 50 }
protocols: { pricks: { at: ["07:30", "12:30", "18:30"], noise: 100 } }
`;
const rows = Array.from(
  { length: 1200 },
  (_, i) => `p${i},${100 + (i % 97)},${i % 5 === 0 ? '' : 120 + (i % 71)},${90 + (i % 113)}`,
);
const FILES = { 'study.yaml': STUDY, 'new.csv': `unit,a,b,c\n${rows.join('\n')}\n` };
const ARGV = ['predict', 'study.yaml', '--readings', 'new.csv', '--draws', '200'];

it('cannot be asked without readings: wrong usage', async () => {
  const { code, err } = await runInMemory(['predict', 'study.yaml'], FILES);
  expect(code).toBe(2);
  expect(err).toContain('--readings <file>');
});

it('shows some rows in 80 columns and in the study’s words, and has all of them in JSON', async () => {
  const { code, out } = await runInMemory(ARGV, FILES);
  expect(code).toBe(0);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(out).toMatch(
    /The targets of 1 200 patients, 240 of them with finger pricks missing, are\s+predicted/,
  );
  expect(out).toContain('and 1180 more, in --json');
});

it('says the same whoever does it', async () => {
  const alone = await runInMemory([...ARGV, '--json'], FILES);
  const shared = await runInMemory(
    [...ARGV, '--json', '--workers', '2'],
    FILES,
    {},
    { workers: (n = 2) => workerThreads(n) },
  );
  expect(shared.out).toBe(alone.out);
  expect(JSON.parse(alone.out).predictions).toHaveLength(1200);
});
