import { searchKind, unproved } from '../bounds/search-kind.ts';

export const heuristic = searchKind({
  name: 'heuristic',
  method: 'forward selection and swaps',
  rank: 4,
  title: 'greedy with swaps, without a proof',
  find: async (_search, { chosen, ended }) => unproved(chosen, ended),
});
