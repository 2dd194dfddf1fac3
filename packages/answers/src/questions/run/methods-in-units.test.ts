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

  it('of an estimate say whether times were standardised', async () => {
    const of = (scale: string) =>
      methods({ ...LAWLESS, calibration: { data: 'dense.csv', noise: 0, scale } });
    expect(await of('data')).toContain('its mean and covariance at the grid times estimated');
    expect(await of('standardised')).toContain('each time was standardised');
  });
});
