import { describe, expect, it } from 'vitest';
import { keeper, keeping } from './keeping.ts';

describe('keeping', () => {
  it('what is equal is the same, what is not is new', () => {
    const before = { a: { at: [1, 2] }, b: { at: [3] }, c: null };
    const now = { a: { at: [1, 2] }, b: { at: [4] }, c: null };
    const kept = keeping(before, now);
    expect(kept).toEqual(now);
    expect(kept).not.toBe(before);
    expect(kept.a).toBe(before.a);
    expect(kept.b).not.toBe(before.b);
    expect(keeping(before, structuredClone(before))).toBe(before);
  });
  it('tells apart what has other names, lengths or kinds', () => {
    for (const [before, now] of [
      [{ a: undefined }, { b: undefined }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [[1], [1, 2]],
      [[1, 2], [1]],
      [[], {}],
      [{ a: 1 }, null],
      [undefined, { a: 1 }],
      [Float64Array.of(1), Float64Array.of(2)],
      [0, -0],
    ])
      expect(keeping(before, now)).toStrictEqual(now);
    // The order of names is part of a study.
    expect(Object.keys(keeping({ a: 1, b: 2 }, { b: 2, a: 1 }))).toEqual(['b', 'a']);
  });
  it('follows one thing', () => {
    const keep = keeper<object>();
    const first = keep({ a: [1] });
    expect(keep({ a: [1] })).toBe(first);
    expect(keep({ a: [2] })).toEqual({ a: [2] });
  });
});
