import { DATABASES, FORMS } from '@sightline/data';
import {
  type Expectation,
  expectationText,
  LAYOUTS,
  MOST_POINTS,
  numberAbove,
  numberFrom,
  oneOf,
  wholeFrom,
} from '@sightline/engine/internal';
import * as z from 'zod';
import { limits } from './calibration.ts';
import {
  expects,
  fields,
  filledList,
  forms,
  list,
  mappingOf,
  name,
  number,
  optional,
  path,
  rule,
  word,
} from './fields.ts';

// Records that were annotated throughout, for `sightline retrospect`. A preset fills in whatever is not given.

const PRESETS = DATABASES.map(({ name }) => name);
const COLUMNS = FORMS.map(({ columns }) => columns.join(', ')).join(' or ');

const STATE = 'the name of a state';
/** `[3, 4]` are names of states as well: YAML reads them as numbers. */
const state = z.union([name(STATE), z.number(expects(STATE))], expects(STATE));

const range = {
  above: optional(number({}, 'Values above this count.')),
  below: optional(number({}, 'Values below this count.')),
};
const BETWEEN = 'two numbers, as [70, 180]';
const between = {
  between: z
    .tuple([number(), number()], expects(BETWEEN))
    .describe('Values from the first to the second count, both included.'),
};
const ratio = {
  states: filledList(state, 'state').describe('States whose time is counted.'),
  of: filledList(state, 'state').describe('States whose time it is a share of, those counted among them.'),
};
const AIM: Expectation = {
  type: 'forms',
  of: [
    { type: 'list', of: 'state', filled: true },
    mappingOf(ratio, { form: '{ states, of }' }),
    {
      type: 'forms',
      when: 'for a table of values',
      of: [
        oneOf(['mean']),
        mappingOf(range, { form: '{ above, below }' }),
        mappingOf(between, { form: '{ between: [a, b] }' }),
      ],
    },
  ],
};
const aim = z.union(
  [
    filledList(state, 'state'),
    z.literal('mean', expects(AIM)),
    fields(range),
    fields(between),
    fields(ratio),
  ],
  expects(AIM),
);

const column = (what: string) => optional(name('the name of a column').describe(what));
const columns = {
  unit: column('Who the record is of; records of one unit stay together in folds.'),
  record: column('Which record; without it a unit has one, or one for each day.'),
  time: column('When, of values and of changes of state.'),
  value: column('What was read.'),
  state: column('The state.'),
  from: column('When a state begins.'),
  to: column('When it ends.'),
  stratum: column('A part of the population.'),
  length: column('How long the record is.'),
};

const limit = (what: string) => optional(number({}, what));
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
  { form: COHORT },
);

const files = {
  files: z
    .record(name('all, a stratum or a cohort'), path('CSV'), expects('all, a stratum or a cohort: path'))
    .describe('Files by what they are for: all, the name of a stratum, the name of a cohort.'),
};
const drawn = {
  outer: number(wholeFrom(2), 'Parts of the units that are held out in turn, a whole number from 2.'),
  inner: number(wholeFrom(2), 'Parts of the others by which the penalty is chosen, a whole number from 2.'),
};
const folds = z
  .union(
    [path('CSV'), fields(files), fields(drawn)],
    forms(
      'the path of a CSV file',
      mappingOf(files, { form: '{ files: { all: path } }' }),
      mappingOf(drawn, { form: '{ outer, inner }: numbers of folds' }),
    ),
  )
  .describe(
    'Who is held out when: a file with the columns record, subject, outer, inner0, inner1, …; or how many folds to draw ' +
      'with the seed, by default { outer: 5, inner: 3 }.',
  );

