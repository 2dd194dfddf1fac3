import { type Matrix, zeros } from '../../numerics/matrix.ts';
import type { Action } from './action.ts';

/** A_S: one row ℓ_aᵀ for every action. */
export function measurementRows(actions: readonly Action[], points: number): Matrix {
  const rows = zeros(actions.length, points);
  actions.forEach(({ first, last }, a) => {
    rows.data.fill(1 / (last - first + 1), a * points + first, a * points + last + 1);
  });
  return rows;
}
