import { fillNormal, randomStream } from '@sightline/engine/internal';
import { expect, it } from 'vitest';
import { ask } from '../../../study/test/ask.ts';
import { calibrateDocument } from './calibrate.ts';

const [UNITS, POINTS] = [600, 8];

/** Units of a Gaussian law, or of what `shape` makes of it. */
function table(shape: (z: number) => number): string {
  const normals = new Float64Array(UNITS * POINTS);
  fillNormal(randomStream(3, 'units'), normals);
  const rows = Array.from({ length: UNITS }, (_, i) => {
    let z = normals[i * POINTS]!;
    const row = [shape(z)];
    for (let j = 1; j < POINTS; j++) {
      z = 0.8 * z + 0.6 * normals[i * POINTS + j]!;
      row.push(shape(z));
    }
    return `u${i},${row.join(',')}`;
  });
  return `unit,${Array.from({ length: POINTS }, (_, j) => j + 0.5).join(',')}\n${rows.join('\n')}\n`;
}

/** The answer about units of this shape. */
async function documentOf(target: unknown, shape: (z: number) => number) {
  const study = {
    sightline: 1,
    time: { horizon: POINTS, points: POINTS },
    target,
    protocols: { one: { at: [3.5], noise: 0 }, four: { at: [0.5, 2.5, 4.5, 6.5], noise: 0 } },
    calibration: { data: 'units.csv', noise: 0, scale: 'data' },
  };
  const files = { 'study.yaml': JSON.stringify(study), 'units.csv': table(shape) };
  const { result } = await ask('calibrate', files, { draws: 100 });
  return calibrateDocument(result);
}
/** What the first sentences say after which protocol is best. */
const said = async (...of: Parameters<typeof documentOf>) =>
  (await documentOf(...of)).verdict.slice(1).join(' ');
const lognormal = (z: number) => Math.exp(z);

it('says nothing where the Gaussian value is the best-linear one', async () => {
  expect(await said('mean', (z) => z)).toBe('');
  expect(await said('mean', lognormal)).toBe('');
});

it('a nonlinear predictor gains under a Gaussian law: its value is quoted', async () => {
  const found = await said({ above: 0.5 }, (z) => z);
  expect(found).toMatch(
    /^For ‘four’ the Gaussian value 0\.\d+ and the best-linear value 0\.\d+ of the same data are far apart/,
  );
  expect(found).toContain('a nonlinear predictor gains the difference. Quote the Gaussian value.');
  expect(found).not.toContain('not Gaussian');
});

it('where the data are not Gaussian, what holds under any law is quoted', async () => {
  const found = await said({ below: 0.6 }, lognormal);
  expect(found).toMatch(
    /The data are not Gaussian: a linear predictor explains 0\.\d+, and 0\.\d+ under the law\./,
  );
  expect(found).toMatch(
    /Quote the held-out R², or the best-linear value 0\.\d+ \(`estimand: linear`\): both hold under any law\.$/,
  );
});

it('says where it was not tried, and what would show it', async () => {
  const gap = table((z) => z).replace(/^(u0,)[^,]+/m, '$1');
  const study = {
    sightline: 1,
    time: { horizon: POINTS, points: POINTS },
    target: 'mean',
    protocols: { one: { at: [3.5], noise: 0 } },
    calibration: { data: 'units.csv', noise: 0, scale: 'data', missing: 'pairwise' },
  };
  const files = { 'study.yaml': JSON.stringify(study), 'units.csv': gap };
  const { result } = await ask('calibrate', files, { draws: 100 });
  expect(result.fit).toBeNull();
  const shown = calibrateDocument(result).sections.find(({ name }) => name === 'fit');
  expect(JSON.stringify(shown)).toContain('This was not tried');
});

it('names a remedy that the values allow', async () => {
  const remedy = async (shape: (z: number) => number) => {
    const { blocks } = (await documentOf('mean', shape)).sections.find(({ name }) => name === 'fit')!;
    const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
    return facts.find(({ label }) => label === 'remedy')?.text ?? '';
  };
  expect(await remedy(lognormal)).toContain('`transform: log`');
  // Skewed, with values at 0 or below, or of a few states.
  const without = [
    (z: number) => lognormal(z) - 1,
    (z: number) => (z > 1.3 ? 1 : 0),
    (z: number) => (z > 1.3 ? 2 : 1),
  ];
  for (const shape of without) {
    const text = await remedy(shape);
    expect(text).toContain('`estimand: linear`');
    expect(text).not.toContain('log');
  }
});
