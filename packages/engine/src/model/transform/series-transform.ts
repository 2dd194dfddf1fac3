import { sumSeries, transformTable } from '../../numerics/transform-table.ts';
import type { CovarianceTransform } from './covariance-transform.ts';

/** A target given by its normalised Hermite coefficients α_k: C(r) = Σ α_k² r^k. */
export function seriesTransform(coefficients: ArrayLike<number>): CovarianceTransform {
  const series = Float64Array.from(coefficients, (a, k) => (k === 0 ? 0 : a * a));
  const variance = sumSeries(series, 1);
  const derivative = (r: number) => {
    let sum = 0;
    for (let k = series.length - 1; k >= 1; k--) sum = sum * r + k * series[k]!;
    return sum;
  };
  // Terms beyond 40/u² are below e^{−40} at 1 − u², and are not summed.
  const near = (u: number, sign: number) =>
    sumSeries(series.subarray(0, Math.ceil(Math.min(series.length, 40 / (u * u)))), sign * (1 - u * u));
  return {
    mean: coefficients[0]!,
    variance,
    firstCoefficient: coefficients[1] ?? 0,
    truncation: 0,
    transform: (r) => sumSeries(series, r),
    derivative,
    // The coefficients are not negative: the steepest place of [-range, range] is its right end (eq. app-smooth-L).
    modulus: (range = 1) => ({ L: derivative(range), beta: 1 }),
    table: transformTable({
      series,
      atOne: variance,
      // The last digit of r is worth C'(1) of it.
      scale: Math.max(variance, derivative(1) / 8),
      nearOne: (u) => near(u, 1),
      nearMinusOne: (u) => near(u, -1),
    }),
  };
}
