import type { ValueResult } from '@sightline/study';
import { COEFFICIENT_COLUMNS, coefficientCells } from './chosen-actions.ts';
import { MISSED_COLUMNS, missedCells } from './missed-columns.ts';
import { tidyTable } from './tidy-table.ts';

export const valueTables = [
  tidyTable(
    'protocols',
    'a protocol',
    {
      protocol: 'its name',
      value: 'I_g, the share of the target’s variance that the best predictor explains',
      low: 'lower end of its interval, where the law was fitted to readings',
      high: 'upper end',
      standardError: 'of the value, where the law was fitted or what may be missing was drawn',
      rmse: 'root mean squared error of that predictor, in the unit of the target',
      rmseLow: 'lower end of its interval, where the law was fitted',
      rmseHigh: 'upper end',
      explained: 'F_g, the explained variance',
      linearValue: 'I_L, the share that the best linear predictor explains',
      lowerBound: 'whether value, explained and linearValue are lower bounds',
      cost: 'sum of the costs of its actions',
      actions: 'their number',
      ...MISSED_COLUMNS,
    },
    ({ protocols }: ValueResult) =>
      Object.entries(protocols).map(([protocol, one]) => ({
        ...one,
        ...missedCells(one),
        protocol,
        rmseLow: one.rmseInterval?.low,
        rmseHigh: one.rmseInterval?.high,
        lowerBound: one.lowerBound ?? false,
      })),
  ),
  tidyTable(
    'coefficients',
    'a reading of a protocol, with --predictor and where the predictor is linear',
    { protocol: 'its name', ...COEFFICIENT_COLUMNS },
    ({ protocols }: ValueResult) =>
      Object.entries(protocols).flatMap(([protocol, { predictor }]) =>
        predictor && 'coefficients' in predictor
          ? coefficientCells(predictor).map((cells) => ({ protocol, ...cells }))
          : [],
      ),
  ),
];
