import {
  type Expectation,
  type ExpectedNumber,
  MOST_POINTS,
  numberAbove,
  numberFrom,
  oneOf,
  TRAIT,
  wholeFrom,
} from '@sightline/engine/internal';
import * as z from 'zod';
import { calibration } from './calibration.ts';
import { choose } from './choose.ts';
import { classes } from './classes.ts';
import { entries, protocolSchema } from './entry.ts';
import {
  clock,
  expects,
  fields,
  filledList,
  forms,
  kindForm,
  mappingOf,
  name,
  number,
  optional,
  path,
  rule,
  text,
  word,
} from './fields.ts';
import { fit, fitted } from './fit.ts';
import { kernel } from './kernel.ts';
import { numberField } from './kind-fields.ts';
import { know } from './know.ts';
import { records, templates } from './records.ts';
import { target } from './target.ts';
import { trial } from './trial.ts';
import { words } from './words.ts';

/*
 * The one definition of a study file: it validates, types the library and is printed as the JSON Schema that editors
 * use. It decides the shape only; whether a number makes sense is the engine's to say.
 */

const LENGTH: ExpectedNumber = { ...numberAbove(0), unit: 'time' };
/** A number for all times, or one for each. */
const byTime = (expected: ExpectedNumber, what: string) =>
  z
    .union(
      [number(expected), filledList(number(expected), expected).describe('One for each grid point.')],
      forms(expected, 'a list of `points` of them'),
    )
    .describe(what);
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
      word(
        ['refuse', 'floor'],
        'What happens to a covariance with negative eigenvalues: refuse it, the default, or floor them at 0 and ' +
          'report the repair. Only with `covariance`.',
      ),
    ),
    mean: optional(
      byTime(
        { type: 'number' },
        'Mean of the quantity, in the unit of the data. With it, target, thresholds and noise are in that unit too; without ' +
          'it the law is standardised. Together with `sd`, or with a `covariance`, which has the variances.',
      ),
    ),
    sd: optional(
      byTime(
        numberAbove(0),
        'Standard deviation of the quantity, in the unit of the data; together with `mean`.',
      ),
    ),
    transform: rule(
      ['none', 'log'],
      'log: the law is that of the logarithm of the quantity, and so are `mean`, `sd` and noise; thresholds and the target are of the ' +
        'quantity itself. none is the default.',
    ),
    fitted: optional(fitted),
  },
  { form: '{ kernel, trait, mean, sd, transform, fitted } or { covariance, indefinite, mean, transform }' },
).meta({
  description: 'The law of the latent trajectory: a kernel, or a covariance of your own.',
  oneOf: [{ required: ['kernel'] }, { required: ['covariance'] }],
  dependentRequired: {
    trait: ['kernel'],
    indefinite: ['covariance'],
    sd: ['mean'],
    fitted: ['kernel', 'mean', 'sd'],
  },
});

const time = {
  horizon: number(LENGTH, 'Length of the horizon [0, horizon], above 0, in `unit`.'),
  points: number(
    wholeFrom(2, MOST_POINTS),
    `Number of grid points, a whole number from 2 to ${MOST_POINTS}: midpoints of equal intervals.`,
  ),
  unit: optional(
    name('the name of the unit, such as h').describe('Unit of every time in this file, such as h.'),
  ),
  start: optional(
    clock().describe(
      'The time of day at which the horizon begins, such as "00:00". With it, "07:30" may stand wherever a time does, and ' +
        'times are shown by the clock.',
    ),
  ),
};
export const TIME = mappingOf(time);

const recency = {
  recency: number(
    LENGTH,
    'Late times count more, as e^(-(horizon - t)/recency): a length of time, above 0, in the unit of time.',
  ),
};
const weight = number(numberFrom(0));
const RECENCY = kindForm({ name: 'recency', example: '{ recency: 6 }' }, '{ recency: time }');
const WEIGHTS: Expectation = {
  type: 'forms',
  of: [oneOf(['uniform']), RECENCY, 'a list of `points` numbers'],
};

export const studySchema = fields(
  {
    sightline: z.literal(1, expects('1')).describe('Version of the study file.'),
    title: optional(text.describe('A line for people.')),
    time: optional(fields(time).describe('The horizon and its grid.')),
    target: optional(target),
    weights: optional(
      z
        .union(
          [
            z.literal('uniform', expects(WEIGHTS)),
            fields(recency),
            filledList(weight, 'number').describe('One weight per grid point; normalised to sum 1.'),
          ],
          expects(WEIGHTS),
        )
        .describe('How the times of the horizon count in the target; default uniform.'),
    ),
    latent: optional(latent),
    protocols: optional(
      z
        .record(name('a name'), protocolSchema, expects('name: actions, for each protocol'))
        .nullable()
        .describe('Protocols by name.'),
    ),
    realised: optional(
      z
        .union(
          [text, filledList(name('the name of a protocol'), 'the name of a protocol')],
          forms('the name of a protocol', 'a list of such names'),
        )
        .describe(
          'Name of the protocol behind the benchmark; or a list of several, each of them run on other units: the law of each ' +
            'with the target is known, not that between them.',
        ),
    ),
    assume: optional(
      word(['any', 'stationary'], 'The correlation matrices that identify considers possible; default any.'),
    ),
    know: optional(know),
    benchmark: optional(
      fields(
        {
          data: z
            .union(
              [
                path('CSV'),
                filledList(path('CSV'), 'the path of a CSV file').describe(
                  'One for each protocol of `realised`, in their order.',
                ),
                z
                  .record(name('a name'), path('CSV'), expects('name: file, for each realised protocol'))
                  .describe('One for each protocol of `realised`, by its name.'),
              ],
              forms(
                'the path of a CSV file, relative to the study file',
                'a list of such paths, one for each realised protocol',
                '{ name: path }',
              ),
            )
            .describe(
              'CSV file with a header: columns y1, y2, … for the realised actions in their order, and target; unit if ' +
                'wanted. Relative to the study file. Where several protocols were realised, one file for each.',
            ),
        },
        { form: '{ data: file }' },
      ).describe(
        'What the realised protocol measured, with the target of each unit: for identify, in place of a law.',
      ),
    ),
    catalogue: optional(
      entries().describe('The actions that a design may choose from, numbered from 0 in this order.'),
    ),
    choose: optional(choose),
    calibration: optional(calibration),
    fit: optional(fit),
    trial: optional(trial),
    classes: optional(classes),
    records: optional(records),
    templates: optional(templates),
    words: optional(words),
    $schema: optional(text.describe('Where editors find the schema of this file; has no effect.')),
  },
  { form: 'a mapping that begins with sightline: 1' },
).meta({ anyOf: [{ required: ['time', 'target'] }, { required: ['records'] }] });

/** A study file whose shape is good. */
export type StudyFile = z.output<typeof studySchema>;
/** One for the commands over a time grid: these say where `time` or `target` is missing. */
export type Study = StudyFile & Required<Pick<StudyFile, 'time' | 'target'>>;
