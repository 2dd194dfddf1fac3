import { type Matrix, zeros } from '../../numerics/matrix.ts';
import type { Measurement } from './action.ts';

/** A_S: one row ℓ_aᵀ for every action; with a scale ℓ_aᵀ·diag(s), which reads Z in the unit of the data. */
export function measurementRows(
  actions: readonly Pick<Measurement, 'first' | 'last'>[],
  points: number,
  scale?: Float64Array,
): Matrix {
  const rows = zeros(actions.length, points);
  actions.forEach(({ first, last }, a) => {
    rows.data.fill(1 / (last - first + 1), a * points + first, a * points + last + 1);
    if (scale) for (let j = first; j <= last; j++) rows.data[a * points + j]! *= scale[j]!;
  });
  return rows;
}
