import { expect, it } from 'vitest';
import {
  cosineOfTurns,
  type DoubleDouble,
  exponential,
  minus,
  over,
  squareRoot,
  times,
} from './double-double.ts';

/** A decimal of 50 digits or fewer as the double next to it and the double next to the rest, by whole numbers. */
function parsed(text: string): DoubleDouble {
  const high = Number(text);
  return [high, Number(exact(text) - exactOf(high)) / 1e60];
}

const SCALE = 10n ** 60n;
function exact(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * SCALE + BigInt(part.padEnd(60, '0'));
  return negative ? -value : value;
}
function exactOf(x: number): bigint {
  // x·2¹¹⁰ is whole for the doubles here.
  return (BigInt(x * 2 ** 110) * SCALE) / 2n ** 110n;
}

const close = (a: DoubleDouble, b: DoubleDouble) => Math.abs(minus(a, b)[0]);

// By mpmath with 60 digits.
it.each([
  [-0.1, 0, '0.9048374180359595681413923842169355953090646537573771'],
  [-1, 0, '0.36787944117144232159552377016146086744581113103177'],
  [-0.0024, 0, '0.9976028776973817369230743198312164339130550408660924'],
  [-20.5, 0, '0.000000001250152866386742628937553119231222182271594642'],
])('e^%d', (high, low, text) => {
  expect(close(exponential([high, low]), parsed(text))).toBeLessThan(4e-31);
});

it.each([
  [1 / 16, '0.92387953251128675612818318939678828682241662586364'],
  [3 / 16, '0.38268343236508977172845998403039886676134456248563'],
  [7 / 16, '-0.92387953251128675612818318939678828682241662586364'],
  [15 / 16, '0.92387953251128675612818318939678828682241662586364'],
  [1 / 4, '0'],
])('the cosine of %d turns', (turns, text) => {
  expect(close(cosineOfTurns([turns, 0]), parsed(text))).toBeLessThan(4e-31);
});

it('divides and takes roots to 31 digits', () => {
  for (const x of [2, 3, 1e-9, 7.3e5]) {
    const root = squareRoot([x, 0]);
    expect(close(times(root, root), [x, 0])).toBeLessThan(1e-30 * x);
    expect(close(times(over([1, 0], [x, 0]), [x, 0]), [1, 0])).toBeLessThan(1e-30);
  }
});
