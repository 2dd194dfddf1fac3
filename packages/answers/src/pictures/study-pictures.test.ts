import { describe, expect, it } from 'vitest';
import { complaints, drawn } from '../../test/picture-boxes.ts';
import { frontierPicture } from './frontier-picture.ts';
import { intervalsPicture } from './intervals-picture.ts';
import { lawFitPicture } from './law-fit-picture.ts';
import { COLOUR } from './palette.ts';
import { protocolsPicture } from './protocols-picture.ts';
import { rangePicture } from './range-picture.ts';
import { sensitivityPicture } from './sensitivity-picture.ts';
import { unitsPicture } from './units-picture.ts';
import { grouped, worldsPicture } from './worlds-picture.ts';

const WIDTHS = [320, 358, 720, 1100];
const HOSTILE = '<script>alert(1)</script> & "a" \u0007';
const LONG = 'a protocol whose name is much longer than any picture would have room for, and then some';

const circles = (svg: string) => drawn(svg).filter(({ name }) => name === 'circle');
const numbers = (of: Record<string, string>, ...keys: string[]) => keys.map((key) => Number(of[key]));
/** Two points on an axis, by their labels, give its scale. */
function axis(svg: string, low: string, high: string, key: 'x' | 'y'): (value: number) => number {
  const at = (text: string) =>
    Number(drawn(svg).find((one) => one.name === 'text' && one.text === text)!.attributes[key]);
  const [a, b] = [at(low), at(high)];
  return (value) => a + ((value - Number(low)) / (Number(high) - Number(low))) * (b - a);
}

const PICTURES: Record<string, (name: string, width: number) => string> = {
  protocols: (name, width) =>
    protocolsPicture({
      horizon: 10,
      unit: 'h',
      width,
      protocols: [
        {
          name,
          value: 0.139569,
          cost: 1,
          note: 'behind the benchmark',
          actions: [{ at: 0, width: 0, repeats: 3 }],
        },
        { name: 'b', value: null, cost: null, actions: [{ at: 10, width: 4, repeats: 1 }] },
        { name: 'c', value: 1, cost: 123456.789, actions: [] },
      ],
    }),
  range: (name, width) =>
    rangePicture({
      width,
      ranges: [
        {
          name,
          verdict: 'not known',
          value: 0.7475,
          range: { low: 0.43, high: 1, lowStatus: 'exact', highStatus: 'attained' },
        },
        {
          name: 'b',
          verdict: 'known',
          value: 0,
          range: { low: 0, high: 0, lowStatus: 'exact', highStatus: 'exact' },
        },
        { name: 'c', verdict: 'undecided', value: null, range: null },
        {
          name: 'd',
          verdict: 'not known',
          value: null,
          range: { low: 0, high: 1, lowStatus: 'attained', highStatus: 'exact' },
        },
      ],
    }),
  intervals: (name, width) =>
    intervalsPicture({
      width,
      level: 0.95,
      intervals: [
        { name, value: 0.639, low: 0.563, high: 0.702, best: true },
        { name: 'b', value: 0.407, low: 0, high: 1, best: false },
      ],
    }),
  'fit of the law': (_, width) =>
    lawFitPicture({
      width,
      panels: [
        {
          title: 'Single times',
          subtitle: 'standardised values; grey: at three times',
          across: 'quantile of a normal distribution',
          law: [-2.58, 0, 2.58],
          data: [-1.4, -0.2, 5.1],
          parts: [[-1.2, 0, 6.4]],
        },
      ],
    }),
  units: (_, width) =>
    unitsPicture({
      width,
      gap: 0.054,
      units: 80,
      unitsNeeded: 1932,
      curve: [
        { units: 40, epsilon: 0.185, measured: true },
        { units: 80, epsilon: 0.133, measured: true },
        { units: 1280, epsilon: 0.033, measured: false },
        { units: 2560, epsilon: 0.023, measured: false },
      ],
    }),
  'units that never do': (_, width) =>
    unitsPicture({
      width,
      gap: 0.9,
      units: 80,
      unitsNeeded: null,
      curve: [{ units: 80, epsilon: 0.133, measured: true }],
    }),
  frontier: (name, width) =>
    frontierPicture({
      width,
      best: { cost: 4, value: 0.5, upperBound: 0.52, certified: false },
      frontier: [
        { cost: 1, value: 0.2, certified: true },
        { cost: 4, value: 0.5, certified: false },
      ],
      comparators: [
        { name, cost: 4, value: 0.49 },
        { name: 'b', cost: 4, value: 0.49 },
        { name: 'c', cost: 3, value: 0.1 },
      ],
    }),
  'frontier of nothing': (_, width) =>
    frontierPicture({
      width,
      best: { cost: 0, value: 0, upperBound: 0, certified: true },
      frontier: [],
      comparators: [],
    }),
  sensitivity: (_, width) =>
    sensitivityPicture({
      width,
      horizon: 10,
      unit: 'h',
      moved: [
        {
          at: 2,
          freedom: { from: 1, to: 3 },
          curve: [0, 2, 5, 10].map((at) => ({ at, loss: (at - 2) / 80 })),
        },
        {
          at: 8,
          freedom: { from: 8, to: 8 },
          curve: [0, 8, 10].map((at) => ({ at, loss: Math.abs(at - 8) / 80 })),
        },
      ],
    }),
  worlds: (name, width) =>
    worldsPicture({
      width,
      alternative: name,
      realised: 'first',
      stationary: false,
      grid: { horizon: 2, unit: 'h' },
      seen: [{ at: 0.5, width: 0 }],
      held: ['value of first: 0.35 and 0.35'],
      worlds: [
        {
          value: 0.43,
          covariance: [
            [1, -0.5],
            [-0.5, 1],
          ],
        },
        {
          value: 1,
          covariance: [
            [1, 0.25],
            [0.25, 1],
          ],
        },
      ],
    }),
  'stationary worlds': (name, width) =>
    worldsPicture({
      width,
      alternative: name,
      realised: 'first',
      stationary: true,
      grid: { horizon: 2, unit: '' },
      seen: [{ at: 0.5, width: 0 }],
      held: [],
      worlds: [
        {
          value: 0.43,
          covariance: [
            [1, -0.5],
            [-0.5, 1],
          ],
        },
        {
          value: 1,
          covariance: [
            [1, 0.25],
            [0.25, 1],
          ],
        },
      ],
    }),
};

