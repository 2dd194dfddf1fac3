import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { applyAction, type Measurement } from './action.ts';
import type { Law } from './model.ts';

/**
 * What a catalogue of actions measures: row a of `cross` is ℓ_aᵀSK, its covariances with Z, and `between` is ℓ_aᵀSKSℓ_b, noise
 * left out. S = diag(s) is the scale of the law, 1 where it has none.
 */
interface MeasurementCovariance {
  cross: Matrix;
  between: Matrix;
}

/** O(n·p) for points, O(n·p·width) for windows, plus n². */
export function measurementCovariance(law: Law, actions: readonly Measurement[]): MeasurementCovariance {
  const cross = crossCovariance(law, actions);
  return { cross, between: betweenReadings(cross, actions, law.scale) };
}

/** Row a is ℓ_aᵀSK. */
export function crossCovariance({ covariance, scale }: Law, actions: readonly Measurement[]): Matrix {
  const p = covariance.rows;
  const cross = zeros(actions.length, p);
  actions.forEach(({ first, last }, a) => {
    const out = cross.data.subarray(a * p, (a + 1) * p);
    for (let j = first; j <= last; j++) {
      const factor = scale ? scale[j]! : 1;
      for (let k = 0; k < p; k++) out[k]! += factor * covariance.data[j * p + k]!;
    }
    if (last > first) for (let k = 0; k < p; k++) out[k]! /= last - first + 1;
  });
  return cross;
}

/** ℓ_aᵀSKSℓ_b from the rows ℓ_aᵀSK. */
export function betweenReadings(
  cross: Matrix,
  actions: readonly Measurement[],
  scale?: Float64Array,
): Matrix {
  const n = actions.length;
  const between = zeros(n, n);
  for (let a = 0; a < n; a++)
    for (let b = 0; b <= a; b++)
      between.data[a * n + b] = between.data[b * n + a] = applyAction(
        actions[b]!,
        cross.data,
        a * cross.cols,
        scale,
      );
  return between;
}

/** ℓ_aᵀSKSℓ_a alone. */
export function readingVariances(
  cross: Matrix,
  actions: readonly Measurement[],
  scale?: Float64Array,
): Float64Array {
  return Float64Array.from(actions, (action, a) => applyAction(action, cross.data, a * cross.cols, scale));
}
