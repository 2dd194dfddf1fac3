import { expect, it } from 'vitest';
import { matrix } from '../../../test/records.ts';
import { noisyRecords, readingsAt, readingsOver, withNoise } from './readings.ts';
import type { RecordSet } from './record-set.ts';

const features = matrix(500, 6, 'readings');
const beside = matrix(500, 6, 'beside');
const values = new Float64Array(500);
const records = Array.from({ length: 500 }, (_, i) => `r${i}`);

it('a window averages its grid points, a point is a window of one', () => {
  const target = { name: 'a', features, values };
  const windows = [
    { first: 2, last: 4 },
    { first: 5, last: 5 },
  ];
  const { data, cols } = readingsOver(target, windows);
  expect(cols).toBe(2);
  for (const i of [0, 7, 499]) {
    const at = (j: number) => features.data[i * 6 + j]!;
    expect(data[2 * i]).toBeCloseTo((at(2) + at(3) + at(4)) / 3, 14);
    expect(data[2 * i + 1]).toBe(at(5));
  }
  expect(readingsAt(target, [5]).data).toEqual(readingsOver(target, windows.slice(1)).data);
});

it('what a reading tells besides stands beside it', () => {
  const { data, cols } = readingsAt({ name: 'a', features, beside, values }, [4, 0]);
  expect(cols).toBe(4);
  expect([...data.subarray(8, 12)]).toEqual(
    [features.data[16], features.data[12], beside.data[16], beside.data[12]].map((one) => one!),
  );
});

it('noise has the variance asked for, and hangs on the record and on what is read alone', () => {
  const taken = [4, 4, 0, 4, 4, 4].map((noise, j) => ({ first: j, last: j, noise }));
  const noisy = withNoise(features, taken, records, 7);
  const added = noisy.data.map((value, k) => value - features.data[k]!);
  const own = [...added].filter((_, k) => k % 6 !== 2);
  expect(Math.abs(own.reduce((sum, one) => sum + one * one, 0) / own.length - 4)).toBeLessThan(0.35);
  expect([...added].filter((_, k) => k % 6 === 2).every((one) => one === 0)).toBe(true);
  const last = withNoise({ rows: 1, cols: 6, data: features.data.slice(-6) }, taken, ['r499'], 7);
  expect(last.data).toEqual(noisy.data.slice(-6));
  const quiet = taken.map((one) => ({ ...one, noise: 0 }));
  expect(withNoise(features, quiet, records, 7)).toBe(features);
  const set = { records, targets: [{ name: 'a', features, values }] } as unknown as RecordSet;
  expect(noisyRecords(set, 4, 7).targets[0]!.features.data.slice(6, 8)).toEqual(noisy.data.slice(6, 8));
});

it('the same readings have the same noise in any order, and readings of the same points are independent', () => {
  const taken = [
    { first: 1, last: 1, noise: 9 },
    { first: 0, last: 3, noise: 2 },
    { first: 1, last: 1, noise: 1 },
  ];
  const none = { rows: 500, cols: 3, data: new Float64Array(1500) };
  const { data } = withNoise(none, taken, records, 7);
  const order = [2, 0, 1];
  const other = withNoise(
    none,
    order.map((a) => taken[a]!),
    records,
    7,
  ).data;
  for (let i = 0; i < 500; i++)
    order.forEach((a, column) => {
      expect(other[3 * i + column]).toBe(data[3 * i + a]);
    });
  const column = (a: number) => Array.from({ length: 500 }, (_, i) => data[3 * i + a]!);
  const correlation = (a: number[], b: number[]) => {
    const dot = (x: number[], y: number[]) => x.reduce((sum, one, i) => sum + one * y[i]!, 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const)
    expect(Math.abs(correlation(column(a), column(b)))).toBeLessThan(0.15);
});
