import { describe, expect, it } from 'vitest';
import { run, STUDY } from '../../../test/report-fixtures.ts';
import { runDocument } from './document.ts';

const { latent, ...LAWLESS } = STUDY;
const methods = async (study: object) => runDocument(await run(study), '1').methods.join(' ');

it('a report names levels in the unit that they are in', async () => {
  const lead = async (study: object) => runDocument(await run(study), '1').lead.join(' ');
  const inData = { ...STUDY, target: { above: 180 }, latent: { ...latent, mean: 140, sd: 50 } };
  expect(await lead({ ...inData, words: { value: 'mg/dl' } })).toContain('time above 180 mg/dl');
  expect(await lead(inData)).toContain('time above 180 (in the unit of the data)');
  expect(await lead({ ...STUDY, target: { above: 2 } })).toContain('time above 2 standard deviations');
});

describe('methods', () => {
  it('of a law in the unit of the data name its mean, and the logarithm where there is one', async () => {
    const law = { ...latent, mean: 140, sd: 50 };
    const plain = await methods({ ...STUDY, target: { above: 180 }, latent: law });
    expect(plain).toContain(
      'with mean 140 and standard deviation 50; thresholds and target are in the unit of the data',
    );
    expect(plain).not.toContain('standardised to mean 0');
    const logged = await methods({
      ...STUDY,
      target: 'mean',
      latent: { ...latent, mean: 5, sd: 0.3, transform: 'log' },
    });
    expect(logged).toContain('The logarithm of the quantity was taken to be');
    expect(logged).toContain('Readings of the logarithm of the quantity carry independent Gaussian noise');
    expect(logged).toContain('the logarithm of the quantity is Gaussian given those of the readings y, with');
    expect(plain).toContain('at each time the quantity is Gaussian given the readings y, with');
  });

  it('of the best-linear value know no Gaussian law, and say how overfitting was corrected', async () => {
    const linear = await methods({
      ...LAWLESS,
      calibration: { data: 'dense.csv', noise: 0, estimand: 'linear' },
    });
    expect(linear).not.toContain('Gaussian');
    expect(linear).toContain('Readings carry independent noise');
    expect(linear).toContain('corrected for this by the jackknife');
  });

  it('of an estimate say what was done to it, and nothing else', async () => {
    const of = (noise: number) =>
      methods({ ...LAWLESS, calibration: { data: 'dense.csv', noise, scale: 'data' } });
    expect(await of(0)).toMatch(/The sample covariance was (?!reduced).*divided into standard deviations/);
    expect(await of(0.05)).toContain(
      'The sample covariance was reduced by the noise variance, lifted to a floor',
    );
  });

  it('of an estimate say whether times were standardised', async () => {
    const of = (scale: string) =>
      methods({ ...LAWLESS, calibration: { data: 'dense.csv', noise: 0, scale } });
    expect(await of('data')).toContain('its mean and covariance at the grid times estimated');
    expect(await of('standardised')).toContain('each time was standardised');
  });
});

it('a search that compares choices by bounds does not say that it evaluated all of them', async () => {
  const catalogue = [{ at: { from: 0.25, to: 9.75, every: 0.5 }, noise: 0.4 }];
  const time = { horizon: 10, points: 20, unit: 'h' };
  const result = await run({ ...STUDY, time, target: { above: 1 }, catalogue, choose: { exactly: 3 } });
  const { best, sets } = result.steps.design!;
  expect(best).toMatchObject({ method: 'exhaustive', certified: true });
  expect(best.evaluations).toBeLessThan(sets);
  const document = runDocument(result, '1');
  expect(document.methods.join(' ')).toMatch(
    /all 1\s140 choices were compared, by their values or by bounds on them \[1\]/,
  );
  expect(JSON.stringify(document.sections)).toContain(
    'choices within the rules; bounds decide on the others',
  );
});

describe('the first sentence of a report', () => {
  const lead = async (study: object) => runDocument(await run(study), '1').lead.join(' ');

  it('has thresholds in the unit that they are in', async () => {
    const words = { value: 'mg/dl' };
    const law = { ...latent, mean: 140, sd: 50 };
    const inData = await lead({ ...STUDY, words, target: { above: 180 }, latent: law });
    expect(inData).toContain('above 180 mg/dl');
    expect(await lead({ ...STUDY, words, target: { above: 1.5 } })).toContain(
      'above 1.5 standard deviations',
    );
    const of = (own: object) =>
      lead({
        ...LAWLESS,
        words,
        target: { above: 0.5 },
        calibration: { data: 'dense.csv', noise: 0, ...own },
      });
    expect(await of({ scale: 'data' })).toContain('above 0.5 mg/dl');
    expect(await of({ scale: 'standardised' })).toContain('above 0.5 standard deviations');
    expect(await of({ estimand: 'linear' })).toMatch(/above 0.5 mg\/dl.*that the best linear predictor/);
  });

  it('has the variance between days, where a unit has several', async () => {
    const calibration = { data: 'dense.csv', noise: 0, scale: 'data' } as const;
    const result = await run({ ...LAWLESS, calibration });
    const given = { ...result.given, calibration: { ...calibration, split: 'day' as const } };
    const [lead] = runDocument({ ...result, given }, '1').lead;
    expect(lead).toContain('of each trajectory of a unit.');
    expect(lead).toContain('variance between trajectories that');
  });
});

it('a report does not repeat among its warnings what the verdict or a caution says', async () => {
  const calibration = { data: 'dense.csv', noise: 0, scale: 'data' } as const;
  const result = await run({ ...LAWLESS, calibration });
  const told = [
    { kind: 'unequal-variances' as const, path: 'calibration', what: 'variances are unequal' },
    { kind: 'one-value' as const, path: 'calibration', what: 'one unit is strange' },
    { kind: 'few-units' as const, path: 'calibration', what: 'there are few units' },
  ];
  const calibrate = { ...result.steps.calibrate!, warnings: told };
  const document = runDocument(
    {
      ...result,
      steps: { ...result.steps, calibrate },
      warnings: told.map((one) => ({ ...one, steps: ['calibrate'] })),
    },
    '1',
  );
  expect(document.warnings).toEqual(['there are few units (calibrate)']);
  expect(document.verdict.filter((sentence) => sentence.includes('variances are unequal'))).toHaveLength(1);
  expect(document.cautions.map(({ text }) => text)).toContain('one unit is strange');
});
