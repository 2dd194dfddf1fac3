import { searchKind, unproved } from '../bounds/search-kind.ts';
import { isOver } from '../selection/search-limit.ts';

export const alongTime = searchKind({
  name: 'along-time',
  method: 'dynamic programming',
  rank: 3,
  title: 'dynamic programming along time, for the mean under a law of short memory',
  suits: async (search) => (await import('../bounds/time-order.ts')).timeOrder(search) !== undefined,
  find: async (search, from, options) => {
    const { timeOrder } = await import('../bounds/time-order.ts');
    const { bestAlongTime } = await import('../bounds/along-time.ts');
    const order = timeOrder(search);
    if (!order) return unproved(from.chosen, from.ended);
    const { signal, until, onProgress } = options;
    const { chosen, upperBound, certified } = await bestAlongTime(search, order, from, {
      signal,
      until,
      onProgress,
      // Whoever says when to end says how much is enough.
      ...(until !== undefined && { most: Number.POSITIVE_INFINITY }),
    });
    return { chosen, upperBound, certified, ended: !certified && isOver(options), ties: [], tied: 0 };
  },
});
