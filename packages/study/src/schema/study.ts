import { MOST_POINTS } from '@sightline/engine';
import { z } from 'zod';
import { calibration } from './calibration.ts';
import { choose } from './choose.ts';
import { classes } from './classes.ts';
import { entrySchema } from './entry.ts';
import { bounded, fields, numbers, optional, path, text, within } from './fields.ts';
import { know } from './know.ts';
import { records, templates } from './records.ts';
import { target } from './target.ts';

/*
 * The one definition of a study file: it validates, types the library and is printed as the JSON Schema that editors
 * use. It decides the shape only; whether a number makes sense is the engine's to say.
 */

const ENTRIES = 'a list of at least one { at, width, repeats, noise, cost }';
const PROTOCOL = 'one { at, width, repeats, noise, cost } or a list of at least one';
const protocol = z
  .union([entrySchema, z.array(entrySchema, ENTRIES).min(1, ENTRIES)], PROTOCOL)
  .meta({ id: 'protocol', description: 'What is observed: one entry or a list of them.' });

const length = (what: string) => bounded(`${what}, above 0, in the unit of time.`, { exclusiveMinimum: 0 });
const tau = (accepted: string) =>
  fields({ tau: length('Memory: the integral of the correlation over all lags') }, accepted);

const kernels = {
  ou: tau('{ tau }').describe('Ornstein–Uhlenbeck: e^(-u/tau).'),
  matern32: tau('{ tau }').describe('Matérn 3/2: (1 + z)e^(-z), z = 2u/tau.'),
  matern52: tau('{ tau }').describe('Matérn 5/2: (1 + z + z²/3)e^(-z), z = (8/3)u/tau.'),
  squaredExponential: tau('{ tau }').describe('exp(-u²/2l²), l = tau·sqrt(2/pi).'),
  dampedCosine: fields(
    { decay: length('Decay of the envelope'), period: length('Period of the oscillation') },
    '{ decay, period }',
  ).describe('e^(-u/decay)·cos(2·pi·u/period).'),
  varyingOu: fields(
    { from: length('tau at time 0'), to: length('tau at the end of the horizon') },
    '{ from, to }',
  ).describe('Ornstein–Uhlenbeck whose tau runs linearly over the horizon.'),
  toeplitz: numbers(
    'a list of correlations by lag, the first of them 1',
    within({ minimum: -1, maximum: 1 }),
  ).describe('Correlations by lag in grid steps, one per grid point, beginning with 1.'),
};

/** The names of the kernels that stand alone; a `mixture` is made of these. */
const NAMES = Object.keys(kernels).join(', ');

const weight = {
  weight: bounded('Share of the variance, above 0; the shares sum to 1.', {
    exclusiveMinimum: 0,
    maximum: 1,
  }),
};
const PART = `{ weight, and exactly one of ${NAMES} }`;
const part = z.union(
  [
    fields({ ...weight, ou: kernels.ou }, PART),
    fields({ ...weight, matern32: kernels.matern32 }, PART),
    fields({ ...weight, matern52: kernels.matern52 }, PART),
    fields({ ...weight, squaredExponential: kernels.squaredExponential }, PART),
    fields({ ...weight, dampedCosine: kernels.dampedCosine }, PART),
    fields({ ...weight, varyingOu: kernels.varyingOu }, PART),
    fields({ ...weight, toeplitz: kernels.toeplitz }, PART),
  ],
  PART,
);

const KERNEL = `exactly one of ${NAMES}, mixture, with its parameters`;
const kernel = z
  .union(
    [
      fields({ ou: kernels.ou }, KERNEL),
      fields({ matern32: kernels.matern32 }, KERNEL),
      fields({ matern52: kernels.matern52 }, KERNEL),
      fields({ squaredExponential: kernels.squaredExponential }, KERNEL),
      fields({ dampedCosine: kernels.dampedCosine }, KERNEL),
      fields({ varyingOu: kernels.varyingOu }, KERNEL),
      fields({ toeplitz: kernels.toeplitz }, KERNEL),
      fields(
        {
          mixture: z
            .array(part, `a list of ${PART}`)
            .min(1, `a list of at least one ${PART}`)
            .describe('Several kernels, each with its share of the variance.'),
        },
        KERNEL,
      ),
    ],
    KERNEL,
  )
  .meta({ id: 'kernel', description: 'How the correlation of the latent trajectory decays with the lag u.' });

