import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contiguousTemplate } from '../layouts/contiguous.ts';
import { dispersedTemplate } from '../layouts/dispersed.ts';
import { middlesTemplate } from '../layouts/middles.ts';
import { layoutOfName } from '../layouts.ts';
import {
  countEpochs,
  halfToEven,
  onGrid,
  overlapMean,
  type StateInterval,
  type StateMapping,
  sampleRuns,
  validEpochs,
} from './state-grid.ts';

describe('state records on a grid', () => {
  const mapping: StateMapping = {
    resolution: 30,
    rounding: 'nearest',
    invalid: ['?'],
    block: 1,
    points: 4,
    reading: 'anchor',
  };
  it('epochs by rounding, invalid ones and gaps taken out', () => {
    const intervals = [
      { from: 0, to: 60, state: 'W' },
      { from: 60, to: 120, state: '?' },
      { from: 180, to: 240, state: 'R' },
      { from: 241, to: 302, state: 'W' },
    ];
    expect([...validEpochs(intervals, new Set(['R']), mapping)]).toEqual([0, 0, 1, 1, 0, 0]);
  });
  it('an epoch that two intervals claim counts once', () => {
    const overlapping = [
      { from: 0, to: 90, state: 'R' },
      { from: 60, to: 120, state: 'W' },
    ];
    expect([...validEpochs(overlapping, new Set(['R']), mapping)]).toEqual([1, 1, 1, 0]);
  });
  it('blocks: the mean of 60 seconds, an incomplete last one left out', () => {
    const seconds: StateMapping = { ...mapping, resolution: 1, rounding: 'down', block: 60 };
    const intervals = [
      { from: 0.9, to: 30.2, state: 'A' },
      { from: 30.2, to: 150, state: 'B' },
    ];
    expect([...validEpochs(intervals, new Set(['A']), seconds)]).toEqual([0.5, 0]);
  });
  it('epochs are those of one sample after the other', () => {
    const stretch = fc.record({
      gap: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 90, noNaN: true })),
      lasts: fc.double({ min: 0.1, max: 200, noNaN: true }),
      state: fc.constantFrom('A', 'B', '?'),
    });
    const rounding = fc.constantFrom<StateMapping['rounding']>('nearest', 'down');
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 12 }),
        rounding,
        fc.constantFrom(1, 7, 30),
        fc.integer({ min: 1, max: 5 }),
        (stretches, rounding, resolution, block) => {
          let at = 0;
          const intervals = stretches.map(({ gap, lasts, state }): StateInterval => {
            const from = at + gap;
            at = from + lasts;
            return { from, to: at, state };
          });
          const own: StateMapping = { ...mapping, resolution, rounding, block };
          const epochs = validEpochs(intervals, new Set(['A']), own);
          expect([...epochs]).toEqual(oneByOne(intervals, own));
          expect(countEpochs(sampleRuns(intervals, own), own)).toBe(epochs.length);
        },
      ),
    );
  });
  it('more epochs than there may be are refused, and none is made', () => {
    for (const to of [1e10, 1e300, Number.MAX_VALUE])
      expect(() => validEpochs([{ from: 0, to, state: 'R' }], new Set(['R']), mapping)).toThrow(
        'epochs of 30 s',
      );
    // What lies before the first state is no part of it.
    const late = [{ from: 3e14, to: 3e14 + 120, state: 'R' }];
    expect([...validEpochs(late, new Set(['R']), mapping)]).toEqual([1, 1, 1, 1]);
  });
  it('anchors: the epoch in the middle of bins with edges rounded half to even', () => {
    const epochs = Float64Array.from({ length: 10 }, (_, i) => i);
    // Edges 0, 2.5 → 2, 5, 7.5 → 8, 10: middles 1, 3, 6, 9.
    expect([...onGrid(epochs, mapping).features]).toEqual([1, 3, 6, 9]);
    expect(onGrid(epochs, mapping).target).toBe(4.5);
    expect([0.5, 1.5, 2.5, 2.4, 2.6].map(halfToEven)).toEqual([0, 2, 2, 2, 3]);
  });
  it('means: epoch i belongs to bin i·p div n; overlap: to the part that lies inside', () => {
    const epochs = Float64Array.of(0, 1, 1, 0, 1, 1);
    // Bins of 1.5 epochs: 0, 1 | 2 | 3, 4 | 5.
    expect([...onGrid(epochs, { ...mapping, reading: 'mean' }).features]).toEqual([0.5, 1, 0.5, 1]);
    const shares = onGrid(epochs, { ...mapping, reading: 'overlap' }).features;
    [0.5 / 1.5, 1, 0.5 / 1.5, 1].forEach((share, k) => {
      expect(shares[k]).toBeCloseTo(share, 14);
    });
    expect(overlapMean(epochs, 0.25, 2.25)).toBeCloseTo(1.25 / 2, 14);
  });
  it('refuses recordings that are too short', () => {
    expect(() => onGrid(new Float64Array(3), mapping)).toThrow('3 valid epochs');
  });
});

/** A sample for each stretch of time, then their means. */
function oneByOne(
  intervals: readonly StateInterval[],
  { resolution, rounding, block, invalid }: StateMapping,
): number[] {
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  const of = new Map<number, string>();
  for (const { from, to, state } of intervals)
    for (let i = at(from / resolution); i < at(to / resolution); i++) if (!of.has(i)) of.set(i, state);
  const samples = [...of]
    .sort(([a], [b]) => a - b)
    .flatMap(([, state]) => (invalid.includes(state) ? [] : [state]));
  const epochs: number[] = [];
  for (let i = 0; i + block <= samples.length; i += block)
    epochs.push(samples.slice(i, i + block).filter((state) => state === 'A').length / block);
  return epochs;
}

describe('templates', () => {
  it('contiguous around the middle, dispersed from end to end', () => {
    expect(contiguousTemplate(128, 4)).toEqual([62, 63, 64, 65]);
    expect(contiguousTemplate(9, 2)).toEqual([3, 4]);
    expect(dispersedTemplate(128, 4)).toEqual([0, 42, 85, 127]);
    expect(dispersedTemplate(96, 4, 'down')).toEqual([0, 31, 63, 95]);
    expect(dispersedTemplate(96, 1, 'down')).toEqual([0]);
    // Half-way between two grid points the earlier one is read, as by a protocol.
    expect(middlesTemplate(24, 1)).toEqual([11]);
    expect(middlesTemplate(24, 4)).toEqual([2, 8, 14, 20]);
    expect(middlesTemplate(24, 8)).toEqual([1, 4, 7, 10, 13, 16, 19, 22]);
    expect(middlesTemplate(128, 3)).toEqual([21, 63, 106]);
    expect(layoutOfName('first').fixed!(24, 3)).toEqual([0, 1, 2]);
    expect(layoutOfName('last').fixed!(24, 3)).toEqual([21, 22, 23]);
  });
});
