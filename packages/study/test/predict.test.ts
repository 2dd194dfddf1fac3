import { describe, expect, it } from 'vitest';
import { ask, type Files } from './ask.ts';
import { FITTED, fittedStudy } from './fitted-fixtures.ts';

const STUDY = `
sightline: 1
time: { horizon: 24, points: 24, unit: h, start: "00:00" }
target: mean
latent: { kernel: { ou: { tau: 3 } }, trait: 0.33, mean: 140, sd: 50 }
protocols:
  pricks: { at: ["07:30", "12:30", "18:30"], noise: 100 }
`;
const LOG = STUDY.replace('mean: 140, sd: 50', 'mean: 4.9, sd: 0.35, transform: log').replace('100', '0.01');
const TABLE = 'unit,a,b,c\np1,150,160,140\np2,,200,180\np3,,,\n';

const predict = (study: string, table: string, options: object = {}, more: Files = {}) =>
  ask('predict', { 'study.yaml': study, 'new.csv': table, ...more }, { readings: 'new.csv', ...options });
const problemsOf = async (...asked: Parameters<typeof predict>) => {
  const { code, result } = await predict(...asked);
  expect(code).toBe(3);
  return result.problems as { file: string; line: number; path: string; why: string; accepted: string }[];
};

/** The joint normal law of the mean over the grid and of readings at some of its points, by hand. */
function byHand(points: number[], y: number[]) {
  const k = (j: number, l: number) =>
    2500 * (0.33 + 0.67 * Math.exp(-Math.abs(j - l) / 3)) + (j === l ? 1e-12 : 0);
  const all = Array.from({ length: 24 }, (_, j) => j);
  const a = points.map((j) => points.map((l) => k(j, l) + (j === l ? 100 : 0)));
  const c = points.map((j) => all.reduce((sum, l) => sum + k(j, l), 0) / 24);
  const solve = (matrix: number[][], right: number[]) => {
    const m = matrix.map((row, i) => [...row, right[i]!]);
    m.forEach((row, i) => {
      for (let r = 0; r < m.length; r++)
        if (r !== i) {
          const f = m[r]![i]! / row[i]!;
          m[r] = m[r]!.map((x, n) => x - f * row[n]!);
        }
    });
    return m.map((row, i) => row.at(-1)! / row[i]!);
  };
  const w = solve(a, c);
  const v = all.reduce((sum, j) => sum + all.reduce((own, l) => own + k(j, l), 0), 0) / 576;
  return {
    w,
    predicted: 140 + w.reduce((sum, own, i) => sum + own * (y[i]! - 140), 0),
    sd: Math.sqrt(v - w.reduce((sum, own, i) => sum + own * c[i]!, 0)),
  };
}

