import { comparatorKind } from '../selection/comparator-kind.ts';

export const swap = comparatorKind({
  name: 'swap',
  rank: 6,
  shown: 1,
  title: 'greedy with swaps',
  meaning: 'forward selection for the objective itself, then swaps of one action for another',
  choose: ({ swapped }) => ({ chosen: [...swapped.chosen], ties: 0 }),
});
