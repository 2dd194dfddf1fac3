import { layoutKind } from '../fit/layout-kind.ts';

export const contiguous = layoutKind({
  name: 'contiguous',
  rank: 3,
  title: 'contiguous',
  where: 'adjacent grid points around the middle of the record',
  look: { colour: 'grey', dash: '2 3', mark: 'square', filled: false },
  fixed: contiguousTemplate,
});

/** N neighbouring grid points around the middle: from (p − N) div 2 on. */
export function contiguousTemplate(points: number, count: number): number[] {
  const first = Math.floor((points - count) / 2);
  return Array.from({ length: count }, (_, i) => first + i);
}
