import { DATABASES, FORMS } from '@sightline/data';
import { LAYOUTS } from '@sightline/engine';
import { z } from 'zod';
import { bounded, fields, number, optional, path, text, within } from './fields.ts';

// Records that were annotated throughout, for `sightline retrospect`. A preset fills in whatever is not given.

const PRESETS = DATABASES.map(({ name }) => name);
const COLUMNS = FORMS.map(({ columns }) => columns.join(', ')).join(' or ');

const name = (accepted: string) => text.min(1, accepted);
const word = <const Words extends readonly [string, ...string[]]>(words: Words, what: string) =>
  optional(z.enum(words, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`).describe(what));

const STATES = 'a list of at least one state';
/** `[3, 4]` are names of states as well: YAML reads them as numbers. */
const state = z.union([name('the name of a state'), z.number('the name of a state')], 'the name of a state');

const AIM = `${STATES}; for a table of values mean or { above, below }`;
const aim = z.union(
  [
    z.array(state, STATES).min(1, STATES),
    z.literal('mean', AIM),
    fields(
      {
        above: optional(number.describe('Values above this count.')),
        below: optional(number.describe('Values below this count.')),
      },
      AIM,
    ),
  ],
  AIM,
);

const limit = (what: string) => optional(number.describe(what));
const COHORT = '{ of, above, below, from, to }, with at least one limit';
const cohort = fields(
  {
    of: optional(
      name('the name of a target').describe('The target that decides; needed where there are several.'),
    ),
    above: limit('Records whose target lies above this.'),
    below: limit('Records whose target lies below this.'),
    from: limit('Records whose target is at least this.'),
    to: limit('Records whose target is at most this.'),
  },
  COHORT,
);

const FOLDS = 'the path of a CSV file, { files: { all: path } }, or { outer, inner }: numbers of folds';
const folds = z
  .union(
    [
      path('CSV'),
      fields(
        {
          files: z
            .record(name('all, a stratum or a cohort'), path('CSV'), 'all, a stratum or a cohort: path')
            .describe('Files by what they are for: all, the name of a stratum, the name of a cohort.'),
        },
        FOLDS,
      ),
      fields(
        {
          outer: bounded('Parts of the units that are held out in turn, a whole number from 2.', {
            type: 'integer',
            minimum: 2,
          }),
          inner: bounded('Parts of the others by which the penalty is chosen, a whole number from 2.', {
            type: 'integer',
            minimum: 2,
          }),
        },
        FOLDS,
      ),
    ],
    FOLDS,
  )
  .describe(
    'Who is held out when: a file with the columns record, subject, outer, inner0, inner1, …; or how many folds to draw ' +
      'with the seed, by default { outer: 5, inner: 3 }.',
  );

export const records = fields(
  {
    preset: optional(
      z
        .enum(PRESETS, PRESETS.join(' or '))
        .describe('A public database; its folder is looked for in the folder named by --data.'),
    ),
    table: optional(
      path('CSV or Parquet').describe(
        `Table of states or values, relative to the study file: record and ${COLUMNS} in seconds; unit, stratum, length ` +
          'and covariates if wanted.',
      ),
    ),
    grid: optional(
      fields(
        {
          points: optional(
            bounded('Number of grid points in relative time, a whole number from 2 to 2048.', {
              type: 'integer',
              minimum: 2,
              maximum: 2048,
            }),
          ),
          reading: word(
            ['anchor', 'mean', 'overlap'],
            'What a grid point reads of its bin: the epoch in the middle, the default; the mean of its epochs; or its ' +
              'exact share of time.',
          ),
        },
        '{ points, reading }',
      ).describe('The common grid of relative time.'),
    ),
    epoch: optional(
      fields(
        {
          seconds: optional(bounded('Length of one sample of the states, above 0.', { exclusiveMinimum: 0 })),
          rounding: word(
            ['nearest', 'down'],
            'Whether ends of intervals go to the nearest sample, the default, or down; times of values go down unless given.',
          ),
          block: optional(
            bounded('Samples that are averaged into one epoch, a whole number; default 1.', {
              type: 'integer',
              minimum: 1,
            }),
          ),
        },
        '{ seconds, rounding, block }',
      ).describe('How states become epochs.'),
    ),
    invalid: optional(
      z
        .array(state, 'a list of states')
        .describe('States that count as no annotation; their time is taken out before the grid is laid.'),
    ),
    other: optional(
      z
        .array(state, 'a list of states')
        .describe(
          'States that are valid time outside every target; states that are listed nowhere are warned of.',
        ),
    ),
    targets: optional(
      z
        .record(name('a name'), aim, `name: ${AIM}, for each target`)
        .describe(
          'Targets by name: the share of valid time in some states; of a table of values their mean, or the share of ' +
            'valid time in which they lie between limits.',
        ),
    ),
    baselines: optional(
      z
        .array(name('stratum, hours or a covariate'), 'a list of stratum, hours and covariates')
        .describe(
          'What is known of each record at no cost: stratum, hours, covariates by name. Default none.',
        ),
    ),
    weights: word(
      ['unit', 'record'],
      'unit, the default: the records of a unit count as one together. record: each counts.',
    ),
    cohorts: optional(
      z
        .record(name('a name'), cohort, `name: ${COHORT}`)
        .describe('Parts of the records by the value of a target; each is analysed by itself.'),
    ),
    strata: word(
      ['together', 'separately'],
      'separately: each stratum is analysed by itself too; together is the default.',
    ),
    folds: optional(folds),
  },
  '{ preset } or { table, grid, epoch, targets }',
).meta({
  description: 'Records that were annotated throughout, for retrospect.',
  oneOf: [{ required: ['preset'] }, { required: ['table'] }],
});

const LAYOUT_NAMES = LAYOUTS.map(({ name }) => name);
const layout = z.enum(LAYOUT_NAMES, `one of ${LAYOUT_NAMES.join(', ')}`);
const PAIR = 'two layouts, as [dispersed, contiguous]';

export const templates = fields(
  {
    layouts: optional(
      z
        .array(layout, 'a list of layouts')
        .min(1, 'a list of at least one layout')
        .describe('How grid points are chosen: beforehand, or from the training side of each fold.'),
    ),
    budgets: optional(
      z
        .array(within({ type: 'integer', minimum: 1 }), 'a list of whole numbers')
        .min(1, 'a list of at least one whole number')
        .describe('Numbers of grid points that a protocol observes.'),
    ),
    contrasts: optional(
      z
        .array(z.tuple([layout, layout], PAIR), `a list of pairs: ${PAIR}`)
        .describe('Pairs of layouts that are compared at each budget; default: each against contiguous.'),
    ),
    rounding: word(
      ['nearest', 'down'],
      'Whether evenly spaced places go to the nearest grid point, the default, or down.',
    ),
    swaps: optional(
      bounded('Exchanges after forward selection, at most; default 3.', { type: 'integer', minimum: 0 }),
    ),
    floor: optional(
      bounded('Multiplies the floor of the eigenvalues that supports are learned with; default 1.', {
        exclusiveMinimum: 0,
      }),
    ),
    moments: word(
      ['unit', 'record'],
      'How records count in the moments that supports are learned from; default as under records.',
    ),
  },
  '{ layouts, budgets, contrasts, rounding, swaps, floor, moments }',
).describe('The protocols that are reconstructed from records.');
