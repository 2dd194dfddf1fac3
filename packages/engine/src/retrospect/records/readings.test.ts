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

it('noise has the variance asked for, and hangs on the record alone', () => {
  const noisy = withNoise(features, [4, 4, 0, 4, 4, 4], records, 7, 'a');
  const added = noisy.data.map((value, k) => value - features.data[k]!);
  const own = [...added].filter((_, k) => k % 6 !== 2);
  expect(Math.abs(own.reduce((sum, one) => sum + one * one, 0) / own.length - 4)).toBeLessThan(0.35);
  expect([...added].filter((_, k) => k % 6 === 2).every((one) => one === 0)).toBe(true);
  const last = withNoise(
    { rows: 1, cols: 6, data: features.data.slice(-6) },
    [4, 4, 0, 4, 4, 4],
    ['r499'],
    7,
    'a',
  );
  expect(last.data).toEqual(noisy.data.slice(-6));
  expect(withNoise(features, [0, 0, 0, 0, 0, 0], records, 7)).toBe(features);
  const set = { records, targets: [{ name: 'a', features, values }] } as unknown as RecordSet;
  expect(noisyRecords(set, 4, 7).targets[0]!.features.data.slice(6, 8)).toEqual(noisy.data.slice(6, 8));
});
