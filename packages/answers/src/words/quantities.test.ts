import { describe, expect, it } from 'vitest';
import { minus, placesOf, shares, valueEnds } from './quantities.ts';

describe('shares', () => {
  it.each([
    [2.625e-10, 0.866, '0.000', '0.866'],
    [0.0004, 0.0012, '0.000', '0.001'],
    [0.5001, 0.5002, '0.5001', '0.5002'],
    [1e-8, 3e-8, '1.000e-8', '3.000e-8'],
    [0.0002, 0.0009, '2.000e-4', '9.000e-4'],
  ])('from %d to %d', (low, high, from, to) => {
    expect(shares(low, high)).toEqual([from, to]);
  });
});

describe('valueEnds', () => {
  it.each([
    [[0.97, 0.98], 0.97, 0.98],
    [[0.955, 0.996], 0.95, 1],
    [[0.824, 0.9961], 0.8, 1],
    [[0.2, 0.7], 0, 0.8],
    [[0, 1], 0, 1],
    [[0.9961, 0.9962], 0.996, 0.9965],
    [[-0.3, 0.5], -0.4, 0.6],
    [[], 0, 1],
  ])('%j', (values, low, high) => {
    const ends = valueEnds(values);
    expect(ends[0]).toBeLessThanOrEqual(Math.min(...values, low));
    expect(ends[1]).toBeGreaterThanOrEqual(Math.max(...values, high));
    // At least a third of an axis that does not begin at 0 is taken by what it shows.
    if (ends[0] > 0 && values.length > 0)
      expect((Math.max(...values) - Math.min(...values)) / (ends[1] - ends[0])).toBeGreaterThan(0.15);
    expect(ends[0]).toBeCloseTo(low, 9);
    expect(ends[1]).toBeCloseTo(high, 9);
  });
});

it('has a place more where values would read alike', () => {
  expect(placesOf([0.1234, 0.2])).toBe(3);
  expect(placesOf([0.9961, 0.9958])).toBe(4);
  expect(placesOf([0.5, 0.5])).toBe(3);
});

it('writes a minus before a number, and leaves hyphens in words', () => {
  expect(minus('between -0.5 and 1')).toBe('between −0.5 and 1');
  expect(minus('dispersed-16 at 1e-9, well-known')).toBe('dispersed-16 at 1e-9, well-known');
});
