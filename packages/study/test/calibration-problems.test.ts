import { expect, it } from 'vitest';
import type { StepName } from '../src/questions/index.ts';
import { ask } from './ask.ts';
import { DENSE_FILES, denseStudy } from './dense-fixtures.ts';

/** Path and reason of every problem. */
async function problemsOf(command: StepName, study: string, files: Record<string, string> = DENSE_FILES) {
  const { code, result } = await ask(command, { ...files, 'study.yaml': study });
  expect(code).toBe(3);
  return (result.problems as { path: string; why: string; accepted: string }[]).map(
    ({ path, why, accepted }) => `${path}: ${why}; ${accepted}`,
  );
}

const holes = { 'dense.csv': DENSE_FILES['dense.csv'].replace('a,0.1', 'a,x') };

it('noise that is no variance hides nothing else, in the study or in the data', async () => {
  const study = denseStudy('{ data: dense.csv, noise: -0.25, estimand: linear, shrinkage: linear }');
  expect(await problemsOf('calibrate', study, holes)).toEqual([
    expect.stringMatching(/^calibration\.noise: this is not a variance; a number of 0 or more/),
    expect.stringMatching(/^calibration\.shrinkage: /),
    expect.stringMatching(/^calibration\.data\[0\]\["1.25"\]: .* is not a number/),
  ]);
});

it('a threshold in quotes is not told to be in standard deviations where it is in units of the data', async () => {
  const study = denseStudy('{ data: dense.csv, noise: 0, estimand: linear }');
  const quoted = study.replace(/^target: .*$/m, 'target: { below: "140" }');
  expect(await problemsOf('calibrate', quoted)).toEqual([
    'target.below: this is text: the number stands in quotes; a number',
  ]);
});

it('text in a list of variances hides neither the others nor their number', async () => {
  expect(await problemsOf('calibrate', denseStudy('{ data: dense.csv, noise: [0.1, -1, x] }'))).toEqual([
    expect.stringMatching(/^calibration\.noise: the grid has 4 points/),
    expect.stringMatching(/^calibration\.noise\[1\]: this is not a variance/),
    expect.stringMatching(/^calibration\.noise\[2\]: this is text/),
  ]);
});

it('a class without a name does not hide what is wrong with it and with other classes', async () => {
  const classes = `classes:
  - { name: a, protocols: [earli] }
  - { protocols: [lat] }
  - { name: a, at: { from: 0, to: 10, count: 40 }, exactly: 20, noise: 1 }
  - { name: a, at: 1, exactly: x }
  - 5
`;
  expect(await problemsOf('calibrate', denseStudy(undefined, classes))).toEqual([
    expect.stringMatching(/^classes\[0\]\.protocols\[0\]: .*did you mean early\?/),
    expect.stringMatching(/^classes\[1\]\.name: this field is missing/),
    expect.stringMatching(/^classes\[1\]\.protocols\[0\]: .*did you mean late\?/),
    expect.stringMatching(/^classes\[2\]\.name: another class has this name/),
    expect.stringMatching(/^classes\[2\]\.exactly: there would be thousands of millions/),
    expect.stringMatching(/^classes\[3\]\.name: another class has this name/),
    expect.stringMatching(/^classes\[3\]\.exactly: this is text/),
    expect.stringMatching(/^classes\[4\]: /),
  ]);
});

it.each([0, 1, 2, 9])('of %i units it is said at once how many will do', async (units) => {
  const lines = DENSE_FILES['dense.csv'].split('\n').slice(0, units + 1);
  const files = { 'dense.csv': `${lines.join('\n')}\n` };
  expect(await problemsOf('calibrate', denseStudy(), files)).toEqual([
    expect.stringMatching(/^calibration\.data: .*; at least 10 units$/),
  ]);
  if (units < 3)
    expect(await problemsOf('value', denseStudy(), files)).toEqual([
      expect.stringMatching(/^calibration\.data: .*; at least 3 units$/),
    ]);
});

it.each([
  ['{ data: dense.csv, noise: 0 }', 1e-120, 'its square underflows'],
  ['{ data: dense.csv, noise: 0, estimand: linear }', 1e-120, 'its square underflows'],
])('%s of values of about %f is refused, not a fault of the program', async (calibration, scale, why) => {
  const dense = DENSE_FILES['dense.csv'].replace(/(?<=[a-l],.*|,)-?\d+\.\d(?!\d)/g, (cell) =>
    String(Number(cell) * scale),
  );
  expect(await problemsOf('calibrate', denseStudy(calibration), { 'dense.csv': dense })).toEqual([
    expect.stringContaining(why),
  ]);
});

it('of averages, the noise that is left in them is taken off, and said', async () => {
  const [head, ...rows] = DENSE_FILES['dense.csv'].trim().split('\n');
  const twice = `${[head, ...rows, ...rows].join('\n')}\n`;
  const of = async (calibration: string, dense: string) => {
    const files = { 'dense.csv': dense, 'study.yaml': denseStudy(calibration) };
    return (await ask('calibrate', files, { draws: 100 })).result;
  };
  const averages = await of('{ data: dense.csv, noise: 0.2, duplicates: average }', twice);
  const single = await of('{ data: dense.csv, noise: 0.1 }', DENSE_FILES['dense.csv']);
  expect(averages.protocols).toEqual(single.protocols);
  expect(averages.repair.noise).toEqual({ kind: 'given', smallest: 0.1, largest: 0.1 });
  expect(averages.repairs[0].what).toContain('of the noise variance 0.2, 0.1 is left in the averages');
});

it('where only one unit differs, replicates are not what is asked for', async () => {
  // u8 is off by so little that what is left has a variance, but a smaller one than the noise.
  for (const [u8, noise] of [
    ['1,2,3,4', 0],
    ['1.0001,2.0001,3.0001,4.0001', 1e-5],
  ] as const) {
    const rows = Array.from(
      { length: 12 },
      (_, i) => `u${i},${i === 5 ? '4,7,1,5' : i === 8 ? u8 : '1,2,3,4'}`,
    );
    const files = { 'dense.csv': `unit,1.25,3.75,6.25,8.75\n${rows.join('\n')}\n` };
    const study = denseStudy(`{ data: dense.csv, noise: ${noise}, scale: standardised }`);
    expect(await problemsOf('calibrate', study, files)).toEqual([
      expect.stringMatching(/^calibration\.data: so few units differ from the others .*; values that differ/),
    ]);
  }
});
