import { searchKind } from '../bounds/search-kind.ts';
import { isOver } from '../selection/search-limit.ts';

export const branch = searchKind({
  name: 'branch',
  method: 'branch and bound',
  rank: 2,
  title: 'branch and bound, until optimality is proved',
  find: async (search, from, options) => {
    const { branchAndBound } = await import('../bounds/branch-and-bound.ts');
    const { chosen, upperBound, certified } = await branchAndBound(search, from, options);
    return { chosen, upperBound, certified, ended: !certified && isOver(options), ties: [], tied: 0 };
  },
});
