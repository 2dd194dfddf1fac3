import { target } from '../../model/target.ts';
import { comparatorKind } from '../selection/comparator-kind.ts';
import { forwardSelection, searcher } from '../selection/forward-selection.ts';
import { oneSwap } from '../selection/one-swap.ts';

/**
 * The best protocol for the weighted mean of the same record, as target-aware search would find it: in the unit of the data for
 * the mean of X, Σ ω_j s_j Z_j. (With `log`, X stands for log X, whose mean is linear in what is read.)
 */
export const linearTarget = comparatorKind({
  name: 'linearTarget',
  rank: 3,
  shown: 3,
  title: 'optimal for the mean',
  meaning: 'the value for the weighted mean, greedily and with swaps',
  choose: ({ problem, reference, swaps }) => {
    const search = searcher({
      ...problem,
      scenarios: [{ ...reference, target: target('mean') }],
      objective: { kind: 'mean' },
    });
    const { path, ties } = forwardSelection(search);
    return { chosen: [...oneSwap(search, path, swaps).path.chosen], ties: ties.length };
  },
});
