import { expect, it } from 'vitest';
import { zeros } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { rescaleToCorrelation } from './covariance-repair.ts';

it('rescales to a matrix that is symmetric to the last digit, with the correlations of the definition', () => {
  const p = 24;
  const normals = new Float64Array(p * p);
  fillNormal(randomStream(11, 'rescale'), normals);
  const covariance = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      let sum = 0;
      for (let i = 0; i < p; i++) sum += normals[i * p + j]! * normals[i * p + k]!;
      covariance.data[j * p + k] = covariance.data[k * p + j] = sum;
    }
  const before = covariance.data.slice();
  rescaleToCorrelation(covariance);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++) {
      expect(covariance.data[j * p + k]).toBe(covariance.data[k * p + j]);
      const own = before[j * p + k]! / Math.sqrt(before[j * p + j]! * before[k * p + k]!);
      expect(Math.abs(covariance.data[j * p + k]! - own)).toBeLessThan(1e-15);
    }
});
