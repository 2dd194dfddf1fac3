import { expect, it } from 'vitest';
import { removeCalibration, setDenseData } from './edit-calibration.ts';

const TEXT = `sightline: 1
time: { horizon: 4, points: 4 }
target: mean
latent: { kernel: { ou: { tau: 1 } } } # assumed
protocols: { a: { at: 1, noise: 0 } }
`;

it('names the file and its noise, keeps what else is said of data, and lets go of all', () => {
  const named = setDenseData(TEXT, 'dense.csv', 0.25).text;
  expect(named).toBe(`${TEXT}calibration: { data: dense.csv, noise: 0.25 }\n`);
  const careful = named.replace('0.25 }', '0.25, missing: drop }');
  const other = setDenseData(careful, 'other.csv', { replicates: 'visit' }).text;
  expect(other).toBe(
    `${TEXT}calibration: { data: other.csv, noise: { replicates: visit }, missing: drop }\n`,
  );
  expect(removeCalibration(named, 'dense.csv').text).toBe(TEXT);
});
