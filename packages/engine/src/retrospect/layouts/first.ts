import { layoutKind } from '../fit/layout-kind.ts';

export const first = layoutKind({
  name: 'first',
  rank: 4,
  title: 'first',
  where: 'adjacent grid points from the beginning of the record on',
  look: { colour: 'teal', dash: '1 3', mark: 'square', filled: true },
  fixed: (_, count) => Array.from({ length: count }, (_, i) => i),
});
