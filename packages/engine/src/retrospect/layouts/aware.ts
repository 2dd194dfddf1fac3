import { layoutKind } from '../fit/layout-kind.ts';
import { firstSwaps, forwardOrder } from '../fit/learned-support.ts';
import { flooredCovariance } from '../fit/residual-moments.ts';

export const aware = layoutKind({
  name: 'aware',
  rank: 6,
  title: 'target-aware',
  where: 'learned from training units: the points that best predict the target',
  look: { colour: 'red', dash: '', mark: 'triangle', filled: true },
  learned: ({ covariance, cross }, { units, budgets, swaps, floor, ties }) => {
    const repaired = flooredCovariance(covariance, units, floor);
    const order = forwardOrder(repaired, cross, Math.max(...budgets), undefined, ties);
    return budgets.map((count) => firstSwaps(repaired, cross, order.slice(0, count), swaps));
  },
});
