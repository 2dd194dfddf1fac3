// Dense files in which something is wrong, each with what is said of it: read as a text and as a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Told, told } from '@sightline/engine/internal';
import { expect } from 'vitest';
import { parseDenseCsv } from '../src/dense/parse.ts';
import type { DenseRequest } from '../src/dense/units.ts';
import type { CellProblem } from '../src/tables/cell-problem.ts';
import { readDense } from './read-dense.ts';

export const times = Float64Array.of(0.5, 1.5, 2.5);

// Of the process and not of one file of tests: several of them share this one.
const folder = mkdtempSync(join(tmpdir(), 'sightline-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The problems of a text, which must be the same whichever way it is read. */
export async function problemsOf(
  text: string,
  request: Partial<DenseRequest> = {},
): Promise<Told<CellProblem>[]> {
  const here = parseDenseCsv(text, { times, ...request });
  const file = join(folder, 'dense.csv');
  await writeFile(file, text);
  expect(await readDense(file, { times, ...request })).toEqual(here);
  return here.ok ? [] : here.problems.map(told);
}

export const HEAD = 'unit,0.5,1.5,2.5\n';
export const GOOD = `${HEAD}a,1,2,3\nb,4,6,5\n`;
export const LONG = 'unit,time,value\na,0.5,1\na,1.5,2\na,2.5,3\nb,0.5,4\nb,1.5,6\nb,2.5,5\n';

export type Case = [
  what: string,
  text: string,
  request: Partial<DenseRequest>,
  ...found: [place: string, why: string, accepted: string | RegExp][],
];

/** What a case says of its problems is what both readers say. */
export async function expectProblems(...[, text, request, ...found]: Case): Promise<void> {
  const problems = await problemsOf(text, request);
  expect(
    problems.map(({ line, column, why, accepted }) => ({ place: `${line}:${column}`, why, accepted })),
  ).toEqual(
    found.map(([place, why, accepted]) => ({
      place,
      why: expect.stringContaining(why),
      accepted:
        typeof accepted === 'string' ? expect.stringContaining(accepted) : expect.stringMatching(accepted),
    })),
  );
}

export const RULES = 'missing: drop';
