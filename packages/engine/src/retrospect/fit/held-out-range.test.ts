import { expect, it } from 'vitest';
import { normals, testSet } from '../../../test/records.ts';
import { quantile } from '../../numerics/quantile.ts';
import { type RecordSet, unitWeights } from '../records/record-set.ts';
import { pooledR2 } from './cross-fit.ts';
import { heldOutRange } from './held-out-range.ts';

const UNITS = 5;

/** Five units with 1, 1, 2, 3 and 6 records, in one stratum. */
function fewUnits(weights: 'unit' | 'record'): RecordSet {
  const unit = Int32Array.of(0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4);
  const n = unit.length;
  return {
    ...testSet(2, 8),
    records: Array.from(unit, (_, i) => `r${i}`),
    unit,
    units: ['a', 'b', 'c', 'd', 'e'],
    stratum: new Int32Array(n),
    strata: [''],
    weights: weights === 'unit' ? unitWeights(unit) : new Float64Array(n).fill(1),
  };
}

it.each(['unit', 'record'] as const)(
  'ends are those of all 3125 ways to draw five of five, by %s',
  (weights) => {
    const set = fewUnits(weights);
    const n = set.unit.length;
    const values = normals(n, 'held out values');
    const [a, b] = ['a', 'b'].map((name) =>
      normals(n, `held out ${name}`).map((noise, i) => values[i]! + 0.6 * noise),
    ) as [Float64Array, Float64Array];
    const all: number[] = [];
    for (let way = 0; way < UNITS ** UNITS; way++) {
      const times = new Float64Array(UNITS);
      for (let k = 0, rest = way; k < UNITS; k++, rest = Math.floor(rest / UNITS)) times[rest % UNITS]!++;
      const drawn = Float64Array.from(set.unit, (u, i) => times[u]! * set.weights[i]!);
      const difference = pooledR2(values, a, drawn) - pooledR2(values, b, drawn);
      if (Number.isFinite(difference)) all.push(difference);
    }
    const exact = Float64Array.from(all).sort();
    const { difference, low, high } = heldOutRange(set, values, a, b, { draws: 20_000 });
    expect(difference).toBe(pooledR2(values, a, set.weights) - pooledR2(values, b, set.weights));
    // The distribution has steps: an end lies between the exact quantiles a little to either side.
    for (const [end, at] of [
      [low, 0.025],
      [high, 0.975],
    ] as const) {
      expect(end).toBeGreaterThanOrEqual(quantile(exact, at - 0.006));
      expect(end).toBeLessThanOrEqual(quantile(exact, at + 0.006));
    }
  },
);
