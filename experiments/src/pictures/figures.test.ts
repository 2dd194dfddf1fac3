import { COLOUR, LAYOUT_STYLE, type Panel, panelPicture, panelsPicture } from '@sightline/answers/pictures';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SAMPLE_ERRORS,
  SAMPLE_HELD_OUT,
  SAMPLE_REGRETS,
  SAMPLE_RESOLUTIONS,
  SAMPLE_STABILITIES,
} from '../../test/sample-series.ts';
import { overlap, wordBoxes } from '../../test/wide-face.ts';
import type { Banded } from '../compare/series.ts';
import { figure1Series } from '../laws/figure-1.ts';
import { figure1Panels } from './figure-1.ts';
import { figure2aPanel, figure2cdPanels } from './figure-2.ts';
import { figure2bPanel } from './figure-2b.ts';
import { figure3Panels } from './figure-3.ts';
import { figure4Panels } from './figure-4.ts';

/** What any reader may expect of a picture. */
function expectLegible(svg: string): void {
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
  const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg)!.map(Number);
  const boxes = wordBoxes(svg);
  expect(boxes.length).toBeGreaterThan(5);
  for (const box of boxes) {
    expect(box.size, box.text).toBeGreaterThanOrEqual(11);
    expect(box.left, box.text).toBeGreaterThanOrEqual(0);
    expect(box.top, box.text).toBeGreaterThanOrEqual(0);
    expect(box.right, box.text).toBeLessThanOrEqual(width!);
    expect(box.bottom, box.text).toBeLessThanOrEqual(height!);
  }
  const covered = boxes.flatMap((a, i) =>
    boxes.slice(i + 1).flatMap((b) => (overlap(a, b) ? [`${a.text} / ${b.text}`] : [])),
  );
  expect(covered).toEqual([]);
  // Lines and marks: every coordinate that is written out in full.
  for (const [, name, value] of svg.matchAll(/ (x1|x2|cx|y1|y2|cy)="([^"]+)"/g)) {
    expect(Number(value), name).toBeGreaterThanOrEqual(0);
    expect(Number(value), name).toBeLessThanOrEqual(name!.includes('x') ? width! : height!);
  }
}

const FIGURES: Record<string, Panel[]> = {
  'figure 1': figure1Panels(figure1Series()),
  'figure 2': [
    figure2aPanel(SAMPLE_ERRORS),
    figure2bPanel(SAMPLE_REGRETS),
    ...figure2cdPanels(SAMPLE_RESOLUTIONS),
  ],
  'figure 3': figure3Panels(SAMPLE_HELD_OUT),
  'figure 4': figure4Panels(SAMPLE_STABILITIES),
};

describe.each(Object.entries(FIGURES))('%s', (_, panels) => {
  it.each(panels.map((panel) => [panel.title, panel] as const))('%s: is legible', (_title, panel) => {
    expectLegible(panelPicture(panel));
  });

  it('is legible with all panels in one picture', () => {
    const svg = panelsPicture('all', panels);
    const moved = wordBoxes(svg);
    expect(moved).toHaveLength(panels.flatMap((panel) => wordBoxes(panelPicture(panel))).length);
    const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg)!.map(Number);
    for (const [i, a] of moved.entries()) {
      expect(Math.max(a.right / width!, a.bottom / height!), a.text).toBeLessThanOrEqual(1);
      for (const b of moved.slice(i + 1)) expect(overlap(a, b), `${a.text} / ${b.text}`).toBe(false);
    }
  });
});

const share = fc.double({ min: 0.05, max: 0.98, noNaN: true });
const banded = share.map((value): Banded => ({ value, low: 0.9 * value, high: 1.1 * value }));
const six = fc.array(banded, { minLength: 6, maxLength: 6 });

