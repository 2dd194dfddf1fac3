import type { Problem } from '../input/invalid-input.ts';
import { kernelKind } from '../lag/kernel-kind.ts';

export const toeplitz = kernelKind({
  name: 'toeplitz',
  rank: 7,
  shape: {
    list: {
      type: 'numbers',
      symbol: '[1, r1, …]',
      meaning: 'Correlations by lag in grid steps, one per grid point, beginning with 1',
      items: 'correlations',
      accepted: 'a list of correlations by lag, the first of them 1',
      each: {
        type: 'number',
        name: 'correlation',
        least: { at: -1 },
        most: { at: 1 },
        why: 'this is not a correlation',
        example: 0.5,
        typical: [0, 0.9],
      },
      example: [1, 0.5, 0.25],
    },
  },
  title: 'correlations by lag',
  formula: 'r_k at k grid steps, one for each grid point, the first of them 1',
  aliases: ['acf', 'autocorrelation', 'autocorrelations', 'correlogram'],
  stationary: true,
  positive: false,
  words: () => 'correlations given lag by lag',
  problems: (values, { points }) => {
    const problems: Problem[] = [];
    if (values.length !== points)
      problems.push({
        path: [],
        value: values,
        why: `${values.length} correlations were given for ${points} lags`,
        accepted: `exactly ${points} numbers, for lags 0 to ${points - 1}`,
      });
    const [first] = values;
    if (first !== undefined && first !== 1 && Math.abs(first) <= 1)
      problems.push({ path: [0], value: first, why: 'the correlation at lag 0 is not 1', accepted: '1' });
    return problems;
  },
  correlation: (values) => (_t, _s, lag) => values[lag]!,
  digits: (values) => (_, lag) => [values[lag]!, 0],
});
