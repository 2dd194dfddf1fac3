import { layoutKind } from '../fit/layout-kind.ts';
import { halfToEven } from '../records/state-grid.ts';

export const dispersed = layoutKind({
  name: 'dispersed',
  rank: 2,
  title: 'dispersed',
  where: 'equally spaced over the whole record',
  look: { colour: 'black', dash: '', mark: 'circle', filled: true },
  fixed: dispersedTemplate,
});

/** N grid points from the first to the last, as evenly as they go; one alone is the first. */
export function dispersedTemplate(
  points: number,
  count: number,
  rounding: 'nearest' | 'down' = 'nearest',
): number[] {
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  return Array.from({ length: count }, (_, i) => (count === 1 ? 0 : at((i * (points - 1)) / (count - 1))));
}
