import type { TimeGrid } from '@sightline/engine/internal';
import { written } from '../study/edit-marks.ts';

/** A window of which an edge was drawn to a time. The other edge stays; or the middle, where others share its width. */
export function stretched(
  { at, width }: { at: number; width: number },
  edge: 'from' | 'to',
  time: number,
  alone: boolean,
  { spacing, horizon }: Pick<TimeGrid, 'spacing' | 'horizon'>,
): { at: number; width: number } {
  const outward = edge === 'to' ? 1 : -1;
  const drawn = Math.min(horizon, Math.max(0, time));
  const half = width / 2;
  const still = alone ? at - outward * half : at;
  /** A window narrower than the grid is a reading: the edges do not pass each other. */
  const reach = Math.max(alone ? spacing : spacing / 2, outward * (drawn - still));
  return alone
    ? { at: written(still + (outward * reach) / 2), width: written(reach) }
    : { at, width: written(2 * reach) };
}
