import { comparatorKind } from '../selection/comparator-kind.ts';
import { byPlace } from '../selection/places-in-time.ts';

export const uniform = comparatorKind({
  name: 'uniform',
  rank: 7,
  shown: 7,
  title: 'uniform',
  meaning: 'evenly from the first action in time to the last',
  choose: ({ problem }) =>
    byPlace(problem.family, (i, d, n) => (d === 1 ? (n - 1) / 2 : (i * (n - 1)) / (d - 1))),
});
