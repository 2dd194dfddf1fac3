import { studentFactor } from '../../calibrate/resampling/draws.ts';
import { exp, log, square } from '../../numerics/elementary.ts';
import { normalQuantile } from '../../numerics/normal-quantile.ts';
import { USUAL_RESAMPLING } from '../../numerics/random/usual-resampling.ts';
import type { RecordSet } from '../records/record-set.ts';
import { pooledR2 } from './cross-fit.ts';
import { unitsByStratum } from './held-out-range.ts';

/** Where R² of the fitted predictors lies on other units; nothing where the target differs in one unit only. */
export interface R2Interval {
  low: number | null;
  high: number | null;
  /** Root of the mean squared error of the held-out predictions, in the unit of the target. */
  rmse: number;
}

/** Of the squared deviations of all records; below this it is rounding. */
const NOTHING_LEFT = 1e-14;

/**
 * By unit, within strata: the jackknife of log(1 − R²), a ratio of two sums over units, with Student's quantile around the
 * estimate without its bias (few units have too small a spread about their own mean, and R² is too small by it). Predictors
 * stay as they were fitted. Deterministic, O(n). Of a hundred 95 % intervals 92 to 96 hold in
 * simulated studies with 12 to 100 units, and of percentile intervals of a bootstrap by unit 81 to 95
 * (`npm run bench -- records-coverage`).
 */
export function r2Interval(
  set: RecordSet,
  values: Float64Array,
  predictions: Float64Array,
  level: number = USUAL_RESAMPLING.level,
): R2Interval {
  const { unit, weights } = set;
  let centre = 0;
  let total = 0;
  values.forEach((value, i) => {
    total += weights[i]!;
    centre += weights[i]! * value;
  });
  centre /= total;
  // Of each unit: Σw, Σw(θ − θ̄), Σw(θ − θ̄)² and Σw(θ − θ̂)². Without some units, the mean is another.
  const sums = Array.from({ length: 4 }, () => new Float64Array(set.units.length));
  values.forEach((value, i) => {
    const [u, w, away] = [unit[i]!, weights[i]!, value - centre];
    [w, w * away, w * square(away), w * square(value - predictions[i]!)].forEach((own, k) => {
      sums[k]![u]! += own;
    });
  });
  const all = sums.map((own) => own.reduce((sum, one) => sum + one, 0)) as [number, number, number, number];
  const [, , spread, error] = all;
  const rmse = Math.sqrt(error / total);
  // To the last digit the R² that is given beside the interval, which holds it.
  const r2 = pooledR2(values, predictions, weights);
  if (!(error > NOTHING_LEFT * spread)) return { low: Math.min(1, r2), high: 1, rmse };
  const without = (u: number) => {
    const [w, first, second, squares] = all.map((sum, k) => sum - sums[k]![u]!) as typeof all;
    const left = second - square(first) / w;
    return left > NOTHING_LEFT * spread && squares > 0 ? log(squares / left) : Number.NaN;
  };
  const whole = log(error / spread);
  let [variance, shift, degrees] = [0, 0, 0];
  for (const units of unitsByStratum(set)) {
    const found = units.map(without);
    const mean = found.reduce((sum, one) => sum + one, 0) / units.length;
    const m = units.length;
    if (m < 2) continue;
    variance += ((m - 1) / m) * found.reduce((sum, one) => sum + square(one - mean), 0);
    shift += (m - 1) * (mean - whole);
    degrees += m - 1;
  }
  if (!Number.isFinite(variance) || degrees === 0) return { low: null, high: null, rmse };
  const z = normalQuantile((1 + level) / 2);
  const reach = z * studentFactor(z, degrees) * Math.sqrt(variance);
  return {
    low: Math.min(r2, 1 - exp(whole - shift + reach)),
    high: Math.max(r2, 1 - exp(whole - shift - reach)),
    rmse,
  };
}
