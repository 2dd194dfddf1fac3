import { refuse } from '../../model/input/invalid-input.ts';
import { square } from '../../numerics/elementary.ts';
import { quantile } from '../../numerics/quantile.ts';
import { integerBelow, randomStream } from '../../numerics/random/random-stream.ts';
import { USUAL_RESAMPLING } from '../../numerics/random/usual-resampling.ts';
import type { RecordSet } from '../records/record-set.ts';
import { pooledR2, spread } from './cross-fit.ts';

/** A difference of R² between two layouts and where it lies when held-out units are drawn again. */
export interface Contrast {
  difference: number;
  low: number;
  high: number;
}

export interface RangeOptions {
  draws?: number;
  level?: number;
  seed?: number;
}

/**
 * Conditional percentile ranges of R²(a) − R²(b) for pairs of predictors: held-out units are drawn with replacement within
 * their strata, with the weights that their records have, while the fitted predictors stay as they are. They describe these predictors
 * on other units, not other predictors. All pairs share their draws. A draw in which the target does not vary has no R² and
 * is made again; `redrawn` counts them. O(draws·n·predictors).
 */
export function heldOutRanges(
  set: RecordSet,
  values: Float64Array,
  predictions: readonly Float64Array[],
  pairs: readonly (readonly [a: number, b: number])[],
  { draws = USUAL_RESAMPLING.draws, level = USUAL_RESAMPLING.level, seed = 1 }: RangeOptions = {},
): { contrasts: Contrast[]; redrawn: number } {
  const n = values.length;
  const strata = unitsByStratum(set);
  const rows = rowsOfUnits(set);
  const squares = predictions.map((own) => own.map((value, i) => square(values[i]! - value)));
  const least = NO_VARIATION * spread(values, set.weights);
  const weights = new Float64Array(n);
  const draw = (number: number, attempt: number) => {
    weights.fill(0);
    strata.forEach((own, s) => {
      const stream = randomStream(seed, 'held out', number, s, ...(attempt > 0 ? [attempt] : []));
      for (let k = 0; k < own.length; k++) {
        const drawn = rows.get(own[integerBelow(stream, own.length, k)]!)!;
        for (const i of drawn) weights[i]! += set.weights[i]!;
      }
    });
    return spread(values, weights);
  };
  const found = pairs.map(() => new Float64Array(draws));
  const errors = new Float64Array(predictions.length);
  let redrawn = 0;
  for (let number = 0; number < draws; number++) {
    let below = draw(number, 0);
    for (let attempt = 1; !(below > least); attempt++, redrawn++) {
      if (attempt > MOST_ATTEMPTS) refuse([TOO_FEW_DIFFER]);
      below = draw(number, attempt);
    }
    squares.forEach((own, k) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += weights[i]! * own[i]!;
      errors[k] = sum / below;
    });
    pairs.forEach(([a, b], at) => {
      found[at]![number] = errors[b]! - errors[a]!;
    });
  }
  const whole = predictions.map((own) => pooledR2(values, own, set.weights));
  const tail = (1 - level) / 2;
  const contrasts = pairs.map(([a, b], at) => {
    const differences = found[at]!.sort();
    return {
      difference: whole[a]! - whole[b]!,
      low: quantile(differences, tail),
      high: quantile(differences, 1 - tail),
    };
  });
  return { contrasts, redrawn };
}

/** Of the variation among all records; below this it is rounding. */
const NO_VARIATION = 1e-14;
export const MOST_ATTEMPTS = 1000;
export const TOO_FEW_DIFFER = {
  path: [],
  value: undefined,
  why: 'so few units differ in the target that some resamples hold one value only',
  accepted: 'a target that differs between more units, or more units',
};

/** The same for one pair. */
export function heldOutRange(
  set: RecordSet,
  values: Float64Array,
  a: Float64Array,
  b: Float64Array,
  options: RangeOptions = {},
): Contrast {
  return heldOutRanges(set, values, [a, b], [[0, 1]], options).contrasts[0]!;
}

export function unitsByStratum({ unit, stratum }: RecordSet): number[][] {
  const of = new Map<number, Set<number>>();
  unit.forEach((u, i) => {
    const own = of.get(stratum[i]!) ?? new Set();
    of.set(stratum[i]!, own.add(u));
  });
  return [...of.keys()].sort((x, y) => x - y).map((s) => [...of.get(s)!].sort((x, y) => x - y));
}

function rowsOfUnits({ unit }: RecordSet): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  unit.forEach((u, i) => {
    rows.set(u, [...(rows.get(u) ?? []), i]);
  });
  return rows;
}
