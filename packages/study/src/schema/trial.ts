import { type ExpectedNumber, numberAbove, USUAL_POWER } from '@sightline/engine/internal';
import * as z from 'zod';
import { fields, filledList, forms, mappingOf, number, optional } from './fields.ts';

const SHIFT: ExpectedNumber = { type: 'number', noun: 'shift' };
const linear = {
  from: number(SHIFT, 'Shift at time 0.'),
  to: number(SHIFT, 'Shift at the end of the horizon.'),
};
const SHARE: ExpectedNumber = { ...numberAbove(0), most: { at: 1, open: true } };

/** What is left open of a comparison of two arms. */
export const USUAL_TRIAL = { power: USUAL_POWER, level: 0.05, allocation: 1 } as const;
/** What its numbers may be. */
export const TRIAL_NUMBERS = {
  power: { ...SHARE, name: 'power' },
  level: { ...SHARE, name: 'level' },
  allocation: { ...numberAbove(0), name: 'allocation' },
} as const satisfies Record<keyof typeof USUAL_TRIAL, ExpectedNumber & { name: string }>;

export const PROFILE = forms(SHIFT, 'a list of `points` of them', mappingOf(linear));

/** A two-arm trial of the target, for `sightline plan --trial`. */
export const trial = fields({
  profile: z
    .union(
      [
        number(SHIFT),
        filledList(number(SHIFT), SHIFT).describe('One for each grid point.'),
        fields(linear).describe('Runs linearly over the horizon.'),
      ],
      PROFILE,
    )
    .describe(
      'By how much the treatment shifts the mean of the quantity: one number for all times, one for each grid point, or { from, to }, ' +
        'which runs linearly over the horizon. In the unit of the law: that of the data, standard deviations where it is standardised, ' +
        'and of the logarithm with `transform: log`.',
    ),
  power: optional(
    number(
      TRIAL_NUMBERS.power,
      `The probability that the trial finds the effect, between the level and 1; default ${USUAL_TRIAL.power}.`,
    ),
  ),
  level: optional(
    number(
      TRIAL_NUMBERS.level,
      `Level of the two-sided test, between 0 and 1; default ${USUAL_TRIAL.level}.`,
    ),
  ),
  allocation: optional(
    number(
      TRIAL_NUMBERS.allocation,
      `Treated units for each control, above 0; default ${USUAL_TRIAL.allocation}.`,
    ),
  ),
}).describe(
  'A treatment whose effect on the target a two-arm trial is to find, for `sightline plan --trial`.',
);
