import type { Measurement } from './action.ts';

/** The rows of A_S, ℓ_aᵀ for every action; with a scale ℓ_aᵀ·diag(s), which reads Z in the unit of the data. */
export function measurementRows(
  actions: readonly Pick<Measurement, 'first' | 'last'>[],
  points: number,
  scale?: Float64Array,
): Float64Array[] {
  return actions.map(({ first, last }) => {
    const row = new Float64Array(points).fill(1 / (last - first + 1), first, last + 1);
    if (scale) for (let j = first; j <= last; j++) row[j]! *= scale[j]!;
    return row;
  });
}
