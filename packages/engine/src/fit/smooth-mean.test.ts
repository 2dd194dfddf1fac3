import { expect, it } from 'vitest';
import { InvalidInput } from '../model/input/invalid-input.ts';
import { knotsAt, meanAt, splineBasis, usualKnots } from './smooth-mean.ts';

const knots = [0, 1, 2.5, 6, 7];

it('passes through its values and goes on straight beyond its ends', () => {
  const values = [1, -2, 0.5, 3, 2];
  const mean = { knots, values };
  expect(Array.from(meanAt(mean, knots))).toEqual(values);
  const [a, b, c] = meanAt(mean, [-3, -2, -1]);
  expect(b! - a!).toBeCloseTo(c! - b!, 12);
  const [, end, beyond] = meanAt(mean, [6.999, 7, 7.001]);
  expect(beyond! - end!).toBeCloseTo(end! - meanAt(mean, [6.999])[0]!, 6);
});

it('is smooth: the first two derivatives have no jump at a knot, and no curvature is left at the ends', () => {
  const mean = { knots, values: [1, -2, 0.5, 3, 2] };
  const at = (t: number) => meanAt(mean, [t])[0]!;
  const h = 1e-3;
  const second = (t: number) => (at(t + h) - 2 * at(t) + at(t - h)) / (h * h);
  for (const knot of [1, 2.5, 6]) {
    expect((at(knot + h) - at(knot)) / h).toBeCloseTo((at(knot) - at(knot - h)) / h, 1);
    expect(second(knot + 2 * h)).toBeCloseTo(second(knot - 2 * h), 1);
  }
  for (const end of [2 * h, 7 - 2 * h]) expect(second(end)).toBeCloseTo(0, 1);
});

it('has straight lines among its functions', () => {
  const times = [-1, 0.3, 2, 4.4, 9];
  const { data } = splineBasis(knots, times);
  times.forEach((t, i) => {
    const row = Array.from(data.subarray(i * 5, i * 5 + 5));
    expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
    expect(row.reduce((sum, x, k) => sum + x * knots[k]!, 0)).toBeCloseTo(t, 12);
  });
});

it('has knots where something was read, and no more than there are times', () => {
  const times = Float64Array.of(8, 8, 8, 12, 20, 20);
  expect(knotsAt(times, 3)).toEqual([8, 12, 20]);
  expect(knotsAt(times, 2)).toEqual([8, 20]);
  expect(usualKnots(times)).toBe(3);
  expect(() => knotsAt(times, 4)).toThrow(InvalidInput);
});
