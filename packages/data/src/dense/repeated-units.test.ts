import { expect, it } from 'vitest';
import { namesUnits, sharedBeginnings } from './repeated-units.ts';

it.each([
  ['a word and a number', (u: number, k: number) => `p0${u}_day${k + 1}`],
  ['a date', (u: number, k: number) => `anna-${u} 2013-03-0${k + 1}`],
  ['a number', (u: number, k: number) => `P${10 + u}.${k}`],
  ['no separator', (u: number, k: number) => `s${u}n${k}`],
])('labels look like rows of the same units with %s behind the name', (_, label) => {
  const labels = Array.from({ length: 15 }, (__, i) => label(Math.floor(i / 3), i % 3));
  expect(sharedBeginnings(labels)).toEqual({ names: 5, labels: 15, pair: [label(0, 0), label(0, 1)] });
});

it.each([
  ['numbers', (i: number) => String(i)],
  ['a name and a number', (i: number) => `unit-${i}`],
  ['a letter and a number', (i: number) => `u${i}`],
  ['years in one scheme', (i: number) => `2013-${100 + i}`],
])('but not %s', (_, label) => {
  expect(sharedBeginnings(Array.from({ length: 40 }, (__, i) => label(i)))).toBeUndefined();
});

it('columns that name patients or devices', () => {
  const columns = ['device', 'Patient_ID', 'note', 'glucose', 'subject no', 'siteline', 'id'];
  expect(columns.filter(namesUnits)).toEqual(['device', 'Patient_ID', 'subject no', 'id']);
});
