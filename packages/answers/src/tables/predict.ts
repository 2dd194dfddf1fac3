import type { PredictResult } from '@sightline/study';
import { COEFFICIENT_COLUMNS, coefficientCells } from './chosen-actions.ts';
import { tidyTable } from './tidy-table.ts';

export const predictTables = [
  tidyTable(
    'predictions',
    'a unit, in the order of the file',
    {
      unit: 'its label',
      predicted: 'E(Θ | y), the predicted target',
      sd: '√Var(Θ | y), the standard deviation of the target given the readings',
      low: 'lower end of the interval',
      high: 'upper end',
      read: 'how many readings were there',
    },
    ({ predictions, readings }: PredictResult) =>
      predictions.map(({ read = readings.columns.length, ...one }) => ({ ...one, read })),
  ),
  tidyTable(
    'coefficients',
    'a reading of the protocol, where the predictor is linear',
    COEFFICIENT_COLUMNS,
    ({ predictor }: PredictResult) => (predictor ? coefficientCells(predictor) : []),
  ),
];
