import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stabilityPlot } from './stability-plot.ts';
import { label, linear, spaced, ticks } from './svg.ts';

it('ticks are round, within, and about as many as asked for', () => {
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticks(-1.145, 1, 5)).toEqual([-1, -0.5, 0, 0.5, 1]);
  expect(ticks(0.943, 1, 5)).toEqual([0.96, 0.98, 1]);
});

it('ticks between numbers that differ by rounding, or not at all, are one; and few between any others', () => {
  expect(ticks(0.9999999999999999, 1, 5)).toEqual([1]);
  expect(ticks(3, 3, 5)).toEqual([3]);
  expect(ticks(0, 5e-324, 5)).toEqual([0]);
  expect(linear([3, 3], [10, 20])(3)).toBe(15);
  const ends = fc.tuple(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(ends, fc.integer({ min: 1, max: 12 }), ([a, b], count) => {
      const found = ticks(Math.min(a, b), Math.max(a, b), count);
      expect(found.length).toBeLessThanOrEqual(3 * count + 2);
      expect(found.every(Number.isFinite)).toBe(true);
      expect(found.every((one, k) => k === 0 || one > found[k - 1]!)).toBe(true);
    }),
  );
});

it('labels are pushed apart and stay within', () => {
  const placed = spaced([100, 99, 98, 20], 10, [0, 100]);
  expect(placed).toEqual([100, 90, 80, 20]);
  expect(linear([0, 2], [10, 20])(1)).toBe(15);
  expect(label(-0.1)).toBe('−0.1');
});

it('a histogram holds every subsample, also the largest', () => {
  const values = [-0.2, -0.1, 0, 0.1, 0.4];
  const svg = stabilityPlot({
    target: 'a <b> & "c"',
    budget: 4,
    subsamples: 5,
    share: 0.8,
    folds: { seed: 0, outer: 5, inner: 3 },
    differences: [{ a: 'aware-4', b: 'dispersed-4', median: 0, low: -0.2, high: 0.4, values }],
  });
  const bars = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="[^"]+" height="([^"]+)"/g)];
  expect(bars.filter(([, height]) => Number(height) > 0)).toHaveLength(5);
  expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
  expect(svg).not.toMatch(/NaN|Infinity/);
});
