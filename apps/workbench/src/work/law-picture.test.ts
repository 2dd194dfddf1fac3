import { latentCovariance, timeGrid } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import { lawPicture } from './law-picture.ts';

const law = (tau: number, points = 64) => {
  const grid = timeGrid(10, points);
  const { covariance } = latentCovariance({ kernel: { ou: { tau } } }, grid);
  const weights = new Float64Array(points).fill(1 / points);
  return { grid, latent: { model: { covariance, weights }, mean: null, transform: 'none' as const } };
};

describe('a picture of a law', () => {
  it('is the same for the same law and seed, and another for another', () => {
    const first = lawPicture(law(1), 0);
    expect(lawPicture(law(1), 0)).toEqual(first);
    expect(lawPicture(law(2), 0)).not.toEqual(first);
    expect(lawPicture(law(1), 1)).not.toEqual(first);
    expect(lawPicture(law(1), 0)).toEqual(first);
  });

  it('has paths with the correlation of the law from one time to the next', () => {
    const { paths } = lawPicture(law(2, 256), 3);
    const lag = 10 / 256;
    let [across, square] = [0, 0];
    for (const path of paths)
      for (let i = 1; i < path.length; i++) {
        // What is new in each step is e^{-lag/tau} of the last one apart.
        across += (path[i]! - Math.exp(-lag / 2) * path[i - 1]!) ** 2;
        square++;
      }
    expect(across / square / (1 - Math.exp(-lag))).toBeCloseTo(1, 1);
  });

  it('is in the unit of the data where the law is', () => {
    const { grid, latent } = law(1);
    const standardised = lawPicture({ grid, latent }, 4);
    const [mean, scale] = [grid.times.map((time) => 140 + time), grid.times.map((time) => 50 - time)];
    const inData = lawPicture({ grid, latent: { ...latent, mean, model: { ...latent.model, scale } } }, 4);
    inData.paths.forEach((path, n) => {
      path.forEach((value, j) => {
        expect(value).toBeCloseTo(mean[j]! + scale[j]! * standardised.paths[n]![j]!, 10);
      });
    });
    expect(inData.mean).toEqual(Array.from(mean));
    inData.sd.forEach((sd, j) => {
      expect(sd).toBeCloseTo(scale[j]!, 6);
    });
    expect(standardised.mean).toEqual(inData.mean.map(() => 0));
    expect(inData.frame[0]).toBeCloseTo(mean[0]! - 3.4 * scale[0]!, 10);
  });

  it('takes every few points of a fine grid', () => {
    const { times, paths } = lawPicture(law(1, 1000), 0);
    expect(times).toHaveLength(250);
    expect(times[1]! - times[0]!).toBeCloseTo(0.04, 12);
    expect(paths.every((path) => path.length === 250)).toBe(true);
  });
});
