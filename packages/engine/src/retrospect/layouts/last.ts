import { layoutKind } from '../fit/layout-kind.ts';

export const last = layoutKind({
  name: 'last',
  rank: 5,
  title: 'last',
  where: 'adjacent grid points up to the end of the record',
  look: { colour: 'brown', dash: '5 2', mark: 'square', filled: false },
  fixed: (points, count) => Array.from({ length: count }, (_, i) => points - count + i),
});
