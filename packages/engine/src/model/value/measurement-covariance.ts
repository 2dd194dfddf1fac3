import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { applyAction, type Measurement } from './action.ts';

/** What a catalogue of actions measures: row a of `cross` is ℓ_aᵀK, `between` is ℓ_aᵀKℓ_b, noise left out. */
interface MeasurementCovariance {
  cross: Matrix;
  between: Matrix;
}

/** O(n·p) for points, O(n·p·width) for windows, plus n². */
export function measurementCovariance(
  covariance: Matrix,
  actions: readonly Measurement[],
): MeasurementCovariance {
  const cross = crossCovariance(covariance, actions);
  return { cross, between: betweenReadings(cross, actions) };
}

/** Row a is ℓ_aᵀK. */
export function crossCovariance(covariance: Matrix, actions: readonly Measurement[]): Matrix {
  const p = covariance.rows;
  const cross = zeros(actions.length, p);
  actions.forEach(({ first, last }, a) => {
    const out = cross.data.subarray(a * p, (a + 1) * p);
    for (let j = first; j <= last; j++) for (let k = 0; k < p; k++) out[k]! += covariance.data[j * p + k]!;
    if (last > first) for (let k = 0; k < p; k++) out[k]! /= last - first + 1;
  });
  return cross;
}

/** ℓ_aᵀKℓ_b from the rows ℓ_aᵀK. */
export function betweenReadings(cross: Matrix, actions: readonly Measurement[]): Matrix {
  const n = actions.length;
  const between = zeros(n, n);
  for (let a = 0; a < n; a++)
    for (let b = 0; b <= a; b++)
      between.data[a * n + b] = between.data[b * n + a] = applyAction(
        actions[b]!,
        cross.data,
        a * cross.cols,
      );
  return between;
}

/** ℓ_aᵀKℓ_a alone. */
export function readingVariances(cross: Matrix, actions: readonly Measurement[]): Float64Array {
  return Float64Array.from(actions, (action, a) => applyAction(action, cross.data, a * cross.cols));
}
