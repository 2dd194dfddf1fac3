import type { FitAnswer } from '@sightline/study';
import { gridTimes } from './grid-times.ts';
import { tidyTable } from './tidy-table.ts';

export const fitTables = [
  tidyTable(
    'parameters',
    'a parameter of the law that fits best',
    {
      parameter: 'tau, decay, …, trait, mean (or mean1, mean2, … at the knots), sd, noise',
      value: 'the estimate',
      standardError: 'by unit; empty where it was held or stands on its bound',
      low: 'lower end of the 95 % interval by profile; empty where it is open',
      high: 'upper end',
      determined: 'whether the times of the readings determine it',
      boundary: 'whether it stands on its bound',
    },
    (result: FitAnswer) =>
      'parameters' in result
        ? result.parameters.map(({ name, ...rest }) => ({ parameter: name, ...rest }))
        : [],
  ),
  tidyTable(
    'candidates',
    'a kernel that was fitted',
    {
      kernel: 'its name',
      best: 'whether it fits best',
      logLikelihood: 'at its maximum',
      bic: '−2ℓ + k·log(units)',
      heldOut: 'log-likelihood of units that were held out',
      behind: 'how far that lies behind the largest',
      behindStandardError: 'of this, by unit',
    },
    (result: FitAnswer) =>
      'candidates' in result
        ? result.candidates.map(({ kernel, behind, ...rest }) => ({
            ...rest,
            kernel: kernelName(kernel),
            best: kernelName(kernel) === kernelName(result.best.kernel),
            behind: behind.difference,
            behindStandardError: behind.standardError,
          }))
        : [],
  ),
  tidyTable(
    'lags',
    'a class of lags; of a law without a kernel, a lag of the grid',
    {
      lag: 'time between two readings, the mean of the class',
      pairs: 'of readings, or of grid points',
      units: 'that they come from',
      seen: 'of a law without a kernel: pairs of grid points that were seen',
      correlation: 'what the pairs show, without a kernel',
      standardError: 'by unit',
      fitted: 'the same under the law that fits best',
    },
    ({ lags }: FitAnswer) => lags,
  ),
  tidyTable(
    'cells',
    'a pair of grid points, of a law without a kernel',
    {
      one: 'a time of the grid',
      other: 'another one, or the same',
      correlation: 'between the two; empty where the pair was not seen',
    },
    (result: FitAnswer) => {
      if (!('correlations' in result)) return [];
      const times = gridTimes(result.grid);
      return result.correlations.flatMap((row, j) =>
        row.map((correlation, k) => ({ one: times[j], other: times[k], correlation })),
      );
    },
  ),
];

const kernelName = (kernel: object): string => Object.keys(kernel)[0]!;
