// What changes an answer though nobody wrote it down is said: time without annotation, states that are listed nowhere.
import { describe, expect, it } from 'vitest';
import { drawnRecords, recordsCsv, type TableRecord } from './record-fixtures.ts';
import { answered, refused, STUDY, withRecords } from './retrospect-fixtures.ts';

interface Warning {
  kind: string;
  path: string;
  what: string;
}
const of = (warnings: readonly Warning[], kind: string) => warnings.filter((one) => one.kind === kind);
/** Rows of a state, as intervals that somebody left out. */
const without = (csv: string, state: string) =>
  csv
    .split('\n')
    .filter((row) => !row.endsWith(`,${state}`))
    .join('\n');
const csvWith = (change: (one: TableRecord, i: number) => TableRecord['course']) =>
  recordsCsv(drawnRecords(16).map((one, i) => ({ ...one, course: change(one, i) })));

describe('time that nobody annotated', () => {
  // 20 records of 40 epochs of 30 s: of the third 10 min are missing within, of the fourth 5 min before, of two 20 min in all.
  const table = without(
    csvWith(({ course }, i) => {
      if (i === 2) return [...course.slice(0, 20), ['gap', 600], ...course.slice(20)];
      if (i === 3) return [['gap', 300], ...course];
      return course;
    }),
    'gap',
  );

  it('is counted, with the longest stretch, and leaves R² as invalid time would', async () => {
    const result = await answered(STUDY, {}, { 'states.csv': table });
    const [warning, ...others] = of(result.warnings, 'unannotated');
    expect(others).toEqual([]);
    expect(warning!.path).toBe('records.table');
    expect(warning!.what).toContain(
      '2 of 20 records have time without annotation: 5 min before the first annotation and 10 min between annotations',
    );
    expect(warning!.what).toMatch(/the longest stretch is 10 min of 'r1-0', from 600 s on/);
    const plain = await answered(STUDY);
    expect(of(plain.warnings, 'unannotated')).toEqual([]);
    expect(result.targets).toEqual(plain.targets);
  });

  it('is counted up to the length of a record, and where a change leads to no state', async () => {
    const rows = drawnRecords(16).flatMap(({ record, unit, course }, i) => [
      ...course.map(([state], k) => `${record},${unit},1500,${30 * k},${i === 0 && k === 7 ? '' : state}`),
      `${record},${unit},1500,1200,`,
    ]);
    const changes = `record,unit,length,time,state\n${rows.join('\n')}\n`;
    const { warnings } = await answered(STUDY, {}, { 'states.csv': changes });
    // 300 s after each of 20 records, and one epoch in the first.
    expect(of(warnings, 'unannotated')[0]!.what).toContain(
      '20 of 20 records have time without annotation: 30 s between annotations and 1.7 h after the last',
    );
  });

  it('of values is where some are missing, not every sample between two of them', async () => {
    const rows = (missing: number) =>
      drawnRecords(16).flatMap(({ record, course }, i) =>
        course.flatMap(([state], k) =>
          i === 5 && k >= 10 && k < 10 + missing ? [] : [`${record},${30 * k},${state === 'a' ? 1 : 0}`],
        ),
      );
    const found = async (missing: number, seconds: number) => {
      const table = `record,time,value\n${rows(missing).join('\n')}\n`;
      const study = withRecords({ targets: { A: 'mean' }, other: undefined, epoch: { seconds } });
      return of((await answered(study, {}, { 'states.csv': table })).warnings, 'unannotated');
    };
    for (const seconds of [30, 10]) {
      expect(await found(0, seconds)).toEqual([]);
      expect((await found(4, seconds))[0]!.what).toMatch(
        /1 of 20 records .*: 2 min between annotations; .* 300 s on/,
      );
    }
  });
});

describe('states that are listed nowhere', () => {
  const table = csvWith(({ course }, i) => (i < 3 ? [...course, ['odd one', 600]] : course));
  it('are named with their time, which counts as valid', async () => {
    const { warnings, hours } = await answered(STUDY, {}, { 'states.csv': table });
    // 3 · 10 min of 20 · 20 min + 30 min.
    expect(hours).toBeCloseTo(20 / 3 + 0.5, 9);
    expect(of(warnings, 'other-state')).toEqual([
      {
        kind: 'other-state',
        path: 'records.other',
        what: expect.stringContaining("'odd one' 30 min in 3 records"),
      },
    ]);
    expect(of(warnings, 'other-state')[0]!.what).toMatch(/^7 % of the valid time/);
  });
  it.each([
    ['other', { other: ['b', 'odd one'] }],
    ['invalid', { invalid: ['odd one'] }],
    ['a target', { targets: { A: ['a'], B: ['odd one'] } }],
  ])('are listed somewhere: %s', async (_, change) => {
    const { warnings } = await answered(withRecords(change), {}, { 'states.csv': table });
    expect(of(warnings, 'other-state')).toEqual([]);
  });
  it('a state is one thing only; one that no record has is pointed out', async () => {
    const problems = await refused(withRecords({ other: ['a', 'c'], invalid: ['c'] }));
    expect(problems.map(({ path, why }) => `${path} ${why}`)).toEqual([
      'records.other[0] this state is already listed under `targets`',
      'records.other[1] this state is already listed under `invalid`',
    ]);
    const { warnings } = await answered(withRecords({ other: ['b', 'B'] }));
    expect(of(warnings, 'absent-state')).toMatchObject([{ path: 'records.other' }]);
  });
});

it('a penalty at the end of its range is said where more shrinkage would do better', async () => {
  // One epoch tells next to nothing of 400 that are drawn one by one: readings are noise, and the largest penalty is best.
  let state = 7;
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const rows = Array.from({ length: 20 * 400 }, (_, n) => {
    const at = 30 * (n % 400);
    return `r${Math.floor(n / 400)},${at},${at + 30},${next() < 0.5 ? 'a' : 'b'}`;
  });
  const study = {
    ...withRecords({ grid: { points: 16, reading: 'anchor' } }),
    templates: { layouts: ['dispersed'], budgets: [8] },
  };
  const table = `record,from,to,state\n${rows.join('\n')}\n`;
  const { warnings } = await answered(study, {}, { 'states.csv': table });
  expect(of(warnings, 'penalty-at-end')).toMatchObject([
    {
      path: 'templates',
      what: expect.stringMatching(/^the largest of the 25 penalties, 100, was best in most folds/),
    },
  ]);
  expect(of((await answered(STUDY)).warnings, 'penalty-at-end')).toEqual([]);
});
