import { comparatorKind } from '../selection/comparator-kind.ts';
import { byPlace } from '../selection/places-in-time.ts';

export const dispersed = comparatorKind({
  name: 'dispersed',
  rank: 9,
  shown: 8,
  title: 'dispersed',
  meaning: 'the midpoints of equal parts',
  choose: ({ problem }) => byPlace(problem.family, (i, d, n) => ((i + 0.5) * n) / d - 0.5),
});
