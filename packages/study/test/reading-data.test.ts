import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { DENSE_FILES, denseStudy } from './dense-fixtures.ts';

const DAYS = DENSE_FILES['days.csv'];
const COLUMNS = 'columns: { unit: patient, time: when, value: glucose }';
const calibration = (more: string, data = 'days.csv') => `{ data: ${data}, noise: 0.01, ${more} }`;
const BY_DAY = `${COLUMNS}, split: day, align: start`;

const calibrate = async (study: string, files: Record<string, string | Uint8Array>) => {
  const { code, result } = await ask('calibrate', { 'study.yaml': study, ...files }, { draws: 100 });
  if (code !== 0) throw new Error(JSON.stringify(result.problems));
  return result;
};

/** The same days as a wide table that names them. */
const wide = () => {
  const rows = new Map<string, string[]>();
  for (const line of DAYS.trimEnd().split('\n').slice(1)) {
    const [, patient, when, glucose] = line.split(',');
    const key = `${patient},${when!.slice(0, 10)}`;
    rows.set(key, [...(rows.get(key) ?? []), glucose!]);
  }
  return `patient,night,0,2.5,5,7.5\n${[...rows].map(([key, values]) => `${key},${values}\n`).join('')}`;
};

describe('dense data as people have them', () => {
  it('days by timestamps, a column of trajectories, and the packed file are the same data', async () => {
    const days = await calibrate(denseStudy(calibration(BY_DAY)), { 'days.csv': DAYS });
    expect(days).toMatchObject({
      units: 12,
      trajectories: 24,
      data: { ignored: ['No'], days: { outside: 0 } },
    });
    const table = await calibrate(
      denseStudy(calibration('columns: { unit: patient, trajectory: night }, align: start', 'wide.csv')),
      { 'wide.csv': wide() },
    );
    const packed = await calibrate(denseStudy(calibration(BY_DAY, 'days.csv.gz')), {
      'days.csv.gz': gzipSync(DAYS),
    });
    expect(table.protocols).toEqual(days.protocols);
    expect(packed.protocols).toEqual(days.protocols);
    expect(table).toMatchObject({ units: 12, trajectories: 24, data: { ignored: [] } });
  });

  it('what is independent may be the day', async () => {
    const lines = DAYS.trimEnd().split('\n');
    // Six units on each of two dates are two days: too few to resample.
    const few = await ask(
      'calibrate',
      { 'study.yaml': denseStudy(calibration(`${BY_DAY}, independent: day`)), 'days.csv': DAYS },
      { draws: 100 },
    );
    expect(few.result.problems).toMatchObject([{ value: '2 days with 24 trajectories' }]);
    const spread = lines.map((line) => {
      const unit = line.split(',')[1]!;
      return line.replace(
        /2013-03-0(\d)/,
        (_, d) => `2013-03-${10 + 2 * (unit.charCodeAt(0) % 6) + Number(d)}`,
      );
    });
    const { units, trajectories, independent } = await calibrate(
      denseStudy(calibration(`${BY_DAY}, independent: day`)),
      { 'days.csv': `${spread.join('\n')}\n` },
    );
    expect({ units, trajectories, independent }).toEqual({ units: 12, trajectories: 24, independent: 'day' });
  });

  it('what was left out is said, with its share', async () => {
    // Every sixteenth line lacks its value: 6 of 96.
    const gaps = DAYS.split('\n').map((line, i) =>
      i > 0 && i % 16 === 0 ? line.replace(/[^,]*$/, 'NA') : line,
    );
    const text = gaps.join('\n');
    const dropped = await calibrate(denseStudy(calibration(`${BY_DAY}, missing: drop`)), {
      'days.csv': text,
    });
    expect(dropped.repairs[0]).toMatchObject({
      kind: 'dropped',
      amount: 6,
      what: expect.stringMatching(/^6 of 24 trajectories \(25 %\) with missing values were left out/),
    });
    expect(dropped.warnings).toContainEqual(
      expect.objectContaining({ kind: 'gaps', what: expect.stringContaining('25 % of the trajectories') }),
    );
    const pairs = await calibrate(denseStudy(calibration(`${BY_DAY}, missing: pairwise`)), {
      'days.csv': text,
    });
    expect(pairs).toMatchObject({ units: 12, trajectories: 24, data: { empty: 6, dropped: { count: 0 } } });
    expect(pairs.repairs).toContainEqual(
      expect.objectContaining({
        kind: 'pairwise',
        what: expect.stringMatching(/^6 values \(6 %\) are missing/),
      }),
    );
  });

  it('a pair of times that no trajectory has cannot be estimated', async () => {
    // Odd days lack the first time, even ones the last.
    const lines = DAYS.split('\n').filter((line) => !/-01 00:00|-02 07:30/.test(line));
    const { code, result } = await ask('calibrate', {
      'study.yaml': denseStudy(calibration(`${BY_DAY}, missing: pairwise`)),
      'days.csv': lines.join('\n'),
    });
    expect(code).toBe(3);
    expect(result.problems).toMatchObject([
      {
        path: 'calibration.missing',
        why: 'no trajectory has a value at both 1.25 h and 8.75 h',
        accepted: expect.stringContaining('at least 10 trajectories'),
      },
    ]);
  });

  it('the same value in all units is a warning for the best-linear value alone', async () => {
    const same = DENSE_FILES['dense.csv'].replace(/^(\w),-?[\d.]+/gm, '$1,0.5');
    const study = (estimand: string) => denseStudy(`{ data: dense.csv, noise: 0, estimand: ${estimand} }`);
    const { warnings, protocols } = await calibrate(study('linear'), { 'dense.csv': same });
    expect(warnings).toContainEqual(
      expect.objectContaining({
        kind: 'same-values',
        what: expect.stringContaining('the same value at 1.25 h'),
      }),
    );
    expect(protocols.late.value).toBeGreaterThan(0.3);
    const gaussian = await ask('calibrate', { 'study.yaml': study('gaussian'), 'dense.csv': same });
    expect(gaussian.result.problems).toMatchObject([{ why: 'every unit has the same value at time 1.25' }]);
  });

  it.each(['value', 'identify', 'design', 'calibrate', 'plan', 'trial', 'run'] as const)(
    'a mean over times at which all units have the same value is refused: %s',
    async (command) => {
      const same = DENSE_FILES['dense.csv'].replace(/^(\w),-?[\d.]+/gm, '$1,0.5');
      const study = (weights: string) =>
        `${denseStudy('{ data: dense.csv, noise: 0, estimand: linear }')}
weights: ${weights}
realised: early
catalogue: [{ at: { from: 1, to: 9, count: 4 }, noise: 0.1 }]
choose: { exactly: 2 }
trial: { profile: 0.5 }
`;
      const asked = (weights: string) =>
        ask(command, { 'study.yaml': study(weights), 'dense.csv': same }, { draws: 100, seconds: 2 });
      const { code, result } = await asked('[1, 0, 0, 0]');
      expect(code).toBe(3);
      expect(result.problems).toMatchObject([
        { path: 'target', why: expect.stringContaining('the mean of the record is the same in every unit') },
      ]);
      expect((await asked('[1, 0, 0, 1]')).code).toBe(0);
    },
  );

  it.each([
    ['{ horizon: 10, points: 4, unit: weeks }', 'the horizon is longer than one'],
    ['{ horizon: 10, points: 4, unit: shifts }', 'must know how long a unit of time is'],
    ['{ horizon: 10, points: 4 }', 'must know how long a unit of time is'],
    ['{ horizon: 36, points: 4, unit: h }', 'the horizon is longer than one'],
  ])('days of %s are refused', async (time, why) => {
    const study = denseStudy(calibration(BY_DAY)).replace(/^time: .*$/m, `time: ${time}`);
    const { result } = await ask('calibrate', { 'study.yaml': study, 'days.csv': DAYS });
    expect(result.problems.map((problem: { why: string }) => problem.why)).toContainEqual(
      expect.stringContaining(why),
    );
  });

  it('a day may begin at any clock', async () => {
    const study = denseStudy(calibration(`${BY_DAY}, missing: drop`)).replace(
      '{ horizon: 10, points: 4, unit: h }',
      '{ horizon: 300, points: 2, unit: min, start: "05:00" }',
    );
    const read = await calibrate(study.replace(/\[1.25, 3.75\]/, '[75]').replace(/\[6.25, 8.75\]/, '[225]'), {
      'days.csv': DAYS,
    });
    expect(read).toMatchObject({ units: 12, trajectories: 24, data: { days: { outside: 48 } } });
  });
});
