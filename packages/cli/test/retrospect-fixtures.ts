// What the tests of `sightline retrospect` share: a study of a table of states, answered or refused.
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { runInMemory } from '../src/memory-io.ts';
import { drawnRecords, recordsCsv } from './record-fixtures.ts';

export const STUDY = {
  sightline: 1,
  records: {
    table: 'states.csv',
    grid: { points: 8, reading: 'anchor' },
    epoch: { seconds: 30 },
    targets: { A: ['a'] },
    other: ['b'],
  },
  templates: { layouts: ['contiguous', 'dispersed', 'aware'], budgets: [2, 4] },
};
export const TABLE = recordsCsv(drawnRecords(16));

export type Files = Record<string, string | Uint8Array>;
export const withRecords = (change: object) => ({ ...STUDY, records: { ...STUDY.records, ...change } });
export const run = (study: object, argv: string[] = [], files: Files = {}, env = {}) =>
  runInMemory(
    ['retrospect', 'study.yaml', '--draws', '100', ...argv],
    { 'study.yaml': stringify(study), 'states.csv': TABLE, ...files },
    env,
  );

export async function answered(study: object, argv: string[] = [], files: Files = {}) {
  const { code, out, err } = await run(study, ['--json', ...argv], files);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

export async function refused(study: object, argv: string[] = [], files: Files = {}) {
  const { code, out } = await run(study, ['--json', ...argv], files);
  expect(code).toBe(3);
  return JSON.parse(out).problems as {
    file: string;
    line: number;
    path: string;
    why: string;
    accepted: string;
  }[];
}