describe('sightline predict', () => {
  it('predicts the mean by regression on the readings that are there', async () => {
    const { code, result } = await predict(STUDY, TABLE);
    expect(code).toBe(0);
    const whole = byHand([7, 12, 18], [150, 160, 140]);
    const [p1, p2, p3] = result.predictions;
    expect(p1.unit).toBe('p1');
    expect(p1.predicted).toBeCloseTo(whole.predicted, 8);
    expect(p1.sd).toBeCloseTo(whole.sd, 8);
    expect(p1.high - p1.predicted).toBeCloseTo(1.959963984540054 * whole.sd, 8);
    expect(p1.read).toBeUndefined();
    result.predictor.coefficients.forEach((own: number, i: number) => {
      expect(own).toBeCloseTo(whole.w[i]!, 10);
    });
    expect(result.predictor.intercept).toBeCloseTo(140 * (1 - whole.w.reduce((a, b) => a + b)), 8);
    const some = byHand([12, 18], [200, 180]);
    expect(p2).toMatchObject({ unit: 'p2', read: 2 });
    expect(p2.predicted).toBeCloseTo(some.predicted, 8);
    expect(p2.sd).toBeCloseTo(some.sd, 8);
    expect(p3.predicted).toBeCloseTo(140, 8);
    expect(result.readings).toMatchObject({ rows: 3, missing: 4, patterns: 3, by: 'order' });
    expect(result.warnings.map(({ kind }: { kind: string }) => kind)).toContain('no-reading');
    // What sd says of units whose readings are all there is the RMSE of the protocol.
    expect(p1.sd).toBeCloseTo(result.rmse, 8);
  });

  it('takes columns by their times or names, in any order, and names those that it ignored', async () => {
    const straight = (await predict(STUDY, TABLE)).result.predictions;
    const timed = await predict(
      STUDY,
      'sex,18:30,07:30,unit,12:30,seen\nf,140,150,p1,160,2024-05-01\nm,180,,p2,200,2024-05-02\nf,,,p3,,\n',
    );
    expect(timed.result.predictions).toEqual(straight);
    expect(timed.result.readings).toMatchObject({ by: 'time', columns: ['07:30', '12:30', '18:30'] });
    const repairs = timed.result.repairs.map(({ kind, what }: { kind: string; what: string }) => [
      kind,
      what,
    ]);
    expect(repairs).toContainEqual(['ignored', expect.stringContaining('sex and seen')]);
    expect(repairs).toContainEqual(['reordered', expect.stringContaining('07:30, 12:30, 18:30')]);
    const named = await predict(STUDY, 'unit,x,c,a,b\np1,9,140,150,160\np2,9,180,,200\np3,,,,\n', {
      columns: 'a, b,c',
    });
    expect(named.result.predictions).toEqual(straight);
  });

  it('reads logarithms in the unit of the data', async () => {
    const above = LOG.replace('target: mean', 'target: { above: 180 }');
    for (const study of [LOG, above]) {
      const { result } = await predict(study, TABLE);
      expect(result.predictor).toBeNull();
      const [p1, p2] = result.predictions;
      expect(p2.predicted).toBeGreaterThan(p1.predicted);
      for (const one of result.predictions) {
        expect(one.low).toBeLessThan(one.predicted);
        expect(one.high).toBeGreaterThan(one.predicted);
      }
    }
    const [bad] = await problemsOf(LOG, 'unit,a,b,c\np1,150,0,140\n');
    expect(bad).toMatchObject({ file: 'new.csv', line: 2 });
    expect(bad!.why).toContain('no logarithm');
  });

  it('takes texts of a sensor for its limits where the study has these, and refuses them where not', async () => {
    const [low] = await problemsOf(STUDY, 'unit,a,b,c\np1,150,LOW,140\n');
    expect(low).toMatchObject({ line: 2 });
    expect(low!.accepted).toContain('--limits low,high');
    const table = 'unit,a,b,c\np1,150,LOW,140\np2,150,160,>400\n';
    const { result } = await predict(STUDY, table, { limits: '40,400' });
    const said = (await predict(STUDY, 'unit,a,b,c\np1,150,40,140\np2,150,160,400\n')).result;
    expect(result.predictions).toEqual(said.predictions);
    for (const limits of ['400,40', '1,2,3', 'x', ','])
      expect((await problemsOf(STUDY, TABLE, { limits })).map(({ path }) => path)).toEqual(['--limits']);
  });

  it('tells all problems at once, with file and line', async () => {
    const problems = await problemsOf(
      STUDY.replace('tau: 3', 'tau: -3'),
      'unit,a,b,c\np1,150,x,140\n,1,2,3\np3,1,2\np4,"1,5",2,inf\n',
    );
    expect(problems.map(({ file, line }) => [file, line])).toEqual([
      ['study.yaml', 5],
      ['new.csv', 2],
      ['new.csv', 3],
      ['new.csv', 4],
      ['new.csv', 5],
      ['new.csv', 5],
    ]);
  });

  it.each([
    ['more columns than readings', 'unit,a,b,c,age\np1,1,2,3,50\n', {}, '--columns "a,b,c"'],
    ['fewer columns', 'unit,a,b\np1,1,2\n', {}, 'an empty column'],
    ['no column of units', 'a,b,c\n1,2,3\n', {}, 'a first line of names'],
    ['semicolons', 'unit;a;b;c\np1;1;2;3\n', {}, 'separated by commas'],
    ['numbers and no header', '1,2,3,4\n2,3,4,5\n', {}, 'a first line of names'],
    ['one row a reading', 'unit,time,value\np1,07:30,150\n', {}, 'pivot'],
    ['no rows', 'unit,a,b,c\n', {}, 'a row for each unit'],
    ['nothing', '', {}, 'a first line of names'],
    ['a column that is not there', TABLE, { columns: 'a,b,d' }, 'columns of the file: unit, a, b, c'],
    ['too few names', TABLE, { columns: 'a,b' }, '--columns with as many names'],
    ['a name twice', TABLE, { columns: 'a,b,b' }, '3 readings'],
    ['no such file', TABLE, { readings: 'gone.csv' }, 'a file that exists'],
    ['another protocol', TABLE, { protocol: 'prick' }, 'one of pricks'],
  ])('refuses %s and says what would do', async (_, table, options, accepted) => {
    const problems = await problemsOf(STUDY, table, options);
    expect(problems.map((one) => one.accepted).join()).toContain(accepted);
  });

  it('asks which protocol took the readings where there are several', async () => {
    const [problem] = await problemsOf(`${STUDY}  other: { at: 3 }\n`, TABLE);
    expect(problem).toMatchObject({ path: '--protocol', accepted: 'one of pricks, other' });
  });

  it('warns of readings that are not those of the law, of units that stand twice, of a far reading', async () => {
    const kinds = async (table: string) =>
      (await predict(STUDY, table)).result.warnings.map(({ kind }: { kind: string }) => kind);
    const millimoles = Array.from({ length: 20 }, (_, i) => `p${i},7.1,8.2,6.9`).join('\n');
    expect(await kinds(`unit,a,b,c\n${millimoles}\n`)).toContain('unlike-law');
    expect(await kinds('unit,a,b,c\np1,150,160,140\np1,150,160,1500\n')).toEqual(
      expect.arrayContaining(['repeated-units', 'unlike-law']),
    );
    expect(await kinds(TABLE)).not.toContain('unlike-law');
  });

  it('needs no second name for the units of the study', async () => {
    const own = `${STUDY}calibration: { data: dense.csv, noise: 1, columns: { unit: patient, time: t, value: v } }\n`;
    const { result } = await predict(own, TABLE.replace('unit', 'patient'));
    expect(result.predictions.map(({ unit }: { unit: string }) => unit)).toEqual(['p1', 'p2', 'p3']);
  });

  it('value --predictor gives the same coefficients, and for thresholds the trajectory given the readings', async () => {
    const files = { 'study.yaml': STUDY };
    const { result } = await ask('value', files, { predictor: true });
    const { predictor } = (await predict(STUDY, TABLE)).result;
    expect(result.protocols.pricks.predictor).toEqual(predictor);
    expect(predictor).toMatchObject({ at: [7.5, 12.5, 18.5], clock: ['07:30', '12:30', '18:30'] });
    expect((await ask('value', files)).result.protocols.pricks.predictor).toBeUndefined();
    const above = { 'study.yaml': STUDY.replace('target: mean', 'target: { above: 180 }') };
    const { gain, expected, open } = (await ask('value', above, { predictor: true })).result.protocols.pricks
      .predictor;
    expect(expected).toEqual([140, 140, 140]);
    expect([gain.length, gain[0].length, open.length]).toEqual([3, 24, 24]);
    // What the gain of Z adds up to, in the unit of the data, is the coefficient of the mean.
    gain.forEach((row: number[], a: number) => {
      const whole = row.reduce((sum, own) => sum + (50 * own) / 24, 0);
      expect(whole).toBeCloseTo(predictor.coefficients[a], 10);
    });
    const run = await ask('run', files);
    expect(run.result.predictors.pricks).toEqual(predictor);
    expect(run.result.steps.value.protocols.pricks.predictor).toBeUndefined();
  });

  it('of dense data: the regression on what was measured, in the best-linear value and under a Gaussian law', async () => {
    const noise = (i: number) => Math.sin(12.9898 * i) * 43758.5453;
    const u = (i: number) => noise(i) - Math.floor(noise(i)) - 0.5;
    const rows = Array.from({ length: 60 }, (_, i) => {
      const level = 4 * u(i + 1);
      return Array.from({ length: 4 }, (_, j) => 10 + j + level + 2 * u(1000 + 4 * i + j));
    });
    const dense = `unit,1,3,5,7\n${rows.map((row, i) => [`u${i}`, ...row].join(',')).join('\n')}\n`;
    const study = (more: string) => `
sightline: 1
time: { horizon: 8, points: 4, unit: h }
target: mean
protocols: { two: { at: [1, 7], noise: 0 } }
calibration: { data: dense.csv, noise: 0, ${more} }
`;
    const table = 'unit,a,b\nx,9,14\ny,12,\n';
    const linear = (await predict(study('estimand: linear'), table, {}, { 'dense.csv': dense })).result;
    // Ordinary least squares of the mean on the two, by the normal equations.
    const mean = (f: (row: number[]) => number) => rows.reduce((sum, row) => sum + f(row), 0) / 60;
    const target = (row: number[]) => row.reduce((a, b) => a + b) / 4;
    const cov = (f: (row: number[]) => number, g: (row: number[]) => number) =>
      mean((row) => (f(row) - mean(f)) * (g(row) - mean(g)));
    const [a, b] = [(row: number[]) => row[0]!, (row: number[]) => row[3]!];
    const det = cov(a, a) * cov(b, b) - cov(a, b) ** 2;
    const wa = (cov(a, target) * cov(b, b) - cov(b, target) * cov(a, b)) / det;
    const wb = (cov(b, target) * cov(a, a) - cov(a, target) * cov(a, b)) / det;
    expect(linear.predictor.coefficients[0]).toBeCloseTo(wa, 8);
    expect(linear.predictor.coefficients[1]).toBeCloseTo(wb, 8);
    const intercept = mean(target) - wa * mean(a) - wb * mean(b);
    expect(linear.predictor.intercept).toBeCloseTo(intercept, 8);
    expect(linear.predictions[0].predicted).toBeCloseTo(intercept + 9 * wa + 14 * wb, 8);
    const slope = cov(a, target) / cov(a, a);
    expect(linear.predictions[1].predicted).toBeCloseTo(mean(target) + slope * (12 - mean(a)), 8);
    expect(linear.predictions[0].sd).toBeCloseTo(linear.rmse, 8);
    expect(linear.warnings.map(({ kind }: { kind: string }) => kind)).toContain('normal-errors');
    // predict(lm(target ~ a + b), interval = "prediction"): residual variance, leverage and Student's t for 57 degrees of freedom.
    const residual = (row: number[]) => target(row) - (intercept + wa * a(row) + wb * b(row));
    const variance = rows.reduce((sum, row) => sum + residual(row) ** 2, 0) / 57;
    const [da, db] = [9 - mean(a), 14 - mean(b)];
    const leverage = (da * da * cov(b, b) - 2 * da * db * cov(a, b) + db * db * cov(a, a)) / det / 60;
    const reach = 2.0024654592910065 * Math.sqrt(variance * (1 + 1 / 60 + leverage));
    expect(linear.predictions[0].high - linear.predictions[0].predicted).toBeCloseTo(reach, 8);
    const gaussian = (await predict(study('scale: data'), table, {}, { 'dense.csv': dense })).result;
    expect(gaussian.predictions[0].predicted).toBeCloseTo(linear.predictions[0].predicted, 1);
    // A text of the sensor is the limit that the study gives.
    const limited = study('scale: data, limits: { low: 9 }');
    const low = (await predict(limited, 'unit,a,b\nx,LOW,14\n', {}, { 'dense.csv': dense })).result;
    expect(low.predictions[0].predicted).toBeCloseTo(gaussian.predictions[0].predicted, 12);
    expect(low.repairs.map(({ kind }: { kind: string }) => kind)).toContain('limits');
  });
});

it('predictions under a fitted law say what its readings do not determine', async () => {
  const kinds = async (fitted: string) => {
    const { result } = await predict(fittedStudy({ fitted }), 'unit,a\np1,150\n', { protocol: 'noon' });
    return (result.warnings as { kind: string }[]).map(({ kind }) => kind);
  };
  expect(await kinds(FITTED)).toEqual(['law-uncertainty']);
  const few = FITTED.replace('units: 200', 'units: 12');
  expect(await kinds(`${few}    undetermined: [tau]\n`)).toEqual([
    'few-units',
    'undetermined',
    'law-uncertainty',
  ]);
});
