import { expect, it } from 'vitest';
import { stabilityPlot } from './stability-plot.ts';
import { label, linear, spaced, ticks } from './svg.ts';

it('ticks are round, within, and about as many as asked for', () => {
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticks(-1.145, 1, 5)).toEqual([-1, -0.5, 0, 0.5, 1]);
  expect(ticks(0.943, 1, 5)).toEqual([0.96, 0.98, 1]);
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
