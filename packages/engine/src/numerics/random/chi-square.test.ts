import { describe, expect, it } from 'vitest';
import { chiSquareAt } from './chi-square.ts';
import { randomStream } from './random-stream.ts';

const COUNT = 20_000;
const draws = (freedom: number) =>
  Float64Array.from({ length: COUNT }, (_, i) => chiSquareAt(randomStream(11, freedom), freedom, i));

describe('chi-square numbers', () => {
  // For even degrees of freedom the distribution is a finite sum.
  it.each([
    [2, (x: number) => 1 - Math.exp(-x / 2)],
    [4, (x: number) => 1 - Math.exp(-x / 2) * (1 + x / 2)],
    [6, (x: number) => 1 - Math.exp(-x / 2) * (1 + x / 2 + (x * x) / 8)],
  ])('have the distribution for %d degrees of freedom (Kolmogorov)', (freedom, distribution) => {
    let distance = 0;
    draws(freedom)
      .sort()
      .forEach((value, i) => {
        const expected = distribution(value);
        distance = Math.max(distance, expected - i / COUNT, (i + 1) / COUNT - expected);
      });
    // Exceeded about once in 134,000.
    expect(Math.sqrt(COUNT) * distance).toBeLessThan(2.5);
  });

  it.each([1, 3, 25, 999])('have mean and variance for %d degrees of freedom', (freedom) => {
    const values = draws(freedom);
    const mean = values.reduce((a, b) => a + b) / COUNT;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (COUNT - 1);
    expect(Math.abs(mean - freedom) / Math.sqrt((2 * freedom) / COUNT)).toBeLessThan(4.4);
    // The fourth central moment is 12·ν·(ν + 4).
    const deviation = Math.sqrt((12 * freedom * (freedom + 4) - (2 * freedom) ** 2) / COUNT);
    expect(Math.abs(variance - 2 * freedom) / deviation).toBeLessThan(4.4);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuse %d degrees of freedom', (freedom) => {
    expect(() => chiSquareAt(randomStream(1), freedom, 0)).toThrow(`: ${freedom}`);
  });
});
