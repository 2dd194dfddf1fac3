import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../input/invalid-input.ts';
import { timeGrid } from '../time/time-grid.ts';
import { type ActionSpec, action, applyAction } from './action.ts';

const grid = timeGrid(10, 10, 'h');

it('resolves a point with its defaults', () => {
  expect(action({ at: 3.2 }, grid)).toMatchObject({
    first: 3,
    last: 3,
    noise: 0,
    cost: 1,
    width: 0,
    overhangs: false,
  });
  expect(action({ at: 3.2 }, grid).shift).toBeCloseTo(0.3, 12);
});

it('averages a window with equal weights', () => {
  const window = action({ at: 5, width: 4 }, grid);
  expect(window).toMatchObject({ first: 3, last: 6, overhangs: false });
  expect(applyAction(window, [0, 0, 0, 1, 2, 3, 4, 9, 9, 9])).toBe(2.5);
});

it('says where a window reaches over an end, and averages what lies inside', () => {
  expect(action({ at: 0.5, width: 3 }, grid)).toMatchObject({ first: 0, last: 1, overhangs: true });
  expect(action({ at: 9, width: 2 }, grid)).toMatchObject({ first: 8, last: 9, overhangs: false });
});

it('takes noise that runs over the horizon, repeats, and costs by width', () => {
  const one = action(
    { at: 5, width: 2, repeats: 4, noise: { from: 1, to: 3 }, cost: { base: 1, perWidth: 0.15 } },
    grid,
  );
  expect(one.noise).toBe(0.5);
  expect(one.cost).toBeCloseTo(1.3, 14);
});

describe('a time that rounding puts beyond an end of the horizon', () => {
  const day = timeGrid(24, 96, 'h');

  it.each([24.000000000000004, 24 + 2e-10, -1e-16, -2e-10])('%d is that end', (at) => {
    const end = at > 0 ? 24 : 0;
    const read = action({ at, noise: { from: 1, to: 0 } }, day);
    expect(read).toMatchObject({
      ...action({ at: end, noise: { from: 1, to: 0 } }, day),
      at,
      shift: read.shift,
    });
    expect(read.noise).toBe(at > 0 ? 0 : 1);
    expect(read.shift).toBeCloseTo(0.125, 9);
    expect(action({ at: end, width: 2 * Math.abs(at - end) + 12 }, day).overhangs).toBe(true);
  });

  it.each([24 + 1e-9, -1e-9, 24.1])('%d lies outside', (at) => {
    expect(() => action({ at }, day)).toThrow('the time lies outside the horizon');
  });
});

describe('refuses', () => {
  it.each<[string, ActionSpec, string[]]>([
    ['a time outside the horizon', { at: 12 }, ['at: the time lies outside the horizon', 'from 0 to 10 h']],
    ['minutes given for hours', { at: 300 }, ['every time is in h (300 min would be 5 h)']],
    ['a negative time', { at: -1 }, ['from 0 to 10 h']],
    ['no number', { at: Number.NaN }, ['outside the horizon']],
    ['negative noise', { at: 1, noise: -0.1 }, ['noise: the noise is not a variance', '-0.1']],
    ['noise beyond all measure', { at: 1, noise: 1e151 }, ['noise: the noise is so large', '1e+151']],
    ['a cost beyond all sums', { at: 1, cost: 1e308 }, ['cost: the cost is so large', 'at most 1e+150']],
    [
      'a cost that is next to nothing',
      { at: 1, cost: 5e-324 },
      ['cost: the cost is so small', '1e-150 or more'],
    ],
    ['noise with a bad end', { at: 1, noise: { from: 1, to: -3 } }, ['noise.to']],
    ['a negative width', { at: 1, width: -1 }, ['width']],
    ['repeats that are no count', { at: 1, repeats: 1.5 }, ['repeats', 'whole number']],
    ['a cost of nothing', { at: 1, cost: 0 }, ['cost', 'above 0']],
    [
      'a window between two grid points',
      { at: 5, width: 0.2 },
      ['covers none of the 10 grid points', 'at least 1 h'],
    ],
  ])('%s', (_what, spec, words) => {
    expect(() => action(spec, grid)).toThrow(InvalidInput);
    for (const word of words) expect(() => action(spec, grid)).toThrow(word);
  });

  it('everything at once', () => {
    try {
      action({ at: 12, noise: -1, repeats: 0, width: -2 }, grid);
      expect.fail('accepted');
    } catch (error) {
      expect((error as InvalidInput).problems.map(({ path }) => path.join('.'))).toEqual([
        'at',
        'width',
        'repeats',
        'noise',
      ]);
    }
  });
});
