import { z } from 'zod';
import { bounded, fields, optional, within } from './fields.ts';

const time = within({ minimum: 0 });
const yes = z.boolean('true or false');
const PAIR = '{ times: [t1, t2], value: correlation }';
const TIMES = 'a list of two times';

/** What is known of the correlations beside the benchmark. */
export const know = fields(
  {
    nonNegative: optional(yes.describe('No correlation is negative.')),
    nonIncreasing: optional(yes.describe('Correlations do not grow with the time between two points.')),
    smallestEigenvalue: optional(
      bounded('A lower bound of the smallest eigenvalue of the correlations, from 0 to below 1.', {
        minimum: 0,
        exclusiveMaximum: 1,
      }),
    ),
    correlations: optional(
      z
        .array(
          fields(
            {
              times: z
                .tuple([time, time], TIMES)
                .describe('Two times within the horizon, on different grid points.'),
              value: bounded('The correlation between them, from -1 to 1.', { minimum: -1, maximum: 1 }),
            },
            PAIR,
          ),
          `a list of ${PAIR}`,
        )
        .min(1, `a list of at least one ${PAIR}`)
        .describe('Correlations between pairs of times that are known.'),
    ),
  },
  '{ nonNegative, nonIncreasing, smallestEigenvalue, correlations }, any of them',
).describe(
  'What is known of the correlations beside the benchmark; each narrows what identify finds possible.',
);
