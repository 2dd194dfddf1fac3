import { comparatorKind } from '../selection/comparator-kind.ts';

export const greedy = comparatorKind({
  name: 'greedy',
  rank: 5,
  shown: 2,
  title: 'greedy',
  meaning: 'forward selection for the objective itself',
  choose: ({ forward }) => ({ chosen: [...forward.path.chosen], ties: forward.ties.length }),
});
