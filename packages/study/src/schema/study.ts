import { MOST_POINTS, TRAIT } from '@sightline/engine';
import { z } from 'zod';
import { calibration } from './calibration.ts';
import { choose } from './choose.ts';
import { classes } from './classes.ts';
import { entrySchema } from './entry.ts';
import { bounded, fields, numbers, optional, path, text, within } from './fields.ts';
import { kernel } from './kernel.ts';
import { numberField } from './kind-fields.ts';
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
const LATENT = '{ kernel, trait } or { covariance, indefinite }';
const latent = fields(
  {
    kernel: optional(kernel),
    trait: optional(
      numberField({
        ...TRAIT,
        meaning: `${TRAIT.meaning}, default 0, only with \`kernel\``,
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