export const records = fields(
  {
    preset: optional(
      word(PRESETS, 'A public database; its folder is looked for in the folder named by --data.'),
    ),
    table: optional(
      path('CSV or Parquet').describe(
        `Table of states or values, relative to the study file: record and ${COLUMNS} in seconds; unit, stratum, length ` +
          'and covariates if wanted. CSV, CSV.gz or Parquet.',
      ),
    ),
    columns: optional(
      fields(columns, { form: '{ unit, time, value }, each the name of a column' }).describe(
        'What the table calls its columns. Where it is given, other columns are ignored, and named in the result.',
      ),
    ),
    split: rule(
      ['day'],
      'day: times are timestamps, and a record is one day of a unit, from `time.start` on, or midnight.',
    ),
    missing: rule(
      ['drop', 'interpolate'],
      'On a grid by the clock, what a record with empty cells gets: drop it, the default; or interpolate in time, where ends ' +
        'are not extrapolated.',
    ),
    limits,
    grid: optional(
      fields({
        points: optional(
          number(
            wholeFrom(2, MOST_POINTS),
            'Number of grid points, a whole number from 2 to 2048; with `time: clock` by default that of `time`.',
          ),
        ),
        time: rule(
          ['relative', 'clock'],
          'relative, the default: a grid point is a share of each record. clock: it is a time of `time`, and a gap stays a gap.',
        ),
        reading: rule(
          ['anchor', 'mean', 'overlap'],
          'What a grid point reads of its bin: the epoch in the middle, the default; the mean of its epochs; or its ' +
            'exact share of time.',
        ),
      }).describe('The common grid of all records.'),
    ),
    epoch: optional(
      fields({
        seconds: optional(number(numberAbove(0), 'Length of one sample of the states, above 0.')),
        rounding: rule(
          ['nearest', 'down'],
          'Whether ends of intervals go to the nearest sample, the default, or down; times of values go down unless given.',
        ),
        block: optional(
          number(wholeFrom(1), 'Samples that are averaged into one epoch, a whole number; default 1.'),
        ),
      }).describe('How states and values become epochs; a grid by the clock needs none.'),
    ),
    invalid: optional(
      list(state, 'states').describe(
        'States that count as no annotation; their time is taken out before the grid is laid.',
      ),
    ),
    other: optional(
      list(state, 'states').describe(
        'States that are valid time outside every target; states that are listed nowhere are warned of.',
      ),
    ),
    targets: optional(
      z
        .record(name('a name'), aim, expects(`name: ${expectationText(AIM)}, for each target`))
        .describe(
          'Targets by name: the share of valid time in some states, or their share of the time in others; of a table of ' +
            'values their mean, or the share of valid time in which they lie between limits.',
        ),
    ),
    baselines: optional(
      list(name('stratum, hours or a covariate'), 'stratum, hours and covariates').describe(
        'What is known of each record at no cost: stratum, hours, covariates by name, of which texts become indicators. ' +
          'Default none.',
      ),
    ),
    weights: rule(
      ['unit', 'record'],
      'unit, the default: the records of a unit count as one together. record: each counts.',
    ),
    cohorts: optional(
      z
        .record(name('a name'), cohort, expects(`name: ${COHORT}`))
        .describe('Parts of the records by the value of a target; each is analysed by itself.'),
    ),
    strata: rule(
      ['together', 'separately'],
      'separately: each stratum is analysed by itself too; together is the default.',
    ),
    folds: optional(folds),
  },
  { form: '{ preset } or { table, grid, epoch, targets }' },
).meta({
  description: 'Records that were annotated throughout, for retrospect.',
  oneOf: [{ required: ['preset'] }, { required: ['table'] }],
});

const LAYOUT_NAMES = LAYOUTS.map(({ name }) => name);
const layout = z.enum(LAYOUT_NAMES, expects(oneOf(LAYOUT_NAMES)));
const PAIR = 'two layouts or protocols, as [dispersed, contiguous]';
const compared = name('the name of a layout or of a protocol');

export const templates = fields({
  layouts: optional(
    filledList(layout, 'layout').describe(
      'How grid points are chosen: beforehand, or from the training side of each fold; with protocols also where those of ' +
        'the study read, each under its own name. Default middles, contiguous, the learned ones, and protocols where ' +
        'there are some.',
    ),
  ),
  budgets: optional(
    filledList(number(wholeFrom(1)), 'whole number').describe(
      'Numbers of grid points that a layout observes; default 1, 2, 4, 8 and 16, as far as there are so many.',
    ),
  ),
  contrasts: optional(
    list(z.tuple([compared, compared], expects(PAIR)), `pairs: ${PAIR}`).describe(
      'Pairs of layouts, compared at each budget, or of protocols; default: each layout against contiguous, or the first, ' +
        'and each protocol against the realised one, or the first.',
    ),
  ),
  rounding: rule(
    ['nearest', 'down'],
    'Whether evenly spaced places go to the nearest grid point, the default, or down.',
  ),
  swaps: optional(number(wholeFrom(0), 'Exchanges after forward selection, at most; default 3.')),
  floor: optional(
    number(
      numberAbove(0),
      'Multiplies the floor of the eigenvalues that supports are learned with; default 1.',
    ),
  ),
  reads: rule(
    ['values', 'indicators'],
    'What is read for a target of values between limits: the values, the default by the clock; or whether they lie there, ' +
      'the default in relative time.',
  ),
  noise: optional(
    number(
      { ...numberFrom(0), noun: 'variance' },
      'Variance of the noise of what layouts read, where these are values; it is drawn with the seed. Default 0. Readings ' +
        'of protocols have the noise of their own actions.',
    ),
  ),
  moments: rule(
    ['unit', 'record'],
    'How records count in the moments that supports are learned from; default as under records.',
  ),
}).describe('The protocols that are reconstructed from records.');
