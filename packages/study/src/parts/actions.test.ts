import { timeGrid } from '@sightline/engine/internal';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../schema/entry.ts';
import { actionCount, entryTimes, expandEntry } from './actions.ts';

const grid = timeGrid(10, 128, 'h');

describe('expandEntry', () => {
  it('makes one action per time and width, times outermost', () => {
    const entry = { at: [2, 5], width: [0, 1.5, 3.5], noise: 0.4 };
    const { actions, problems } = expandEntry(entry, grid);
    expect(problems).toEqual([]);
    expect(actions.map(({ at, width }) => [at, width])).toEqual([
      [2, 0],
      [2, 1.5],
      [2, 3.5],
      [5, 0],
      [5, 1.5],
      [5, 3.5],
    ]);
    expect(actionCount(entry, grid)).toBe(6);
  });

  it('spaces a range evenly with both ends in, exactly', () => {
    const { actions } = expandEntry({ at: { from: 0.5, to: 9.5, count: 12 } }, grid);
    expect(actions).toHaveLength(12);
    expect(actions[0]!.at).toBe(0.5);
    expect(actions[11]!.at).toBe(9.5);
    for (let i = 0; i < 12; i++) expect(actions[i]!.at).toBeCloseTo(0.5 + (9 / 11) * i, 12);
  });

  it('takes a range of one where both ends agree', () => {
    expect(expandEntry({ at: { from: 3, to: 3, count: 1 } }, grid).actions.map(({ at }) => at)).toEqual([3]);
  });

  it('runs noise over the horizon, divides it by the repeats and prices the width', () => {
    const entry = {
      at: 5,
      width: 2,
      repeats: 2,
      noise: { from: 1, to: 3 },
      cost: { base: 1, perWidth: 0.5 },
    };
    expect(expandEntry(entry, grid).actions[0]).toMatchObject({ noise: 1, cost: 2 });
  });

  it('names both ends of a range that lies outside, and no time between', () => {
    const { problems } = expandEntry({ at: { from: -1, to: 20, count: 50 } }, grid);
    expect(problems.map(({ path }) => path.join('.'))).toEqual(['at.from', 'at.to']);
  });

  it('names the one width of several that is wrong, once', () => {
    const { problems } = expandEntry({ at: [1, 2, 3], width: [1, -1], cost: -1 }, grid);
    expect(problems.map(({ path }) => path.join('.'))).toEqual(['cost', 'width.1']);
  });

  it('refuses more actions than a protocol can mean', () => {
    const at = { from: 0, to: 10, count: 10_000 };
    expect(expandEntry({ at, width: [1, 2] }, grid).problems[0]).toMatchObject({
      path: ['at'],
      value: 20_000,
    });
  });

  it('steps up to the end of a range, and to the end itself where rounding alone keeps from it', () => {
    const times = (at: Entry['at']) => expandEntry({ at }, grid).actions.map((action) => action.at);
    expect(times({ from: 1, to: 3, every: 0.5 })).toEqual([1, 1.5, 2, 2.5, 3]);
    expect(times({ from: 1, to: 3.4, every: 1 })).toEqual([1, 2, 3]);
    expect(times({ from: 0, to: 0.3, every: 0.1 })).toEqual([0, 0.1, 0.2, 0.3]);
    expect(times({ from: 2, to: 2, every: 5 })).toEqual([2]);
    expect(actionCount({ at: { from: 0, to: 10, every: 0.1 } }, grid)).toBe(101);
  });

  it('takes times of day for their first occurrence', () => {
    const night = timeGrid(12, 48, 'h', 21.5 * 3600);
    const times = (at: Entry['at']) => expandEntry({ at }, night).actions.map((action) => action.at);
    expect(times('21:30')).toEqual([0]);
    expect(times(['22:00', 1, '07:30', '24:00'])).toEqual([0.5, 1, 10, 2.5]);
    expect(times({ from: '22:00', to: '02:00', every: 1 })).toEqual([0.5, 1.5, 2.5, 3.5, 4.5]);
    expect(times({ from: '22:00', to: '02:00', count: 3 })).toEqual([0.5, 2.5, 4.5]);
    expect(entryTimes({ from: '22:00', to: '02:00', every: 2 }, night)).toEqual(['22:00', 2.5, '02:00']);
    expect(entryTimes({ from: '22:00', to: '01:00', every: 2 }, night)).toEqual(['22:00', 2.5]);
  });
});
