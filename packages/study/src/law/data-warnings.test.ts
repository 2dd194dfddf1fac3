import type { DenseRows } from '@sightline/data';
import { MOST_HELD, sampleInProgress } from '@sightline/data';
import {
  fillNormal,
  fillUniform,
  log,
  type Matrix,
  randomStream,
  timeGrid,
} from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { plainReport } from '../../test/dense-report.ts';
import type { CalibrationData } from './calibration-data.ts';
import { dataWarnings, interpolatedWarnings, repeatedUnits } from './data-warnings.ts';

const p = 6;
const grid = timeGrid(12, p, 'h');

function normals(m: number, seed: number, each: (value: number, n: number) => number = (value) => value) {
  const data = new Float64Array(m * p);
  fillNormal(randomStream(seed, 'data warnings'), data);
  return { rows: m, cols: p, data: data.map(each) } satisfies Matrix;
}

/** As they come from a file in chunks. */
function dataOf(rows: Omit<DenseRows, 'units'>, noise: CalibrationData['noise'] = 0.1): CalibrationData {
  const m = rows.values.rows;
  const units = Array.from({ length: m }, (_, i) => `u${i}`);
  const sample = sampleInProgress({ points: p, withTargets: rows.targets !== undefined });
  const half = Math.floor(m / 2);
  for (const [from, to] of [
    [0, half],
    [half, m],
  ] as const) {
    const part = (matrix: Matrix): Matrix => ({
      rows: to - from,
      cols: p,
      data: matrix.data.slice(from * p, to * p),
    });
    sample.add({
      units: units.slice(from, to),
      values: part(rows.values),
      ...(rows.within && { within: part(rows.within), counts: rows.counts!.slice(from, to) }),
      ...(rows.filled && { filled: part(rows.filled) }),
      ...(rows.targets && { targets: rows.targets.slice(from, to) }),
    });
  }
  return {
    ...sample.finished(),
    file: 'dense.csv',
    report: plainReport(30),
    units: m,
    trajectories: m,
    estimand: 'gaussian',
    scale: 'standardised',
    scaleSaid: true,
    transform: 'none',
    noise,
    replicates: noise === 'replicates' ? 'rep' : undefined,
    shrinkage: 'none',
    column: rows.targets && 'burden',
  };
}

const kinds = (data: CalibrationData) => dataWarnings(data, grid).map(({ kind }) => kind);
const told = (data: CalibrationData, kind: string) =>
  dataWarnings(data, grid).find((warning) => warning.kind === kind)?.what ?? '';

describe.each([30, MOST_HELD + 900])('of %i units', (m) => {
  it('one value that has most of the variance is named, with its unit and time', () => {
    const size = m > 1000 ? 1e4 : -999;
    const what = told(dataOf({ values: normals(m, 1, (x, n) => (n === 7 * p + 2 ? size : x)) }), 'one-value');
    expect(what).toContain(`unit "u7" has ${size} at 5 h: this one value makes up 9`);
    expect(what).toContain(`of the variance between ${m} units there`);
  });

  it('several such values are one warning, of which the first are named', () => {
    const values = normals(m, 2, (x, n) => (n % p !== 4 && Math.floor(n / p) === (n % p) + 3 ? -1e5 : x));
    const found = dataWarnings(dataOf({ values }), grid);
    expect(found.map(({ kind }) => kind)).toEqual(['one-value']);
    expect(found[0]!.what).toContain(
      'unit "u3" has -100000 at 1 h, unit "u4" has -100000 at 3 h, unit "u5" has -100000 at 5 h and there are 2 more such',
    );
    expect(found[0]!.what).toContain('each makes up 9');
  });

  it('one target that has most of the variance is named by its column', () => {
    const targets = normals(m, 3).data.slice(0, m);
    targets[4] = 1e6;
    const what = told(dataOf({ values: normals(m, 4), targets }), 'one-value');
    expect(what).toContain('unit "u4" has 1000000 as burden');
  });

  it('units in two heaps of sizes are told with one of each', () => {
    const values = normals(m, 5, (x, n) => (Math.floor(n / p) % 3 === 0 ? 1000 : 1) * (x + 4));
    const what = told(dataOf({ values }), 'mixed-units');
    const large = Math.ceil(m / 3);
    expect(what).toMatch(
      new RegExp(
        `^${m - large} units have values of about [345] in size \\(such as unit "u\\d+"\\), ` +
          `${large} units have values of about [345]000 in size`,
      ),
    );
  });

  it('nothing is told of ordinary data', () => {
    expect(kinds(dataOf({ values: normals(m, 6) }))).toEqual([]);
  });
});

