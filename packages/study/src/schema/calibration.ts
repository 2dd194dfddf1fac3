import { type Expectation, type ExpectedNumber, numberFrom } from '@sightline/engine/internal';
import * as z from 'zod';
import {
  expects,
  fields,
  filledList,
  forms,
  mappingOf,
  name,
  number,
  optional,
  path,
  rule,
} from './fields.ts';

const column = name('the name of a column');
const VARIANCE: ExpectedNumber = { ...numberFrom(0), noun: 'variance' };
const variance = () => number(VARIANCE);
const columns = {
  unit: optional(column.describe('Whose the row is: what is independent, such as a patient. Default unit.')),
  time: optional(
    column.describe('When: numbers in the unit of time, or with `split: day` timestamps. Default time.'),
  ),
  value: optional(column.describe('What was read. Default value.')),
  trajectory: optional(
    column.describe('Which trajectory of the unit, where it has several, such as a night.'),
  ),
};
const limit = (what: string) => optional(number({}, what));
const replicates = { replicates: column.describe('Column that numbers the replicates of a unit.') };
/** What tells the noise of the data. */
export const NOISE: Expectation = {
  type: 'forms',
  of: [VARIANCE, 'a list of `points` of them', mappingOf(replicates, { form: '{ replicates: column }' })],
};

/** What a sensor's texts stand for. */
export const limits = optional(
  fields(
    {
      low: limit('What LOW, LO and <NUMBER stand for.'),
      high: limit('What HIGH, HI and >NUMBER stand for.'),
    },
    { form: '{ low, high }' },
  ).describe('The numbers that texts of a sensor beyond its range stand for; without it they are problems.'),
);

/** Dense data of some units, and how the law is estimated from them. */
export const calibration = fields({
  data: z
    .union(
      [path('CSV or Parquet'), filledList(path('CSV or Parquet'), 'path of a CSV or Parquet file')],
      forms('the path of a CSV or Parquet file, relative to the study file', 'a list of such paths'),
    )
    .describe(
      'CSV, CSV.gz or Parquet file of dense trajectories, relative to the study file: unit and one column for each grid ' +
        'time, or unit, time, value. A list of files, or a path with *, is one table in the order of their names.',
    ),
  columns: optional(
    fields(columns, { form: '{ unit, time, value, trajectory }, each the name of a column' }).describe(
      'What the file calls its columns. Where it is given, other columns are ignored, and named in the result.',
    ),
  ),
  split: rule(
    ['day'],
    'day: times are timestamps, and each day of a unit is a trajectory, from `time.start` on. Readings outside the horizon ' +
      'are left out and counted.',
  ),
  independent: rule(
    ['unit', 'day'],
    'What is independent, and resampled: unit, the default; or with `split: day` the day, with all trajectories of that date.',
  ),
  noise: optional(
    z
      .union(
        [
          variance(),
          filledList(variance(), VARIANCE).describe('One for each grid point.'),
          fields(replicates),
        ],
        expects(NOISE),
      )
      .describe(
        'Variance of the noise in the data, or the column that tells replicates apart. With `fit` it may be absent, and is ' +
          'estimated; a number is held fixed.',
      ),
  ),
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
    ['refuse', 'drop', 'interpolate', 'pairwise'],
    'What happens to a trajectory with a missing cell: refuse the file, the default; drop the trajectory; interpolate in ' +
      'time; or pairwise, which estimates each moment from the trajectories that have both of its times.',
  ),
  limits,
  duplicates: rule(
    ['refuse', 'average', 'keep'],
    'What happens to a second value of a unit at one time: refuse the file, the default; average; or, with `fit`, keep each as a ' +
      'reading with noise of its own.',
  ),
  align: rule(
    ['exact', 'nearest', 'start', 'end', 'mean'],
    'exact, the default: times are those of the grid, the midpoints of its intervals. nearest: a grid point takes the ' +
      'nearest within half a spacing, the earlier of two. start, end: a time stands for the interval that begins, or ' +
      'ends, at it. mean: a grid point takes the mean of the readings in its interval, its end left out.',
  ),
  scale: rule(
    ['data', 'standardised'],
    'data, the default: target, thresholds and noise are in the unit of the data. standardised: every time is rescaled to ' +
      'mean 0 and variance 1 first, as in the paper.',
  ),
  transform: rule(
    ['none', 'log'],
    'log: the law is that of the logarithm, taken after the means of intervals; noise is that of the logarithm too. none is ' +
      'the default.',
  ),
}).describe('Dense data to estimate the law of the latent trajectory from.');