describe.each(Object.entries(PICTURES))('the picture of %s', (_, draw) => {
  it.each(WIDTHS)('has its words in place, %i wide', (width) => {
    for (const name of ['a', LONG, HOSTILE, '']) expect(complaints(draw(name, width))).toEqual([]);
  });

  it('escapes what users write, and keeps names whole', () => {
    const svg = draw(HOSTILE, 720);
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0007');
    if (draw('a', 720) !== draw('b', 720)) expect(draw(LONG, 320)).toContain(LONG);
  });

  it('has colours of the palette only, and a title', () => {
    const svg = draw('a', 720);
    const known = new Set<string>([...Object.values(COLOUR), 'none']);
    for (const [, colour] of svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)) expect(known).toContain(colour);
    expect(svg).toMatch(/^<svg [^>]*class="picture"[^>]*>\n<title>[^<]+<\/title>/);
  });
});

describe('marks lie where the numbers say', () => {
  it('readings and windows on the timeline', () => {
    const svg = protocolsPicture({
      horizon: 10,
      unit: 'h',
      protocols: [
        {
          name: 'a',
          cost: 2,
          value: 0.25,
          actions: [
            { at: 2.5, width: 0, repeats: 1 },
            { at: 9, width: 4, repeats: 1 },
          ],
        },
      ],
    });
    const x = axis(svg, '0', '10', 'x');
    expect(Number(circles(svg)[0]!.attributes.cx)).toBeCloseTo(x(2.5), 1);
    const rects = drawn(svg).filter(({ name }) => name === 'rect');
    const window = rects.find(({ attributes }) => attributes.rx !== undefined)!;
    const [left, width] = numbers(window.attributes, 'x', 'width');
    // What hangs over the horizon is not read.
    expect([left, left! + width!]).toEqual([expect.closeTo(x(7), 1), expect.closeTo(x(10), 1)]);
    const [track, bar] = rects.filter(({ attributes }) => attributes.height === '14');
    expect(Number(bar!.attributes.width) / Number(track!.attributes.width)).toBeCloseTo(0.25, 6);
  });

  it('ends of ranges, and the value under the law given', () => {
    const svg = rangePicture({
      ranges: [
        {
          name: 'a',
          verdict: 'not known',
          value: 0.75,
          range: { low: 0.43, high: 0.9, lowStatus: 'exact', highStatus: 'attained' },
        },
      ],
    });
    const x = axis(svg, '0', '1', 'x');
    const bar = drawn(svg).find(({ attributes }) => attributes.fill === COLOUR.blueBand)!;
    const [left, width] = numbers(bar.attributes, 'x', 'width');
    expect([left, left! + width!]).toEqual([expect.closeTo(x(0.43), 1), expect.closeTo(x(0.9), 1)]);
    expect(Number(circles(svg)[0]!.attributes.cx)).toBeCloseTo(x(0.75), 1);
    const wall = drawn(svg).filter(({ attributes }) => attributes['stroke-width'] === '3');
    expect(wall.map(({ attributes }) => Number(attributes.x1))).toEqual([expect.closeTo(x(0.43), 1)]);
  });

  it('estimates and intervals, those that may be best filled', () => {
    const svg = PICTURES.intervals!('a', 720);
    const x = axis(svg, '0', '1', 'x');
    const [best, other] = circles(svg);
    expect(Number(best!.attributes.cx)).toBeCloseTo(x(0.639), 1);
    expect([best!.attributes.fill, other!.attributes.fill]).toEqual([COLOUR.blue, COLOUR.ground]);
  });

  it('twice the error by units on a logarithmic axis, and where it meets the gap', () => {
    const svg = PICTURES.units!('', 720);
    const at = circles(svg).map(({ attributes }) => numbers(attributes, 'cx', 'cy'));
    const [needed, forty, eighty, many] = at as [number[], number[], number[], number[]];
    // 40 → 80 is one doubling, 80 → 1280 four.
    expect((many[0]! - eighty[0]!) / (eighty[0]! - forty[0]!)).toBeCloseTo(4, 1);
    const y = axis(svg, '0', '0.2', 'y');
    expect(forty[1]! - y(0)).toBeCloseTo(((y(0.2) - y(0)) / 0.2) * 0.37 - 4, 0);
    expect(needed[1]! + 4).toBeCloseTo(y(0.054), 0);
  });

  it('costs and values, and the bound above', () => {
    const svg = PICTURES.frontier!('a', 720);
    const [x, y] = [axis(svg, '1', '4', 'x'), axis(svg, '0', '0.4', 'y')];
    const [first] = circles(svg);
    expect(Number(first!.attributes.cx)).toBeCloseTo(x(1), 1);
    expect(Number(first!.attributes.cy) + 4).toBeCloseTo(y(0.2), 1);
    const bound = drawn(svg).find(
      (one) => one.attributes.stroke === COLOUR.red && one.attributes['stroke-width'] === '2',
    )!;
    expect(Number(bound.attributes.y1) + 4).toBeCloseTo(y(0.52), 1);
  });

  it.each([320, 720])('losses on a scale that every row shows, %i wide', (width) => {
    const svg = PICTURES.sensitivity!('', width);
    const x = axis(svg, '0', '10', 'x');
    const heights = (text: string) =>
      drawn(svg)
        .filter((one) => one.name === 'text' && one.text === text && one.attributes['text-anchor'] === 'end')
        .map(({ attributes }) => Number(attributes.y) - 4);
    const [zeros, tenths] = [heights('0'), heights('0.1')];
    expect([zeros.length, tenths.length]).toEqual([2, 2]);
    const points = drawn(svg)
      .filter(({ name }) => name === 'path')
      .map(({ attributes }) =>
        attributes
          .d!.slice(1)
          .split('L')
          .map((point) => point.split(',').map(Number)),
      );
    // Moving from 2 to 10, and from 8 to 0, both lose a tenth.
    expect(points[0]!.at(-1)).toEqual([expect.closeTo(x(10), 1), expect.closeTo(tenths[0]!, 1)]);
    expect(points[1]![0]).toEqual([expect.closeTo(x(0), 1), expect.closeTo(tenths[1]!, 1)]);
    expect(points[1]![1]).toEqual([expect.closeTo(x(8), 1), expect.closeTo(zeros[1]!, 1)]);
    expect(svg).toContain('at 8 h: free from 8 h to 8 h');
  });

  it('has no scale for what loses nothing', () => {
    const curve = [0, 5, 10].map((at) => ({ at, loss: 0 }));
    const moved = [{ action: 0, at: 5, freedom: { from: 0, to: 10 }, curve }];
    const texts = drawn(sensitivityPicture({ horizon: 10, unit: '', moved })).map(({ text }) => text);
    expect(texts).not.toContain('1e-9');
    expect(complaints(sensitivityPicture({ horizon: 10, unit: '', moved }))).toEqual([]);
  });

  it('squares as large as correlations, open where they are negative', () => {
    const svg = PICTURES.worlds!('a', 720);
    const sizes = (fill: string) =>
      drawn(svg)
        .filter((one) => one.name === 'path' && one.attributes.fill === fill)
        .map(({ attributes }) => [...attributes.d!.matchAll(/h(\d[\d.]*)/g)].map(([, side]) => Number(side)));
    const [one, other] = sizes(COLOUR.blue);
    expect([one!.length, other!.length]).toEqual([2, 4]);
    // Areas, not sides: a quarter of the correlation is half the side.
    expect(other![1]! / other![0]!).toBeCloseTo(0.5, 2);
    expect(sizes(COLOUR.ground)[0]).toHaveLength(2);
  });

  it('takes neighbouring times together on large grids, as their mean', () => {
    const size = 70;
    const rows = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => i + 100 * j));
    const cells = grouped(rows);
    expect(cells.length).toBeLessThanOrEqual(32);
    // Blocks of 3, the last of 1.
    expect(cells[0]![0]).toBe(1 + 100);
    expect(cells.at(-1)!.at(-1)).toBe(69 + 6900);
    expect(cells[1]![2]).toBe(4 + 100 * 7);
  });
});
