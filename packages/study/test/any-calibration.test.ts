import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ask } from './ask.ts';
import { DENSE_FILES } from './dense-fixtures.ts';

/** Whatever study and data hold, the answer is a result, "undecided" or a list of problems, never a fault. */
async function isAnswered(study: object, files: Record<string, string> = DENSE_FILES) {
  const all = { ...files, 'study.yaml': stringify(study) };
  for (const [command, request] of [
    ['calibrate', { draws: 100 }],
    ['plan', { draws: 100 }],
    ['value', {}],
  ] as const) {
    const { code, result } = await ask(command, all, request);
    if (code === 3) expect(result.problems.length).toBeGreaterThan(0);
  }
}

const TIME = { horizon: 10, points: 4, unit: 'h' };
const PROTOCOLS = { early: { at: [1.25, 3.75], noise: 0.4 }, late: { at: [6.25], noise: 0 } };

it('a calibration and classes with anything anywhere', () => {
  const odd = fc.constantFrom<unknown>(
    ...[0, 1, -1, 0.5, 3, 1e300, 1e-300, Number.NaN],
    ...[null, true, '', 'x', [], {}, [1], [0.1, 0.1, 0.1, 0.1], { replicates: 'r' }, { nested: 1 }],
    ...['linear', 'gaussian', 'drop', 'average', 'nearest', 'unit', 'r', 'burden'],
    ...['dense.csv', 'long.csv', 'reps.csv', 'burden.csv'],
    ...[
      { above: 0.3 },
      { square: true },
      { outside: 1 },
      { logistic: 0 },
      { hermite: [0, 1] },
      { from: 1, to: 2 },
    ],
  );
  const study = {
    sightline: 1,
    time: TIME,
    target: 'mean',
    protocols: PROTOCOLS,
    calibration: {
      data: 'dense.csv',
      noise: 0.1,
      estimand: 'gaussian',
      shrinkage: 'none',
      missing: 'refuse',
      duplicates: 'refuse',
      align: 'exact',
    },
    classes: [
      { name: 'a', protocols: ['early'] },
      { name: 'b', at: [1, 5, 9], exactly: 2, noise: 0.4 },
    ],
  };
  const places = [
    ['target'],
    ['weights'],
    ['classes'],
    ...[0, 1].flatMap((i) =>
      ['name', 'protocols', 'at', 'exactly', 'noise'].map((name) => ['classes', i, name]),
    ),
    ...[...Object.keys(study.calibration), 'target'].map((name) => ['calibration', name]),
  ];
  const changes = fc.array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 4 });
  return fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const copy = structuredClone(study) as Record<string, unknown>;
      for (const [path, value] of list) {
        let parent: unknown = copy;
        for (const key of path.slice(0, -1)) parent = (parent as Record<string, unknown> | undefined)?.[key];
        if (parent !== null && typeof parent === 'object')
          (parent as Record<string | number, unknown>)[path.at(-1)!] = value;
      }
      await isAnswered(copy);
    }),
    { numRuns: 250 },
  );
});

it('any dense data', () => {
  const wild = fc.oneof(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    fc.constantFrom<unknown>(0, 1, -1, '', 'x', 'NA', 1e140, 1e-140, 1e-300),
  );
  const binary = fc.constantFrom(0, 1);
  const small = fc.integer({ min: -2, max: 2 }).map((x) => x / 2);
  const table = fc
    .oneof(wild, binary, small)
    .chain(() =>
      fc
        .constantFrom(wild, binary, small, fc.constantFrom(0, 1e-8))
        .chain((cell) => fc.array(fc.tuple(cell, cell, cell, cell, cell), { minLength: 8, maxLength: 14 })),
    );
  const calibration = fc.constantFrom<object>(
    { noise: 0 },
    { noise: 1e-9, missing: 'drop' },
    { noise: 0, estimand: 'linear', missing: 'interpolate' },
    { noise: 0, target: 'burden' },
    { noise: 0.01, estimand: 'linear' },
    { noise: 0, shrinkage: 'linear' },
    { noise: { replicates: 'r' }, duplicates: 'average' },
  );
  const target = fc.constantFrom<unknown>('mean', { above: 0.25 }, { square: true });
  return fc.assert(
    fc.asyncProperty(table, calibration, target, (rows, chosen, aim) => {
      const column =
        'target' in chosen ? 'burden,' : 'noise' in chosen && typeof chosen.noise === 'object' ? 'r,' : '';
      // Replicates of a unit differ a little.
      const lines = rows.flatMap((row, i) =>
        column === 'r,'
          ? [0, 1].map((k) =>
              [i, k, ...row.slice(1).map((x) => (typeof x === 'number' ? x + 0.01 * i * k : x))].join(','),
            )
          : [[i, ...row.slice(column === '' ? 1 : 0)].join(',')],
      );
      const csv = `unit,${column}1.25,3.75,6.25,8.75\n${lines.join('\n')}\n`;
      const study = {
        sightline: 1,
        time: TIME,
        target: aim,
        protocols: PROTOCOLS,
        calibration: { data: 'any.csv', ...chosen },
      };
      return isAnswered(study, { 'any.csv': csv });
    }),
    { numRuns: 250 },
  );
});
