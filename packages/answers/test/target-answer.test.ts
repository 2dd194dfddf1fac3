// What a target is about is said where the numbers are: the logarithm, the means of cells, the unit of its levels.
import { expect, it } from 'vitest';
import { calibrateDocument } from '../src/questions/calibrate.ts';
import { valueDocument } from '../src/questions/value.ts';
import { run, STUDY } from './report-fixtures.ts';

const { latent, ...LAWLESS } = STUDY;

it('under a law that is given', async () => {
  const law = { ...latent, mean: 5, sd: 0.3 };
  const of = async (more: object) => (await run({ ...STUDY, latent: { ...law, ...more } })).steps.value!;
  const logged = await of({ transform: 'log' });
  expect(logged.target.transform).toBe('log');
  const { verdict, basis } = valueDocument(logged);
  expect(verdict.join(' ')).toContain('of the logarithm of the quantity');
  expect(basis.find(({ label }) => label === 'target')!.text).toContain('of the logarithm of the quantity');
  const plain = await of({});
  expect(plain.target).not.toHaveProperty('transform');
  expect(JSON.stringify(valueDocument(plain))).not.toContain('logarithm');
});

it('under one that is estimated', async () => {
  const rows = Array.from({ length: 12 }, (_, u) =>
    [`u${u}`, ...[1, 2, 3, 4].map((k) => 3 + ((u * k * 7) % 11))].join(','),
  );
  const dense = { 'dense.csv': `unit,0.5,1.5,2.5,3.5\n${rows.join('\n')}\n` };
  const of = async (more: object) =>
    (await run({ ...LAWLESS, calibration: { data: 'dense.csv', noise: 0, scale: 'data', ...more } }, dense))
      .steps.calibrate!;
  const logged = await of({ transform: 'log' });
  expect(logged.repairs[0]).toMatchObject({ kind: 'logarithm' });
  const { verdict, repairs } = calibrateDocument(logged);
  expect(verdict.join(' ')).toContain('The law is that of the logarithm of the values.');
  expect(repairs.join(' ')).toContain('the logarithm of each value was taken');
  expect(JSON.stringify(calibrateDocument(await of({})))).not.toMatch(/logarithm of (the|each) value/);
});

it('thresholds of means over cells are called so with the target, and levels have their unit', async () => {
  const rows = Array.from({ length: 12 }, (_, u) =>
    [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5].map((t, k) => `u${u},${t},${3 + ((u * (k + 2) * 7) % 11)}`),
  );
  const dense = { 'dense.csv': `unit,time,value\n${rows.flat().join('\n')}\n` };
  const said = async (target: unknown, more: object) => {
    const calibration = { data: 'dense.csv', noise: 0, align: 'mean', ...more };
    const { steps } = await run({ ...LAWLESS, target, calibration, words: { value: 'mg/dl' } }, dense);
    return calibrateDocument(steps.calibrate!).basis.find(({ label }) => label === 'target')!.text;
  };
  expect(await said({ above: 8 }, { scale: 'data' })).toContain('above 8 mg/dl (of means over cells)');
  expect(await said({ above: 8 }, { estimand: 'linear' })).toContain(
    'above 8 mg/dl of the record (of means over cells)',
  );
  expect(await said('mean', { scale: 'data' })).not.toContain('cells');
});
