import { square } from '../../numerics/elementary.ts';
import { layoutKind } from '../fit/layout-kind.ts';
import { targetFreeSupports } from '../fit/learned-support.ts';

export const posteriorVariance = layoutKind({
  name: 'posteriorVariance',
  rank: 8,
  title: 'posterior variance',
  where:
    'learned from training units: the points that minimise the posterior variance over the whole record, whatever the target',
  look: { colour: 'green', dash: '4 2 1 2', mark: 'diamond', filled: false },
  learned: (moments, options) =>
    targetFreeSupports(moments, options, (left, _, a) => {
      const n = left.cols;
      let sum = 0;
      for (let j = 0; j < n; j++) sum += square(left.data[a * n + j]!);
      return sum / left.data[a * n + a]!;
    }),
});