it('of logarithms, the value is told as it stands in the file, with its unit', () => {
  const values = normals(30, 14, (x, n) => (n === 7 * p + 2 ? log(6.22e9) : 1 + 0.1 * x));
  const targets = normals(30, 15).data.slice(0, 30);
  targets[4] = 1e6;
  const what = told({ ...dataOf({ values, targets }), transform: 'log', unitOfValue: 'NTU' }, 'one-value');
  expect(what).toContain('unit "u7" has 6220000000 NTU at 5 h');
  expect(what).toContain('unit "u4" has 1000000 as burden');
});

it('neither Gaussian nor skewed units raise a false alarm', () => {
  for (let seed = 0; seed < 400; seed++) {
    expect(kinds(dataOf({ values: normals(20, seed) }))).toEqual([]);
    // Each unit with a size of its own that is lognormal.
    const sizes = normals(20, seed + 1000).data;
    const skewed = normals(20, seed, (x, n) => Math.exp(sizes[Math.floor(n / p)]!) * (1 + 0.1 * x));
    expect(kinds(dataOf({ values: skewed }))).not.toContain('mixed-units');
  }
});

it('of fewer than 20 units, one may well be most of the variance', () => {
  expect(kinds(dataOf({ values: normals(19, 1, (x, n) => (n === 0 ? 99 : x)) }))).toEqual([]);
});

describe('replicates', () => {
  const within = (m: number, each: (n: number) => number): Matrix => ({
    rows: m,
    cols: p,
    data: Float64Array.from({ length: m * p }, (_, n) => each(n)),
  });

  it.each([40, MOST_HELD + 900])('that are copies are told, of %i units', (m) => {
    const counts = new Int32Array(m).fill(3);
    const values = normals(m, 7);
    const rounding = within(m, (n) => 3 * (1e-16 * values.data[n]!) ** 2);
    expect(told(dataOf({ values, within: rounding, counts }, 'replicates'), 'copied-replicates')).toContain(
      `all ${m} units with replicates have the same values in all of them`,
    );
    const some = within(m, (n) => (Math.floor(n / p) % 4 === 0 ? 0 : 0.2));
    expect(told(dataOf({ values, within: some, counts }, 'replicates'), 'copied-replicates')).toContain(
      `${m / 4} of ${m} units with replicates have`,
    );
    const none = within(m, () => 0.2);
    expect(kinds(dataOf({ values, within: none, counts }, 'replicates'))).toEqual([]);
  });

  it.each([40, MOST_HELD + 900])('that are few are told with their degrees of freedom, of %i units', (m) => {
    const counts = Int32Array.from({ length: m }, (_, i) => (i < 3 ? 2 : 1));
    const few = within(m, (n) => (n < 3 * p ? 0.2 : 0));
    expect(
      told(dataOf({ values: normals(m, 8), within: few, counts }, 'replicates'), 'few-replicates'),
    ).toMatch(
      /^3 units have replicates, which gives 3 degrees of freedom .* between 0\.\d+ and 0\.\d+, has a standard error of 82 %/,
    );
  });
});

describe('trajectories that may be of the same units', () => {
  const warned = (labels: string[], ignored: string[] = []) => {
    const data = dataOf({ values: normals(labels.length, 9) });
    const survey = { ...data.survey, labels };
    return repeatedUnits({ ...data, survey, report: { ...data.report, ignored } })[0]?.what;
  };

  it('are told by the beginnings of labels', () => {
    const found = warned(Array.from({ length: 15 }, (_, i) => `p0${Math.floor(i / 3)}_day${(i % 3) + 1}`));
    expect(found).toContain('the labels of 15 units have 5 beginnings, such as "p00_day1" and "p00_day2"');
    expect(found).toContain('split: day');
  });

  it('and by a column that names patients and is not used', () => {
    const units = Array.from({ length: 12 }, (_, i) => String(i));
    expect(warned(units, ['device', 'Patient_ID', 'note'])).toContain(
      'the columns device and Patient_ID are not used',
    );
    expect(warned(units, ['note', 'glucose'])).toBeUndefined();
  });
});