const LATENT = '{ kernel, trait } or { covariance, indefinite }';
const latent = fields(
  {
    kernel: optional(kernel),
    trait: optional(
      bounded('Share of the variance that never decays, from 0 to below 1; default 0. Only with `kernel`.', {
        minimum: 0,
        exclusiveMaximum: 1,
      }),
    ),
    covariance: optional(
      path('CSV').describe(
        'CSV file of points × points numbers without a header, relative to the study file.',
      ),
    ),
    indefinite: optional(
      z
        .enum(['refuse', 'floor'], 'refuse or floor')
        .describe(
          'What happens to a covariance with negative eigenvalues: refuse it, the default, or floor them at 0 and ' +
            'report the repair. Only with `covariance`.',
        ),
    ),
  },
  LATENT,
).meta({
  description: 'The law of the latent trajectory: a kernel, or a covariance of your own.',
  oneOf: [{ required: ['kernel'] }, { required: ['covariance'] }],
  dependentRequired: { trait: ['kernel'], indefinite: ['covariance'] },
});

export const TIME = '{ horizon, points, unit }';
const WEIGHTS = 'uniform, { recency: time }, or a list of `points` numbers';

export const studySchema = fields(
  {
    sightline: z.literal(1, '1').describe('Version of the study file.'),
    title: optional(text.describe('A line for people.')),
    time: optional(
      fields(
        {
          horizon: bounded('Length of the horizon [0, horizon], above 0, in `unit`.', {
            exclusiveMinimum: 0,
          }),
          points: bounded(
            `Number of grid points, a whole number from 2 to ${MOST_POINTS}: midpoints of equal intervals.`,
            { type: 'integer', minimum: 2, maximum: MOST_POINTS },
          ),
          unit: optional(
            z
              .string('the name of the unit, such as h')
              .min(1, 'the name of the unit, such as h')
              .describe('Unit of every time in this file, such as h.'),
          ),
        },
        TIME,
      ).describe('The horizon and its grid.'),
    ),
    target: optional(target),
    weights: optional(
      z
        .union(
          [
            z.literal('uniform', WEIGHTS),
            fields(
              {
                recency: length('Late times count more, as e^(-(horizon - t)/recency): a length of time'),
              },
              WEIGHTS,
            ),
            numbers('a list of `points` numbers', within({ minimum: 0 })).describe(
              'One weight per grid point; normalised to sum 1.',
            ),
          ],
          WEIGHTS,
        )
        .describe('How the times of the horizon count in the target; default uniform.'),
    ),
    latent: optional(latent),
    protocols: optional(
      z
        .record(text.min(1, 'a name'), protocol, 'name: actions, for each protocol')
        .nullable()
        .describe('Protocols by name.'),
    ),
    realised: optional(text.describe('Name of the protocol behind the benchmark.')),
    assume: optional(
      z
        .enum(['any', 'stationary'], 'any or stationary')
        .describe('The correlation matrices that identify considers possible; default any.'),
    ),
    know: optional(know),
    benchmark: optional(
      fields(
        {
          data: path('CSV').describe(
            'CSV file with a header: columns y1, y2, … for the realised actions in their order, and target; unit if ' +
              'wanted. Relative to the study file.',
          ),
        },
        '{ data: file }',
      ).describe(
        'What the realised protocol measured, with the target of each unit: for identify, in place of a law.',
      ),
    ),
    catalogue: optional(
      z
        .array(entrySchema, ENTRIES)
        .min(1, ENTRIES)
        .describe('The actions that a design may choose from, numbered from 0 in this order.'),
    ),
    choose: optional(choose),
    calibration: optional(calibration),
    classes: optional(classes),
    records: optional(records),
    templates: optional(templates),
    $schema: optional(text.describe('Where editors find the schema of this file; has no effect.')),
  },
  'a mapping that begins with sightline: 1',
).meta({ anyOf: [{ required: ['time', 'target'] }, { required: ['records'] }] });

/** A study file whose shape is good. */
export type StudyFile = z.output<typeof studySchema>;
/** One for the commands over a time grid: these say where `time` or `target` is missing. */
export type Study = StudyFile & Required<Pick<StudyFile, 'time' | 'target'>>;
