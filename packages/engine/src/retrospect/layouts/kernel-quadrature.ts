import { layoutKind } from '../fit/layout-kind.ts';
import { targetFreeSupports } from '../fit/learned-support.ts';

export const kernelQuadrature = layoutKind({
  name: 'kernelQuadrature',
  rank: 7,
  title: 'kernel quadrature',
  where:
    'learned from training units: the points that best predict the mean of the record, whatever the target',
  look: { colour: 'blue', dash: '7 3', mark: 'circle', filled: false },
  learned: (moments, options) => targetFreeSupports(moments, options),
});
