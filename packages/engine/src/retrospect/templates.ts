import { halfToEven } from './state-grid.ts';

/** N grid points in a row around the middle: from (p − N) div 2 on. */
export function contiguousTemplate(points: number, count: number): number[] {
  const first = Math.floor((points - count) / 2);
  return Array.from({ length: count }, (_, i) => first + i);
}

/** N grid points from the first to the last, as evenly as they go; one alone is the first. */
export function dispersedTemplate(
  points: number,
  count: number,
  rounding: 'nearest' | 'down' = 'nearest',
): number[] {
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  return Array.from({ length: count }, (_, i) => (count === 1 ? 0 : at((i * (points - 1)) / (count - 1))));
}
