import { expect, it } from 'vitest';
import type { Matrix } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { lawFit } from './law-fit.ts';
import type { EstimatorInput } from './resampling/estimator.ts';
import { momentsOf } from './sample/moments.ts';

const [UNITS, P] = [30, 4];
const data = new Float64Array(UNITS * P);
fillNormal(randomStream(3, 'law fit'), data);

const input = (values: Matrix, more: Partial<EstimatorInput> = {}): EstimatorInput => ({
  sample: { values },
  estimand: 'gaussian',
  scale: 'data',
  noise: 0,
  weights: new Float64Array(P).fill(1 / P),
  targets: ['mean'],
  protocols: [[{ first: 1, last: 1, noise: 0.1 }], [{ first: 0, last: 3, noise: 0 }]],
  ...more,
});
const whole: Matrix = { rows: UNITS, cols: P, data };

it('is the same whatever the order of the units', () => {
  const rows = Array.from({ length: UNITS }, (_, i) => data.slice(i * P, (i + 1) * P)).reverse();
  const other = { ...whole, data: Float64Array.from(rows.flatMap((row) => [...row])) };
  expect(lawFit(input(other), 1)).toEqual(lawFit(input(whole), 1));
});

it('tells what each protocol reaches: a reading of the target itself all of it', () => {
  const { heldOut, shape } = lawFit(input(whole), 1)!;
  expect(heldOut!.protocols).toHaveLength(2);
  expect(heldOut!.protocols[1]!.reached).toBeCloseTo(1, 9);
  expect(shape.skewness).toHaveLength(P);
});

it('has the shape alone where there is no protocol', () => {
  const { heldOut, shape } = lawFit(input(whole, { protocols: [] }), 1)!;
  expect([heldOut, shape]).toEqual([null, lawFit(input(whole), 1)!.shape]);
});

it('is nothing where there is no Gaussian law, or no unit with all of its values', () => {
  expect(lawFit(input(whole, { estimand: 'linear' }), 1)).toBeUndefined();
  const gaps = { ...whole, data: data.with(5, Number.NaN) };
  expect(lawFit(input(gaps, { sample: { values: gaps, gaps: true } }), 1)).toBeUndefined();
  const grouped = { moments: [momentsOf(whole), momentsOf(whole)], points: P };
  expect(lawFit(input(whole, { sample: grouped }), 1)).toBeUndefined();
});
