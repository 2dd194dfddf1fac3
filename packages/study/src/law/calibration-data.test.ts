import type { DenseRows } from '@sightline/data';
import { MOST_HELD, sampleInProgress } from '@sightline/data';
import { fillNormal, type Matrix, type Problem, randomStream, timeGrid } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { plainReport } from '../../test/dense-report.ts';
import { noiseProblems, noiseVariances, usableData } from './calibration-data.ts';
import type { Calibration } from './calibration-rules.ts';
import type { CalibrationFile } from './dense-file.ts';

const p = 3;

function rowsOf(m: number, scale = 1): DenseRows {
  const data = new Float64Array(m * p);
  fillNormal(randomStream(m, 'calibration data'), data);
  return {
    units: Array.from({ length: m }, (_, i) => `u${i}`),
    values: { rows: m, cols: p, data: data.map((value) => scale * value) },
  };
}

/** A file of these parts, of which so many values went into averages. */
function fileOf(parts: readonly DenseRows[], averaged = 0): CalibrationFile {
  const sample = sampleInProgress({ points: p, withTargets: parts[0]!.targets !== undefined });
  for (const part of parts) sample.add(part);
  const units = parts.reduce((sum, { values }) => sum + values.rows, 0);
  const report = { ...plainReport(units), averaged };
  return { file: 'dense.csv', ok: true, report, ...sample.finished() };
}

function dataOf(file: CalibrationFile, calibration: Partial<Calibration> = {}) {
  const problems: Problem[] = [];
  const whole = { data: 'dense.csv', noise: 0.8, ...calibration } as Calibration;
  const data = usableData(file, whole, {
    tell: (found) => problems.push(...found),
    report: (found) => problems.push(...[found].flat()),
  });
  return { data, problems };
}

describe('data of which some values are averages', () => {
  const readings = (m: number): Matrix => ({
    rows: m,
    cols: p,
    data: Float64Array.from({ length: m * p }, (_, n) => (n % p === 2 ? 1 : 1 + (Math.floor(n / p) % 2))),
  });

  it.each([[20], [MOST_HELD + 1]])('have as much noise taken off as averages have: %i units', (m) => {
    // Half of the units are means of two readings at the first two times; the second part has single readings.
    const file = fileOf([{ ...rowsOf(m), readings: readings(m) }, rowsOf(m)], m);
    const one = dataOf(file).data!;
    const ones = Math.ceil(m / 2);
    const share = (ones + (m - ones) / 2 + m) / (2 * m);
    const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 12));
    expect(Array.from(noiseVariances(one))).toEqual(near(0.8 * share, 0.8 * share, 0.8));
    const byTime = dataOf(file, { noise: [0.2, 0.4, 0.6] }).data!;
    expect(Array.from(noiseVariances(byTime))).toEqual(near(0.2 * share, 0.4 * share, 0.6));
  });

  it('may have noise above their variance, as long as that of the averages is below', () => {
    const grid = timeGrid(3, p, 'h');
    const all = { rows: 50, cols: p, data: new Float64Array(50 * p).fill(8) };
    const of = (noise: number) =>
      noiseProblems(dataOf(fileOf([{ ...rowsOf(50), readings: all }], 350), { noise }).data!, grid);
    expect(of(3)).toEqual([]);
    expect(of(80)).toMatchObject([
      {
        path: ['noise'],
        value: 80,
        why: expect.stringContaining('no larger than the noise variance 10 that is left in averages'),
        accepted: expect.stringMatching(/^a number below [5-9]\.\d+$/),
      },
    ]);
  });
});

describe('data that vary too little or too much to be computed with', () => {
  it.each([1e-160, 1e-100, 1e-71])('values of about %f', (scale) => {
    const { data } = dataOf(fileOf([rowsOf(20, scale)]), { noise: 0 });
    expect(noiseProblems(data!, timeGrid(3, p, 'h'))).toMatchObject([
      {
        path: ['data'],
        why: expect.stringContaining('at 0.5 h the variance between units is so small'),
        accepted: expect.stringContaining('1e-140'),
      },
    ]);
  });

  it.each([
    [1e-90, 'vanish'],
    [1e90, 'overflow'],
    [Number.POSITIVE_INFINITY, 'overflow'],
  ])('targets of about %f', (scale, why) => {
    const targets = rowsOf(20, scale).values.data.slice(0, 20);
    const file = fileOf([{ ...rowsOf(20), targets }]);
    expect(dataOf(file, { noise: 0, target: 'burden' }).problems).toMatchObject([
      { path: ['calibration', 'target'], value: 'burden', why: expect.stringContaining(why) },
    ]);
    expect(dataOf(file, { noise: 0, estimand: 'linear' }).problems).toMatchObject([{ path: ['target'] }]);
  });

  it('values of 1e-69 and of 1e69 are accepted', () => {
    for (const scale of [1e-69, 1e69]) {
      const { data, problems } = dataOf(fileOf([rowsOf(20, scale)]), { noise: 0 });
      expect([...problems, ...noiseProblems(data!, timeGrid(3, p, 'h'))]).toEqual([]);
    }
  });
});

it('two units are too few for a law, and how many will do is said at once', () => {
  expect(dataOf(fileOf([rowsOf(2)]))).toMatchObject({
    data: undefined,
    problems: [{ value: '2 units', accepted: 'at least 3 units' }],
  });
  const one = {
    line: 1,
    column: 1,
    cell: [],
    value: '1 unit',
    why: 'few',
    accepted: 'at least two units',
    fewUnits: true,
  } as const;
  const { problems } = dataOf({ file: 'dense.csv', ok: false, problems: [one] });
  expect(problems).toMatchObject([{ value: '1 unit', accepted: 'at least 3 units' }]);
});
