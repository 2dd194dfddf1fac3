import { nearestPoint, timeGrid } from '../../model/time/time-grid.ts';
import { layoutKind } from '../fit/layout-kind.ts';

export const middles = layoutKind({
  name: 'middles',
  rank: 1,
  title: 'middles',
  where: 'in the middles of N equal parts of the record',
  look: { colour: 'violet', dash: '', mark: 'diamond', filled: true },
  fixed: middlesTemplate,
});

/** The grid points nearest to the middles of N equal parts; halfway between two it is the earlier one, as for protocols. */
export function middlesTemplate(points: number, count: number): number[] {
  const grid = timeGrid(points, points);
  return Array.from({ length: count }, (_, i) => nearestPoint(grid, ((i + 0.5) * points) / count));
}