describe('interpolated values', () => {
  const m = 30;
  /** With these cells filled from their neighbours. */
  function interpolated(isFilled: (i: number, j: number) => boolean, more: Partial<CalibrationData> = {}) {
    const data = Float64Array.from({ length: m * p }, (_, n) =>
      isFilled(Math.floor(n / p), n % p) ? 0.5 : 0,
    );
    const count = data.filter((share) => share > 0).length;
    const made = dataOf({ values: normals(m, 9), filled: { rows: m, cols: p, data } });
    const [warning] = interpolatedWarnings({
      ...made,
      report: { ...made.report, interpolated: count },
      ...more,
    });
    return warning?.what ?? '';
  }

  it('are told with the longest gap and the time that lacks most', () => {
    // 15 units without four of six times in a row, and one more without one of these: 61 of 180 values, 16 of 30 at 5 h.
    const what = interpolated((i, j) => (i < 15 && j >= 1 && j <= 4) || (i === 20 && j === 2));
    expect(what).toContain(
      '34 % of the values were interpolated, in gaps of up to 4 grid points, and up to 53 % of those at one time',
    );
    expect(interpolated((i, j) => j === 1 + (i % 4))).toContain(
      'in gaps of one grid point, and up to 27 % of those',
    );
    expect(interpolated(() => false)).toBe('');
  });

  it('are better left out in pairs, and what that needs is said', () => {
    const some = (more: Partial<CalibrationData>) => interpolated((i, j) => j === 2 && i < 20, more);
    expect(some({})).toMatch(/missing: pairwise uses the values that there are, without this bias$/);
    expect(some({ shrinkage: 'linear' })).toMatch(/bias; it needs shrinkage: none$/);
    expect(some({ noise: 'replicates' })).toContain('it needs the noise variance as a number. The noise');
    expect(some({ estimand: 'linear' })).toContain('it needs the target mean, or one that was measured');
    expect(some({ estimand: 'linear', column: 'burden' })).toMatch(/without this bias$/);
  });

  // The figures of the sentence, from the mean of AKAᵀ over random gaps and a value by elimination.
  const POINTS = 16;
  const middles = (count: number) =>
    Array.from({ length: count }, (_, k) => Math.floor((POINTS * (k + 0.5)) / count));

  function explainedBy(K: number[][], read: number[]): number {
    const root = K.map((row, j) => Math.sqrt(row[j]!));
    const R = K.map((row, j) => row.map((value, k) => value / (root[j]! * root[k]!)));
    const across = (j: number) => R[j]!.reduce((sum, value) => sum + value) / POINTS;
    const rows = read.map((j) => [...read.map((k) => R[j]![k]! + (j === k ? 0.1 : 0)), across(j)]);
    let explained = 0;
    rows.forEach((row, i) => {
      const last = row.length - 1;
      explained += row[last]! ** 2 / row[i]!;
      for (const below of rows.slice(i + 1)) {
        const factor = below[i]! / row[i]!;
        row.forEach((value, k) => {
          below[k]! -= factor * value;
        });
      }
    });
    return explained / (Array.from({ length: POINTS }, (_, j) => across(j)).reduce((a, b) => a + b) / POINTS);
  }

  /** The largest bias of four protocols where a random set of times is missing. */
  function bias(
    covariance: (lag: number) => number,
    isMissing: (uniform: (j: number) => number, j: number) => boolean,
  ) {
    const K = Array.from({ length: POINTS }, (_, j) =>
      Array.from({ length: POINTS }, (_, k) => covariance(Math.abs(j - k))),
    );
    const seen = K.map((row) => row.map(() => 0));
    const draws = 600;
    for (let draw = 0; draw < draws; draw++) {
      const uniforms = new Float64Array(POINTS + 1);
      fillUniform(randomStream(1, 'gaps', draw), uniforms);
      const there = (j: number) => j === 0 || j === POINTS - 1 || !isMissing((k) => uniforms[k]!, j);
      const A = K.map((_, j) => {
        let [from, to] = [j, j];
        while (!there(from)) from--;
        while (!there(to)) to++;
        return from === to
          ? [[j, 1]]
          : [
              [from, (to - j) / (to - from)],
              [to, (j - from) / (to - from)],
            ];
      }) as [number, number][][];
      for (let j = 0; j < POINTS; j++)
        for (let k = 0; k < POINTS; k++)
          for (const [a, x] of A[j]!) for (const [b, y] of A[k]!) seen[j]![k]! += (x * y * K[a]![b]!) / draws;
    }
    return Math.max(
      ...[middles(4), middles(3), middles(1), [6, 7, 8, 9]].map(
        (read) => explainedBy(seen, read) - explainedBy(K, read),
      ),
    );
  }

  const ou = (tau: number) => (lag: number) => Math.exp(-lag / tau);
  const matern = (tau: number) => (lag: number) =>
    (1 + (Math.sqrt(3) * lag) / tau) * Math.exp((-Math.sqrt(3) * lag) / tau);
  const single = (share: number) => (uniform: (j: number) => number, j: number) => uniform(j) < share;

  it.each([ou, matern])('bias values by as much as is said: single ones, and a slow quantity', (course) => {
    for (const tau of [4, 8]) {
      expect(bias(course(tau), single(0.1))).toBeLessThan(0.02);
      expect(bias(course(tau), single(0.3))).toBeLessThan(0.05);
    }
  });

  it.each([ou, matern])(
    'bias values several times more: long gaps, an empty time, a fast quantity',
    (course) => {
      const night = (uniform: (j: number) => number, j: number) => uniform(POINTS) < 0.6 && j >= 4 && j < 12;
      expect(bias(course(2), night)).toBeGreaterThan(0.2);
      expect(bias(course(1), single(0.3))).toBeGreaterThan(0.1);
      // 4.7 % of the values.
      expect(bias(course(1), (uniform, j) => j === 8 && uniform(j) < 0.75)).toBeGreaterThan(0.08);
    },
  );
});
