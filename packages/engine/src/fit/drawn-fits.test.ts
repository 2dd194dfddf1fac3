import { describe, expect, it } from 'vitest';
import { exp, log } from '../numerics/elementary.ts';
import { matrixFromRows } from '../numerics/matrix.ts';
import { meanAndDeviation, quantile } from '../numerics/quantile.ts';
import { drawnFits, type FittedParameters } from './drawn-fits.ts';

const DRAWS = 20_000;

function columns(fitted: FittedParameters, seed = 1): Float64Array[] {
  const draw = drawnFits(fitted, seed);
  const rows = Array.from({ length: DRAWS }, (_, b) => draw(b));
  return fitted.parameters.map((_, i) => Float64Array.from(rows, (row) => row[i]!));
}

describe('draws of fitted parameters', () => {
  it('have the covariance that they are drawn from, on their scales', () => {
    const covariance = matrixFromRows([
      [0.04, -0.01, 0],
      [-0.01, 0.09, 0.1],
      [0, 0.1, 4],
    ]);
    const [tau, sd, mean] = columns({
      parameters: [
        { name: 'tau', value: 3, scale: 'log' },
        { name: 'sd', value: 50, scale: 'log' },
        { name: 'mean', value: 140, scale: 'none' },
      ],
      covariance,
      units: 100_000,
    }) as [Float64Array, Float64Array, Float64Array];
    const errors = [tau.map((x) => log(x / 3)), sd.map((x) => log(x / 50)), mean.map((x) => x - 140)];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const product = errors[i]!.reduce((sum, e, b) => sum + e * errors[j]![b]!, 0) / DRAWS;
        const unit = Math.sqrt(covariance.data[i * 4]! * covariance.data[j * 4]!);
        expect(Math.abs(product - covariance.data[i * 3 + j]!) / unit).toBeLessThan(0.03);
      }
  });

  it('have Student’s quantiles by the number of units', () => {
    const fitted = (units: number): FittedParameters => ({
      parameters: [{ name: 'tau', value: 1, scale: 'log' }],
      covariance: matrixFromRows([[1]]),
      units,
    });
    // Quantiles 0.975 of Student's distribution with 9 and 4 degrees of freedom.
    for (const [units, t] of [
      [10, 2.262],
      [5, 2.776],
    ] as const) {
      const logs = columns(fitted(units))[0]!.map(log).sort();
      expect(Math.abs(quantile(logs, 0.975) - t)).toBeLessThan(0.1);
      expect(Math.abs(quantile(logs, 0.025) + t)).toBeLessThan(0.1);
    }
  });

  it('of a share away from 0 have a normal logit', () => {
    const [share] = columns({
      parameters: [{ name: 'trait', value: 0.3, scale: 'logit' }],
      covariance: matrixFromRows([[0.16]]),
      units: 100_000,
    });
    const { mean, deviation } = meanAndDeviation(share!.map((x) => log(x / (1 - x))));
    expect(Math.abs(mean - log(0.3 / 0.7))).toBeLessThan(0.01);
    expect(Math.abs(deviation - 0.4)).toBeLessThan(0.01);
  });

  // A share of 0.02 with a standard error of 0.05: that of its logit is 2.55, and 1.96 of these would end at 0.75.
  const near = { share: 0.02, error: 0.05 };
  const logit = near.error / (near.share * (1 - near.share));
  const odds = near.share / (1 - near.share);
  const shift = odds * (logit / 0.5 - 1);

  it('of a share near 0 reach as far as its own error, and not to 1', () => {
    const [share] = columns({
      parameters: [{ name: 'trait', value: near.share, scale: 'logit' }],
      covariance: matrixFromRows([[logit * logit]]),
      units: 100_000,
    });
    const ordered = share!.toSorted();
    expect(ordered[0]).toBe(0);
    const end = (odds + shift) * exp(0.5 * 1.96) - shift;
    expect(Math.abs(quantile(ordered, 0.975) - end / (1 + end))).toBeLessThan(0.006);
    expect(end / (1 + end)).toBeLessThan(0.17);
    // Φ(log(c/(o + c))/0.5) of the draws end at the bound.
    const atBound = share!.filter((x) => x === 0).length / DRAWS;
    expect(Math.abs(atBound - 0.3313)).toBeLessThan(0.012);
  });

  it('beyond the bound of a share are those of a fit with the share at the bound', () => {
    const [ofLog, correlation] = [0.3, -0.9];
    const [shares, taus] = columns({
      parameters: [
        { name: 'trait', value: near.share, scale: 'logit' },
        { name: 'tau', value: 0.5, scale: 'log' },
      ],
      covariance: matrixFromRows([
        [logit * logit, correlation * logit * ofLog],
        [correlation * logit * ofLog, ofLog * ofLog],
      ]),
      units: 100_000,
    }) as [Float64Array, Float64Array];
    // Given the share's scale, the logarithm is normal: its mean moves by the regression, and of its variance 1 − ρ² is left.
    const atBound = taus.filter((_, b) => shares[b] === 0).map((tau) => log(tau / 0.5));
    const { mean, deviation } = meanAndDeviation(atBound);
    const moved = (correlation * ofLog * (log(shift) - log(odds + shift))) / 0.5;
    expect(Math.abs(mean - moved)).toBeLessThan(0.006);
    expect(Math.abs(deviation - ofLog * Math.sqrt(1 - correlation * correlation))).toBeLessThan(0.005);
  });

  it('are each a function of seed and number, and leave what is held as it is', () => {
    const fitted: FittedParameters = {
      parameters: [
        { name: 'tau', value: 3, scale: 'log' },
        { name: 'noise', value: 2, scale: 'log' },
      ],
      covariance: matrixFromRows([
        [0.1, 0],
        [0, 0],
      ]),
      units: 30,
    };
    const [one, other] = [drawnFits(fitted, 7), drawnFits(fitted, 7)];
    other(0);
    other(1);
    expect(other(5)).toEqual(one(5));
    expect(drawnFits(fitted, 8)(5)).not.toEqual(one(5));
    expect(one(3)[1]).toBe(2);
  });
});

describe('draws of a parameter at its bound', () => {
  it('stay there in half of the draws, and end where its interval does; others move with it', () => {
    const [shares, taus] = columns({
      parameters: [
        { name: 'trait', value: 0, scale: 'logit' },
        { name: 'tau', value: 3, scale: 'log' },
      ],
      covariance: matrixFromRows([
        [0, 0],
        [0, 1e-12],
      ]),
      bounds: [{ parameter: 'trait', set: [0.1, 2.4] }],
      units: 100_000,
    }) as [Float64Array, Float64Array];
    expect(Math.abs(shares.filter((share) => share === 0).length / DRAWS - 0.5)).toBeLessThan(0.012);
    expect(Math.abs(quantile(shares.toSorted(), 0.975) - 0.1)).toBeLessThan(0.003);
    // On its way to the end the memory is a power of the ratio of the two.
    taus.forEach((tau, b) => {
      expect(log(tau / 3)).toBeCloseTo((shares[b]! / 0.1) * log(2.4 / 3), 4);
    });
  });
});
