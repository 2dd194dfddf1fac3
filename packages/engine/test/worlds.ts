// What tests ask of worlds by one call.
import {
  type CompatibleRange,
  type RangeOptions,
  rangePiece,
  rangeSearch,
} from '../src/identify/worlds/compatible-range.ts';
import type { CompatibleSet } from '../src/identify/worlds/compatible-set.ts';
import { worldOf } from '../src/identify/worlds/compatible-world.ts';
import type { Action } from '../src/model/value/action.ts';
import { madeHere } from '../src/numerics/stepwise.ts';

/** The range by this thread alone. */
export function compatibleRange(
  set: CompatibleSet,
  alternative: readonly Action[],
  options: RangeOptions = {},
): CompatibleRange {
  return madeHere(rangeSearch(set, alternative, options), rangePiece(set, alternative, options));
}

/** The alternative's value under a covariance. */
export const worldValue = (...asked: Parameters<typeof worldOf>): number => worldOf(...asked).value;
