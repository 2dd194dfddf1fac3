import type { Action } from '../../model/value/action.ts';

/** A scale in units of its largest entry. */
export interface UnitOfScale {
  /** max s. */
  readonly unit: number;
  /** s over its largest entry; absent where that is 1 at every time. */
  readonly scale: Float64Array | undefined;
  /** Actions with their noise, a variance, in that unit. */
  of(actions: readonly Action[]): readonly Action[];
}

/**
 * Values do not depend on the unit of the data. In this one no reading varies by more than 1 and its noise, as with a
 * standardised law, so that tolerances mean what they mean there.
 */
export function unitOfScale(scale: Float64Array | undefined): UnitOfScale {
  if (scale === undefined) return { unit: 1, scale, of: (actions) => actions };
  const unit = scale.reduce((most, s) => Math.max(most, s));
  const inUnit = scale.map((s) => s / unit);
  return {
    unit,
    scale: inUnit.every((s) => s === 1) ? undefined : inUnit,
    of: (actions) => actions.map((action) => ({ ...action, noise: action.noise / unit / unit })),
  };
}
