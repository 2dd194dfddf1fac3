import { describe, expect, it } from 'vitest';
import { timeGrid } from '../model/time/time-grid.ts';
import { nestedClasses, subsets } from './nested-classes.ts';
import { resolution } from './resampling/resolution.ts';

describe('the nested classes of the paper', () => {
  it('have 2, 5, 75 and 568 protocols', () => {
    const classes = nestedClasses(timeGrid(20, 64), 4);
    expect(classes.map(({ protocols }) => protocols.length)).toEqual([2, 5, 75, 568]);
    classes.forEach(({ protocols }, level) => {
      const before = classes[level - 1]?.protocols ?? [];
      expect(protocols.slice(0, before.length)).toEqual(before);
    });
  });
  it('begin with a block of neighbours and the midpoints of bins', () => {
    const [layout] = nestedClasses(timeGrid(20, 64), 4);
    const [contiguous, dispersed] = layout!.protocols;
    contiguous!.forEach((at, i) => {
      expect(at).toBeCloseTo(10 + ((i - 1.5) * 20) / 12, 12);
    });
    expect(dispersed).toEqual([2.5, 7.5, 12.5, 17.5]);
  });
  it('takes other sizes and bins', () => {
    const classes = nestedClasses(timeGrid(10, 256), 2, { coarse: 5, fine: 6 });
    // Two layouts, three phases more; 10 pairs of five bins, of which the first two and the last two are phases; 15 of
    // six bins, of which 2.5 and 7.5 are the dispersed layout.
    expect(classes.map(({ protocols }) => protocols.length)).toEqual([2, 5, 13, 27]);
  });
});

it('all subsets, in lexicographic order', () => {
  expect(subsets(['a', 'b', 'c'], 2)).toEqual([
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
  ]);
  expect(subsets([1, 2], 0)).toEqual([[]]);
  expect(subsets([1], 2)).toEqual([]);
});

describe('resolution', () => {
  // Three protocols; four draws, of which the last two take the wrong one of the last pair for the best.
  const draws = {
    estimate: Float64Array.of(0.3, 0.5, 0.45),
    bootstrap: Float64Array.of(0.3, 0.5, 0.45, 0.3, 0.5, 0.45, 0.3, 0.5, 0.55, 0.3, 0.5, 0.55),
    leftOut: Float64Array.of(0.3, 0.5, 0.45, 0.3, 0.5, 0.45),
  };
  const classes = [
    { name: 'coarse', members: [0] },
    { name: 'fine', members: [0, 1] },
    { name: 'finest', members: [0, 1, 2] },
  ];
  it('weighs what a class lacks against what its values are off by', () => {
    const found = resolution(draws, classes, 0.95);
    expect(found.classes.map(({ best, restriction }) => [best, restriction])).toEqual([
      [0, 0.2],
      [1, 0],
      [1, 0],
    ]);
    expect(found.classes.map(({ epsilon }) => epsilon)).toEqual([0, 0, expect.closeTo(0.1, 12)]);
    // 0.2 + 0 + 0.1, 0 + 0 + 0.1, 0 + 0.1 + 0.1: what is known of the coarse class does not help where the top is unknown.
    expect(found.classes.map(({ guarantee }) => guarantee)).toEqual([
      expect.closeTo(0.3, 12),
      expect.closeTo(0.1, 12),
      expect.closeTo(0.2, 12),
    ]);
    expect(found.classes.map(({ regret }) => regret)).toEqual([0.2, 0, expect.closeTo(0.025, 12)]);
    expect([found.guaranteed, found.selected]).toEqual([1, 1]);
  });
  it('takes the two errors of a draw together, not the largest of each', () => {
    // In the first half of 200 draws the coarse class is off by 0.1, in the second the finest by 0.2.
    const rows = Array.from({ length: 200 }, (_, b) => (b < 100 ? [0.4, 0.5] : [0.3, 0.7]));
    const apart = {
      estimate: Float64Array.of(0.3, 0.5),
      bootstrap: Float64Array.from(rows.flat()),
      leftOut: Float64Array.of(0.3, 0.5, 0.3, 0.5),
    };
    const [coarse] = resolution(apart, [classes[0]!, { name: 'all', members: [0, 1] }], 0.95).classes;
    expect(coarse!.epsilon).toBeCloseTo(0.1, 12);
    // At most 0.1 + 0.1 in the first half and 0 + 0.2 in the second; apart they would be 0.1 + 0.2.
    expect(coarse!.guarantee).toBeCloseTo(0.2 + 0.2, 12);
  });
  it('refuses classes that are not nested, empty, or of other protocols', () => {
    const nest = (...members: number[][]) =>
      resolution(
        draws,
        members.map((own, i) => ({ name: `class ${i}`, members: own })),
        0.95,
      );
    expect(() => nest([0, 1], [1, 2])).toThrow("'class 1' does not hold all of 'class 0'");
    expect(() => nest([0], [])).toThrow("'class 1' is empty");
    expect(() => nest([0, 3])).toThrow('protocol 3 of 3');
  });
});
