/** A pair of times is seen where so many units count in full in the fit at it, unless it is said otherwise: fewer leave it to chance. */
export const USUAL_UNITS = 10;

/**
 * The kernel's mean of the distances to the readings, as a share of the bandwidth, is 0 among them, 3/8 at the edge of them and
 * more than this from a quarter of a bandwidth beyond it on: there a line would be drawn on where nobody looked.
 */
export const FURTHEST_CENTRE = 0.52;

/** What a local-linear fit at a time, or at a pair of times, rests on. */
export interface Support {
  /** How many units count in full: 1/Σl², l the sum of the weights of a unit. */
  units: number;
  /** In either time, the kernel's mean distance of the readings as a share of the bandwidth. */
  beside: readonly number[];
  /** In either time, how far off the fit reads where the readings show no slope; 0 where they do. */
  off: readonly number[];
}

/** Whether enough units were seen, not all of them further off, and at more than one time or within the grid's cell. */
export function isSeen({ units, beside, off }: Support, leastUnits: number, spacing: number): boolean {
  return (
    units >= leastUnits &&
    beside.every((share) => Math.abs(share) <= FURTHEST_CENTRE) &&
    off.every((distance) => Math.abs(distance) <= spacing / 2)
  );
}
