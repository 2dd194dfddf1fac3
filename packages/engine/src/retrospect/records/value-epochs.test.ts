import { expect, it } from 'vitest';
import type { StateMapping } from './state-grid.ts';
import { valueEpochs } from './value-epochs.ts';

const mapping: StateMapping = {
  resolution: 10,
  rounding: 'down',
  invalid: [],
  block: 1,
  points: 2,
  reading: 'mean',
};
const times = Float64Array.of(0, 4, 10, 40, 45, 49.9);
const values = Float64Array.of(1, 3, 5, 6, 6, 9);

it('values of a sample are averaged, and samples without a value are taken out', () => {
  expect([...valueEpochs(times, values, 'mean', mapping)]).toEqual([2, 5, 7]);
  // To the nearest: 45 is halfway and goes to the even one, 4; 49.9 goes to 5.
  expect([...valueEpochs(times, values, 'mean', { ...mapping, rounding: 'nearest' })]).toEqual([2, 5, 6, 9]);
});

it('shares of values between limits, which are themselves outside', () => {
  expect([...valueEpochs(times, values, { above: 3 }, mapping)]).toEqual([0, 1, 1]);
  expect([...valueEpochs(times, values, { below: 6 }, mapping)]).toEqual([1, 1, 0]);
  expect([...valueEpochs(times, values, { above: 1, below: 9 }, mapping)]).toEqual([0.5, 1, 2 / 3]);
});

it('blocks of samples are averaged, and an incomplete last one is left out', () => {
  expect([...valueEpochs(times, values, 'mean', { ...mapping, block: 2 })]).toEqual([3.5]);
});