it('stays legible whatever the numbers are', () => {
  fc.assert(
    fc.property(fc.array(six, { minLength: 8, maxLength: 8 }), (lines) => {
      const classes = SAMPLE_RESOLUTIONS.classes.map((own, c) => ({
        ...own,
        regret: lines[c]!,
        error: lines[c + 4]!,
      }));
      for (const panel of figure2cdPanels({ ...SAMPLE_RESOLUTIONS, classes }))
        expectLegible(panelPicture(panel));
      const panels = SAMPLE_HELD_OUT.panels.slice(0, 1).map((panel) => ({
        ...panel,
        layouts: panel.layouts.map((layout, l) => ({
          ...layout,
          r2: panel.budgets.map((_, k) => lines[l]![k]!.value),
        })),
      }));
      for (const panel of figure3Panels({ ...SAMPLE_HELD_OUT, panels })) expectLegible(panelPicture(panel));
    }),
    { numRuns: 60 },
  );
});

/** Numbers at the left with the heights that they stand for, as a reader finds them. */
function heights(svg: string, inside: (y: number) => boolean = () => true): { value: number; y: number }[] {
  return [
    ...svg.matchAll(
      /<text x="[^"]+" y="([^"]+)" text-anchor="end" font-size="11" fill="#666">([−\d.]+)<\/text>/g,
    ),
  ]
    .map(([, y, text]) => ({ y: Number(y) - 4, value: Number(text!.replace('−', '-')) }))
    .filter(({ y }) => inside(y));
}

/** What a point is by the axis: from two of its numbers. */
function reader(
  axis: readonly { value: number; y: number }[],
  scale: (value: number) => number,
  back: (value: number) => number,
) {
  const [a, b] = [axis[0]!, axis.at(-1)!];
  return (y: number) => back(scale(a.value) + ((y - a.y) / (b.y - a.y)) * (scale(b.value) - scale(a.value)));
}

/** The points of the line in this colour. */
function points(svg: string, colour: string): [number, number][] {
  const d = [...svg.matchAll(/<path d="(M[^"]+)" fill="none" stroke="([^"]+)" stroke-width="1.6"/g)].find(
    (match) => match[2] === colour,
  )![1]!;
  return d
    .slice(1)
    .split('L')
    .map((pair) => pair.split(',').map(Number) as [number, number]);
}

const same = (value: number) => value;

describe('what is read off is what was drawn', () => {
  it('on a linear axis', () => {
    const svg = panelPicture(figure2cdPanels(SAMPLE_RESOLUTIONS)[0]!);
    const read = reader(heights(svg), same, same);
    for (const [c, colour] of [COLOUR.grey, COLOUR.blue, COLOUR.green, COLOUR.red].entries()) {
      const found = points(svg, colour).map(([, y]) => read(y));
      for (const [i, { value }] of SAMPLE_RESOLUTIONS.classes[c]!.regret.entries())
        expect(found[i]).toBeCloseTo(value, 3);
    }
  });

  it('on logarithmic axes, with a reference that falls by the root', () => {
    const svg = panelPicture(figure2aPanel(SAMPLE_ERRORS));
    const read = reader(heights(svg), Math.log, Math.exp);
    for (const [i, [, y]] of points(svg, COLOUR.blue).entries())
      expect(read(y) / SAMPLE_ERRORS.targets[0]!.errors[i]!.value).toBeCloseTo(1, 2);
    const [, x1, y1, x2, y2] = /d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)" fill="none" stroke="#666"/
      .exec(svg)!
      .map(Number);
    const ends = points(svg, COLOUR.blue);
    expect([x1, x2]).toEqual([ends[0]![0], ends.at(-1)![0]]);
    expect(Math.log(read(y2!) / read(y1!)) / Math.log(1000 / 25)).toBeCloseTo(-0.5, 2);
  });

  it('in Figure 3, differences below included', () => {
    const svg = panelPicture(figure3Panels(SAMPLE_HELD_OUT)[0]!);
    const read = reader(
      heights(svg, (y) => y < 200),
      same,
      same,
    );
    const { layouts } = SAMPLE_HELD_OUT.panels[0]!;
    for (const { name, r2 } of layouts)
      for (const [k, [, y]] of points(svg, LAYOUT_STYLE[name].colour).entries())
        expect(read(y)).toBeCloseTo(r2[k]!, 2);
    const below = reader(
      heights(svg, (y) => y > 220),
      same,
      same,
    );
    const ranges = [...svg.matchAll(/<line x1="(\S+)" y1="(\S+)" x2="\1" y2="(\S+)" stroke="#111111"/g)];
    const own = SAMPLE_HELD_OUT.contrasts.filter(({ name }) => name === 'REM');
    expect(ranges).toHaveLength(own.length);
    own.forEach(({ difference: { low, high } }, k) => {
      expect(below(Number(ranges[k]![2]))).toBeCloseTo(low, 2);
      expect(below(Number(ranges[k]![3]))).toBeCloseTo(high, 2);
    });
  });

  it('in Figure 2b, where the envelope is the diagonal and none is lost', () => {
    const svg = panelPicture(figure2bPanel(SAMPLE_REGRETS));
    const axis = heights(svg).filter(({ value }) => value > 0);
    const read = reader(axis, Math.log, Math.exp);
    const across = [
      ...svg.matchAll(/<text x="([^"]+)" y="264" text-anchor="middle" font-size="11" fill="#666">([\d.]+)</g),
    ].map(([, x, text]) => ({ y: Number(x), value: Number(text) }));
    const readX = reader(across, Math.log, Math.exp);
    for (const [x, y] of points(svg, COLOUR.red)) expect(read(y) / readX(x)).toBeCloseTo(1, 1);
    const dots = [...svg.matchAll(/<circle cx="([^"]+)" cy="([^"]+)" r="1.1"/g)];
    expect(dots).toHaveLength(SAMPLE_REGRETS.cloud.length);
    const least = Math.max(...axis.map(({ y }) => y));
    const none = SAMPLE_REGRETS.cloud.filter(({ regret }) => regret < 1e-12).length;
    expect(dots.filter(([, , y]) => Number(y) > least + 6).length).toBeGreaterThanOrEqual(none);
    expect(svg).toContain(`no regret at all: ${Math.round((100 * none) / SAMPLE_REGRETS.cloud.length)} %`);
  });

  it('in Figure 4, where every subsample is in a bar and learning from all has no range', () => {
    const [sweep, spread] = figure4Panels(SAMPLE_STABILITIES).map(panelPicture);
    const whiskers = [
      ...sweep!.matchAll(/<line x1="(\S+)" y1="(\S+)" x2="\1" y2="\S+" stroke="#(?:111111|1d5fa8)"/g),
    ];
    expect(whiskers).toHaveLength(2 * 6);
    const bars = [...spread!.matchAll(/<rect x="\S+" y="(\S+)" width="\S+" height="(\S+)" fill="#ccc"/g)];
    const tall = bars.map(([, , height]) => Number(height));
    const one = Math.min(...tall.filter((height) => height > 0));
    // Bars are as tall as they are full: all of them hold 200 of each, in units of the smallest.
    const counted = tall.slice(0, tall.length / 2).reduce((sum, height) => sum + height / one, 0);
    expect(Math.abs(200 / counted - Math.round(200 / counted))).toBeLessThan(0.05);
  });
});

it('tells lines apart without colour', () => {
  for (const panels of Object.values(FIGURES))
    for (const panel of panels) {
      const lines = [
        ...panelPicture(panel).matchAll(
          /<path d="M[^"]+" fill="none" stroke="[^"]+" stroke-width="1.6"([^/]*)\/>/g,
        ),
      ];
      const dashes = lines.map(([, rest]) => /stroke-dasharray="([^"]+)"/.exec(rest!)?.[1] ?? 'whole');
      // Two whole lines are allowed where their marks differ.
      expect(dashes.filter((dash) => dash !== 'whole').length, panel.title).toBe(
        new Set(dashes.filter((dash) => dash !== 'whole')).size,
      );
    }
});
