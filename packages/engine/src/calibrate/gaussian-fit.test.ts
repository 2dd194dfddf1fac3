import { describe, expect, it } from 'vitest';
import { log } from '../numerics/elementary.ts';
import { zeros } from '../numerics/matrix.ts';
import { normalAt, randomStream, uniformAt } from '../numerics/random/random-stream.ts';
import { gaussianFit } from './gaussian-fit.ts';

const P = 5;
const N = 20_000;
const stream = randomStream(2, 'fit');

/** Trajectories whose value at a time is made of normal numbers: one for the trajectory, one for the time. */
function trajectories(value: (shared: number, own: number, i: number) => number) {
  const values = zeros(N, P);
  for (let i = 0; i < N; i++)
    for (let j = 0; j < P; j++)
      values.data[i * P + j] = value(normalAt(stream, i * 8), normalAt(stream, i * 8 + 1 + j), i);
  return values;
}

describe('gaussianFit', () => {
  it('of a Gaussian law: no skewness, no excess, straight plots, squares correlated as ρ²', () => {
    const { skewness, kurtosis, quantiles, pairs } = gaussianFit(trajectories((a, b) => 3 + 2 * (a + b)));
    for (const own of skewness) expect(Math.abs(own)).toBeLessThan(4 * Math.sqrt(6 / N));
    for (const own of kurtosis) expect(Math.abs(own)).toBeLessThan(4 * Math.sqrt(24 / N));
    for (const [k, own] of quantiles.pooled.entries()) expect(own).toBeCloseTo(quantiles.normal[k]!, 0.9);
    expect(quantiles.points.map(({ point }) => point)).toEqual([0, 2, 4]);
    expect(pairs.points).toEqual([0, 1, 2, 3, 4]);
    for (const [k, own] of pairs.distances.entries()) expect(own / pairs.chiSquare[k]!).toBeCloseTo(1, 1);
    expect(pairs.outside).toBeCloseTo(0.05, 2);
    expect(pairs.squares.gaussian).toBeCloseTo(0.25, 1);
    expect(pairs.squares.data).toBeCloseTo(pairs.squares.gaussian, 1);
  });

  it('of exponential values: the skewness 2 and the excess 6', () => {
    const values = zeros(N, 2);
    for (let n = 0; n < values.data.length; n++) values.data[n] = -log(uniformAt(stream, n));
    const { skewness, kurtosis, quantiles } = gaussianFit(values);
    for (const own of skewness) expect(Math.abs(own - 2)).toBeLessThan(0.3);
    for (const own of kurtosis) expect(Math.abs(own - 6)).toBeLessThan(2.5);
    expect(quantiles.pooled[0]).toBeCloseTo(-1, 1);
  });

  it('of a scale that trajectories share: squares are correlated, and pairs lie outside of their ellipse', () => {
    const { pairs } = gaussianFit(trajectories((a, b, i) => b * (i % 2 === 0 ? 1 : 3) + 0 * a));
    expect(pairs.squares.gaussian).toBeLessThan(0.01);
    expect(pairs.squares.data).toBeGreaterThan(0.1);
    expect(pairs.outside).toBeGreaterThan(0.08);
  });
});
