import { comparatorKind } from '../selection/comparator-kind.ts';
import { byPlace } from '../selection/places-in-time.ts';

export const contiguous = comparatorKind({
  name: 'contiguous',
  rank: 8,
  shown: 9,
  title: 'contiguous',
  meaning: 'neighbours around the middle',
  choose: ({ problem }) => byPlace(problem.family, (i, d, n) => Math.floor((n - d) / 2) + i),
});
