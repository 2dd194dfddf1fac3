import type { Part } from '../selection/feasible-sets.ts';

/** A part of the family that is still to be looked at. */
export interface OpenPart extends Part {
  bound: number;
  /** Shares of the actions of `open` in the relaxation of the part that this one came from. */
  shares: (Float64Array | undefined)[];
}

export interface PartBound {
  /** No protocol of the part has a larger value under the scenario. */
  value: number;
  /** Shares of the actions of `open`: the relaxation takes so much of each. */
  shares: Float64Array | undefined;
  /** Actions of `open` that no protocol of the part with a value above `best` holds, and those that every one holds. */
  never: readonly number[];
  always: readonly number[];
}
