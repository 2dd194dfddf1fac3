import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { badDataRows } from './bad-data-fixtures.ts';
import { CALIBRATIONS, DENSE_FILES, denseStudy } from './dense-fixtures.ts';
import { UNPRINTABLE_DATA } from './unprintable-rows.ts';

const TABLE = readFileSync(new URL('bad-data-table.md', import.meta.url), 'utf8');
const ROWS = [...badDataRows(TABLE), ...UNPRINTABLE_DATA];

describe('bad data', () => {
  it.each(Object.entries(CALIBRATIONS))('%s is good to begin with', async (_file, calibration) => {
    const files = { 'study.yaml': denseStudy(calibration), ...DENSE_FILES };
    expect(await ask('calibrate', files, { draws: 100 })).toMatchObject({ code: 0 });
  });

  it('has its whole table', () => expect(ROWS.length).toBe(90));

  it.each(ROWS)('$what', async ({ files, place, path, value, why, accepted }) => {
    const { code, result } = await ask('calibrate', files);
    expect(code).toBe(3);
    const { problems, ...head } = result;
    expect(head).toEqual({ sightline: 1, command: 'calibrate', study: 'study.yaml' });
    const [file, line, column] = place.split(':');
    expect(problems).toEqual([
      {
        file,
        line: Number(line),
        column: Number(column),
        path,
        value,
        why: expect.stringContaining(why),
        accepted: expect.stringContaining(accepted),
      },
    ]);
    expect((await ask('plan', files)).result.problems).toEqual(problems);
  });

  it('tells the problems of the study and of its data together', async () => {
    const files = {
      'study.yaml': denseStudy().replace('noise: 0.4', 'noise: -0.4'),
      'dense.csv': DENSE_FILES['dense.csv'].replace('b,-0.9', 'b,x').replace('c,1.2', 'c,'),
    };
    const { code, result } = await ask('calibrate', files);
    expect(code).toBe(3);
    const { problems } = result as { problems: { file: string; line: number; path: string }[] };
    expect(problems.map(({ file, line, path }) => `${file}:${line} ${path}`)).toEqual([
      'study.yaml:5 protocols.early.noise',
      'dense.csv:3 calibration.data[1]["1.25"]',
      'dense.csv:4 calibration.data[2]["1.25"]',
    ]);
  });
});
