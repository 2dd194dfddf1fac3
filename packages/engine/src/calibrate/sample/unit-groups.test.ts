import { expect, it } from 'vitest';
import { largestDifference } from '../../../test/matrices.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { mergeMoments, momentsOf, noMoments } from './moments.ts';
import { addToGroups, emptyGroups, finishedGroups } from './unit-groups.ts';

const [units, p] = [2000, 5];
const labels = Array.from({ length: units }, (_, i) => `unit ${i}`);
const values = zeros(units, p);
fillNormal(randomStream(4), values.data);
const part = (from: number, to: number): Matrix => ({
  rows: to - from,
  cols: p,
  data: values.data.subarray(from * p, to * p),
});

function inParts(...cuts: number[]) {
  const groups = emptyGroups(3, p);
  const edges = [0, ...cuts, units];
  for (let i = 0; i + 1 < edges.length; i++)
    addToGroups(groups, labels.slice(edges[i], edges[i + 1]), { values: part(edges[i]!, edges[i + 1]!) });
  return finishedGroups(groups);
}

it('gives the same bytes however a file comes in parts', () => {
  const whole = inParts();
  expect(inParts(1, 2, 500, 501, 1999)).toEqual(whole);
  expect(inParts(...Array.from({ length: 250 }, (_, i) => 8 * i + 3))).toEqual(whole);
});

it('holds every unit once', () => {
  const together = inParts(700).moments.reduce(mergeMoments, noMoments(p));
  const once = momentsOf(values);
  expect(together.units).toBe(units);
  expect(largestDifference(together.scatter, once.scatter)).toBeLessThan(1e-10);
  for (let j = 0; j < p; j++) expect(together.mean[j]).toBeCloseTo(once.mean[j]!, 13);
});
