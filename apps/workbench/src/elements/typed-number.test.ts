import { describe, expect, it } from 'vitest';
import { typedNumber, typedTime } from './typed-number.ts';

const problemOf = (typed: string) => {
  const read = typedNumber(typed);
  return 'problem' in read ? read.problem : undefined;
};

describe('a typed number', () => {
  it('is read as a study file reads it', () => {
    for (const [typed, number] of [
      ['0.9', 0.9],
      [' 12 ', 12],
      ['-.5', -0.5],
      ['−3', -3],
      ['1e-3', 0.001],
      ['2.', 2],
    ] as const)
      expect(typedNumber(typed)).toEqual({ number });
    expect(typedNumber('  ')).toEqual({ number: undefined });
  });

  it('with a comma is refused, never taken for ten times as much', () => {
    expect(problemOf('0,9')).toBe('A comma is not read here: write 0.9.');
    expect(problemOf('-,25')).toBe('A comma is not read here: write -0.25.');
    expect(problemOf('1,000')).toBe('A comma is not read here: write 1.000, or 1000 if that was meant.');
    expect(problemOf('0,125')).toBe('A comma is not read here: write 0.125.');
  });

  it('that is none is shown as it was typed', () => {
    for (const typed of ['1e', 'abc', '1.2.3', '0x10', 'Infinity', 'NaN', '1 000', '1,2,3'])
      expect(problemOf(typed)).toContain(JSON.stringify(typed));
    expect(problemOf('1e999')).toContain('too large');
  });
});

it.each([
  ['07:30', { number: 10 }],
  [' 7:30 ', { number: 10 }],
  ['2.5', { number: 2.5 }],
  ['25:00', { problem: '"25:00" is no time of day: write one like 07:30, or a number of h.' }],
  ['', { number: undefined }],
])('%s is a time of a night that begins at 21:30', (typed, read) => {
  expect(typedTime(typed, { horizon: 12, unit: 'h', start: 77400 })).toEqual(read);
});
