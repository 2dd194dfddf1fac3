import { type Problem, refuse } from '../model/input/invalid-input.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { atPlace } from '../numerics/quantile.ts';

/** Constant, or a natural cubic spline through `values` at `knots`, and straight beyond them. */
export type MeanFunction = number | { readonly knots: readonly number[]; readonly values: readonly number[] };

/** How many knots a smooth mean has unless told otherwise, or as many as there are times. */
export const USUAL_KNOTS = 6;

const distinct = (times: Float64Array) => Float64Array.from(new Set(times)).sort();

export const usualKnots = (times: Float64Array): number => Math.min(USUAL_KNOTS, distinct(times).length);

/** Knots at the first and the last time that was read and at equal shares of the different times between: none stands where nothing was read. */
export function knotsAt(times: Float64Array, count: number): number[] {
  const different = distinct(times);
  const problems: Problem[] = [];
  if (!(Number.isInteger(count) && count >= 2 && count <= different.length))
    problems.push({
      path: ['mean', 'smooth'],
      value: count,
      why: `a mean with so many knots is not determined by readings at ${different.length} different times`,
      accepted: `2 to ${different.length} knots, or the constant mean`,
    });
  refuse(problems);
  return Array.from({ length: count }, (_, k) =>
    atPlace(different, (k * (different.length - 1)) / (count - 1)),
  );
}

/**
 * The cardinal natural splines at some times, a row for each: column k is the spline that is 1 at knot k and 0 at the others, so
 * that coefficients are the mean's values at the knots. Second derivatives by the tridiagonal system, O(knots³) once.
 */
export function splineBasis(knots: readonly number[], times: ArrayLike<number>): Matrix {
  const n = knots.length;
  const basis = zeros(times.length, n);
  const second = knots.map((_, k) => secondDerivatives(knots, k));
  for (let i = 0; i < times.length; i++) {
    const t = times[i]!;
    let j = 0;
    while (j < n - 2 && t > knots[j + 1]!) j++;
    const [left, right] = [knots[j]!, knots[j + 1]!];
    const h = right - left;
    // Beyond the ends the spline goes on straight: its second derivative is 0 there.
    const inside = Math.min(right, Math.max(left, t));
    const [a, b] = [(right - inside) / h, (inside - left) / h];
    for (let k = 0; k < n; k++) {
      const [from, to] = [second[k]![j]!, second[k]![j + 1]!];
      const [low, high] = [j === k ? 1 : 0, j + 1 === k ? 1 : 0];
      let value = a * low + b * high + (((a * a * a - a) * from + (b * b * b - b) * to) * h * h) / 6;
      if (t !== inside)
        value += (t - inside) * ((high - low) / h + ((t < inside ? -2 * from - to : from + 2 * to) * h) / 6);
      basis.data[i * n + k] = value;
    }
  }
  return basis;
}

function secondDerivatives(knots: readonly number[], one: number): Float64Array {
  const n = knots.length;
  const [diagonal, right] = [new Float64Array(n).fill(1), new Float64Array(n)];
  const value = (k: number) => (k === one ? 1 : 0);
  const h = (k: number) => knots[k + 1]! - knots[k]!;
  // Thomas' elimination; the first and the last second derivative are 0.
  for (let k = 1; k < n - 1; k++) {
    const factor = k === 1 ? 0 : h(k - 1) / diagonal[k - 1]!;
    diagonal[k] = 2 * (h(k - 1) + h(k)) - factor * (k === 1 ? 0 : h(k - 1));
    const bend = (value(k + 1) - value(k)) / h(k) - (value(k) - value(k - 1)) / h(k - 1);
    right[k] = 6 * bend - factor * right[k - 1]!;
  }
  const out = new Float64Array(n);
  for (let k = n - 2; k >= 1; k--) out[k] = (right[k]! - h(k) * out[k + 1]!) / diagonal[k]!;
  return out;
}

/** m(t) at some times. */
export function meanAt(mean: MeanFunction, times: ArrayLike<number>): Float64Array {
  if (typeof mean === 'number') return new Float64Array(times.length).fill(mean);
  const { data } = splineBasis(mean.knots, times);
  const n = mean.knots.length;
  return Float64Array.from({ length: times.length }, (_, i) =>
    mean.values.reduce((sum, value, k) => sum + value * data[i * n + k]!, 0),
  );
}
