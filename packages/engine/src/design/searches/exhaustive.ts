import { searchKind, unproved } from '../bounds/search-kind.ts';

/** What a bound may take after time was up. */
const BOUND_MILLISECONDS = 200;

export const exhaustive = searchKind({
  name: 'exhaustive',
  method: 'exhaustive',
  rank: 1,
  title: 'all choices',
  find: async (search, from, { signal, until, crew }) => {
    const { exhaustiveWithin } = await import('../bounds/exhaustive.ts');
    const { branchAndBound, MOST_BOUNDED } = await import('../bounds/branch-and-bound.ts');
    const { best, complete } = await exhaustiveWithin(search, { signal, until, crew }, from.objective);
    if (complete && best) {
      const { chosen, ties, tied, sets, objective } = best;
      return { chosen, upperBound: objective, certified: true, ended: false, ties, tied, sets };
    }
    const reached = best && best.objective > from.objective ? { ...from, ...best } : from;
    if (search.problem.family.allowed.length > MOST_BOUNDED) return unproved(reached.chosen, true);
    // Of the sets that were not looked at, the relaxation of the whole family says what they are worth at most.
    const { upperBound, certified, chosen } = await branchAndBound(search, reached, {
      most: 1,
      until: performance.now() + BOUND_MILLISECONDS,
    });
    return { chosen, upperBound, certified, ended: !certified, ties: [], tied: 0 };
  },
});
