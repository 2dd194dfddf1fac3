import {
  type Expectation,
  FITTED_KERNELS,
  numberAbove,
  numberFrom,
  USUAL_KNOTS,
  USUAL_UNITS,
  wholeFrom,
} from '@sightline/engine/internal';
import * as z from 'zod';
import { expects, fields, filledList, mappingOf, name, number, optional, word, yes } from './fields.ts';

// A law that is fitted to sparse readings: what to fit, and what a fit leaves in a `latent` block.

const smooth = {
  smooth: number(
    wholeFrom(2),
    'Knots of the mean, a whole number from 2: at the first and the last time that was read, and at equal shares of the times between.',
  ),
};
const MEAN: Expectation = {
  type: 'forms',
  of: ['constant', 'smooth', mappingOf(smooth, { form: '{ smooth: number of knots }' })],
};

const surface = {
  bandwidth: optional(
    number(
      numberAbove(0),
      'Bandwidth of the smoothers, in the unit of time; chosen on units held out unless given.',
    ),
  ),
  units: optional(
    number(
      wholeFrom(2),
      `A pair of times is seen where so many units count in full in the fit at it; ${USUAL_UNITS} unless given.`,
    ),
  ),
};
const SURFACE: Expectation = {
  type: 'forms',
  of: ['true', mappingOf(surface, { form: '{ bandwidth: time, units: number }' })],
};

/** What is fitted to the readings under `calibration`. */
export const fit = fields(
  {
    kernels: optional(
      filledList(word(FITTED_KERNELS, 'Name of a kernel.'), 'name of a kernel').describe(
        'The kernels that are fitted and compared; by default ou, matern32, matern52 and squaredExponential.',
      ),
    ),
    trait: optional(
      yes().describe('Whether a share of the variance that never decays is estimated; true is the default.'),
    ),
    mean: optional(
      z
        .union([z.enum(['constant', 'smooth'], expects(MEAN)), fields(smooth)], expects(MEAN))
        .describe(
          `constant, the default: one mean for all times. smooth: a natural cubic spline in time, with ${USUAL_KNOTS} knots unless given.`,
        ),
    ),
    surface: optional(
      z
        .union([z.literal(true, expects(SURFACE)), fields(surface)], expects(SURFACE))
        .describe(
          'In place of kernels, trait and mean: mean, variance and correlations by local-linear smoothing. Pairs of times that nobody ' +
            'was seen at together stay open, and `identify` says what follows.',
        ),
    ),
  },
  { form: '{ kernels, trait, mean } or { surface }, of which none is needed' },
).describe(
  'A law that is fitted to sparse readings: `calibration` then names a long table of any number of readings at any times, and ' +
    'every command works with the fitted law unless there is a `latent`.',
);

const numbers = () => filledList(number(), 'number');
const fittedFields = {
  units: number(wholeFrom(1), 'Units that the law was fitted to.'),
  trajectories: optional(number(wholeFrom(1), 'Their trajectories; as many as units unless it is said.')),
  readings: number(wholeFrom(1), 'Their readings.'),
  noise: optional(
    number(numberFrom(0), 'Variance of the noise of a reading, as estimated or as it was held fixed.'),
  ),
  parameters: filledList(name('the name of a parameter'), 'name of a parameter').describe(
    'What was estimated: parameters of the kernel, trait, mean (or mean1, mean2, … at the knots), sd, noise.',
  ),
  kernel: optional(name('the name of a kernel').describe('Name of the kernel that was fitted.')),
  estimates: optional(
    numbers().describe(
      'What the parameters were, in the order of `parameters`: the law beside it must still be that one.',
    ),
  ),
  covariance: filledList(numbers(), 'list of numbers').describe(
    'Covariance of the estimates, in the order of `parameters`: of logarithms, for trait of the logit, and of the mean itself.',
  ),
  knots: optional(numbers().describe('Where the mean is smooth: the times of its knots.')),
  atKnots: optional(numbers().describe('The mean at the knots.')),
  undetermined: optional(
    filledList(name('the name of a parameter'), 'name of a parameter').describe(
      'Parameters that the times of the readings do not determine.',
    ),
  ),
  bounds: optional(
    filledList(
      fields({
        parameter: name('the name of a parameter').describe('One that was estimated as 0, its bound.'),
        set: numbers().describe('Values of all `parameters` at the upper end of its 95 % interval.'),
      }),
      '{ parameter, set }',
    ).describe('How far parameters reach that stand at their bound.'),
  ),
  ridge: optional(
    fields({
      parameter: name('the name of a parameter').describe('The least determined of them.'),
      sets: filledList(numbers(), 'list of numbers').describe(
        'Values of all `parameters` along its profile, nearly as likely as the best.',
      ),
    }).describe('Laws that fit the readings nearly as well, where a parameter is not determined.'),
  ),
};

/** What is left of the readings in a `latent` block: how uncertain the law is. */
export const fitted = fields(fittedFields, {
  form: '{ units, readings, noise, parameters, covariance }, as `sightline fit --write` writes it',
}).describe(
  'How the law was fitted to sparse readings, as `sightline fit --write` writes it: intervals of values come from it.',
);

/** Kernels, and what else, is fitted unless the study says otherwise. */
export const USUAL_FIT = {
  kernels: ['ou', 'matern32', 'matern52', 'squaredExponential'],
  trait: true,
  mean: 'constant',
} as const;
