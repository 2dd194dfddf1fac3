import { quantile } from '../numerics/quantile.ts';
import { integerBelow, randomStream } from '../numerics/random-stream.ts';
import { pooledR2 } from './cross-fit.ts';
import type { RecordSet } from './record-set.ts';

/** A difference of R² between two layouts and where it lies when held-out units are drawn again. */
export interface Contrast {
  difference: number;
  low: number;
  high: number;
}

/**
 * The conditional percentile range of R²(a) − R²(b): held-out units are drawn with replacement within their strata, each
 * with equal total weight, while the fitted predictors stay as they are. It describes these predictors on other units, not
 * other predictors.
 */
export function heldOutRange(
  set: RecordSet,
  values: Float64Array,
  a: Float64Array,
  b: Float64Array,
  { draws = 2000, level = 0.95, seed = 1 }: { draws?: number; level?: number; seed?: number } = {},
): Contrast {
  const strata = unitsByStratum(set);
  const rows = rowsOfUnits(set);
  const differences = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    const weights = new Float64Array(values.length);
    strata.forEach((own, s) => {
      const stream = randomStream(seed, 'held out', draw, s);
      for (let k = 0; k < own.length; k++) {
        const drawn = rows.get(own[integerBelow(stream, own.length, k)]!)!;
        for (const i of drawn) weights[i]! += 1 / drawn.length;
      }
    });
    differences[draw] = pooledR2(values, a, weights) - pooledR2(values, b, weights);
  }
  differences.sort();
  const tail = (1 - level) / 2;
  return {
    difference: pooledR2(values, a, set.weights) - pooledR2(values, b, set.weights),
    low: quantile(differences, tail),
    high: quantile(differences, 1 - tail),
  };
}

export function unitsByStratum({ unit, stratum }: RecordSet): number[][] {
  const of = new Map<number, Set<number>>();
  unit.forEach((u, i) => {
    const own = of.get(stratum[i]!) ?? new Set();
    of.set(stratum[i]!, own.add(u));
  });
  return [...of.keys()].sort((x, y) => x - y).map((s) => [...of.get(s)!].sort((x, y) => x - y));
}

export function rowsOfUnits({ unit }: RecordSet): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  unit.forEach((u, i) => {
    rows.set(u, [...(rows.get(u) ?? []), i]);
  });
  return rows;
}
