// What the tests of retrospect share: a study of a table of states, answered or refused.
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { ask, type Files } from './ask.ts';
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

export const withRecords = (change: object) => ({ ...STUDY, records: { ...STUDY.records, ...change } });
export const retrospect = (study: object, request: object = {}, files: Files = {}) =>
  ask(
    'retrospect',
    { 'study.yaml': stringify(study), 'states.csv': TABLE, ...files },
    { draws: 100, ...request },
  );

export async function answered(study: object, request: object = {}, files: Files = {}) {
  const { code, result } = await retrospect(study, request, files);
  expect(code, JSON.stringify(result.problems)).toBe(0);
  return result;
}

export async function refused(study: object, request: object = {}, files: Files = {}) {
  const { code, result } = await retrospect(study, request, files);
  expect(code).toBe(3);
  return result.problems as {
    file: string;
    line: number;
    path: string;
    why: string;
    accepted: string;
  }[];
}
