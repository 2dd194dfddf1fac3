import { type ExpectedNumber, numberFrom } from '@sightline/engine';
import { z } from 'zod';
import { fields, filledList, forms, mappingOf, name, number, optional, path, rule } from './fields.ts';

const column = name('the name of a column');
const VARIANCE: ExpectedNumber = { ...numberFrom(0), noun: 'variance' };
const variance = () => number(VARIANCE);
const replicates = { replicates: column.describe('Column that numbers the replicates of a unit.') };

/** Dense data of some units, and how the law is estimated from them. */
export const calibration = fields({
  data: path('CSV or Parquet').describe(
    'CSV or Parquet file of dense trajectories, relative to the study file: unit and one column for each grid time, ' +
      'or unit, time, value.',
  ),
  noise: z
    .union(
      [variance(), filledList(variance(), VARIANCE).describe('One for each grid point.'), fields(replicates)],
      forms(
        VARIANCE,
        'a list of `points` of them',
        mappingOf(replicates, { form: '{ replicates: column }' }),
      ),
    )
    .describe('Variance of the noise in the data, or the column that tells replicates apart.'),
  estimand: rule(
    ['gaussian', 'linear'],
    'gaussian, the default: the value under the Gaussian law whose correlations the data show. linear: the best-linear ' +
      'value of any law, from raw second moments; the default where `target` names a column.',
  ),
  target: optional(
    column.describe('Column with the target of each unit’s whole record, for the best-linear value.'),
  ),
  shrinkage: rule(
    ['none', 'linear'],
    'linear shrinks the sample covariance towards equal variances and no correlation; none is the default.',
  ),
  missing: rule(
    ['refuse', 'drop', 'interpolate'],
    'What happens to a unit with a missing cell: refuse the file, the default; drop the unit; interpolate in time.',
  ),
  duplicates: rule(
    ['refuse', 'average'],
    'What happens to a second value of a unit at one time: refuse the file, the default, or average.',
  ),
  align: rule(
    ['exact', 'nearest', 'start', 'end'],
    'exact, the default: times are those of the grid, the midpoints of its intervals. nearest: a grid point takes the ' +
      'nearest within half a spacing. start, end: a time stands for the interval that begins, or ends, at it.',
  ),
}).describe('Dense data to estimate the law of the latent trajectory from.');
