import { z } from 'zod';
import { bounded, fields, number, numbers } from './fields.ts';

export const TARGET =
  'mean, { above: c }, { outside: c }, { logistic: slope }, { square: true } or { hermite: [a1, a2, …] }';
/** What is to be known. */
export const target = z
  .union(
    [
      z.literal('mean', TARGET).describe('The weighted mean of the trajectory.'),
      fields(
        {
          above: number.describe(
            'Share of time above this level, in standard deviations from the mean and from -10 to 10; with ' +
              '`estimand: linear` in units of the data.',
          ),
        },
        TARGET,
      ),
      fields(
        {
          outside: bounded(
            'Share of time further than this from 0 on either side, in standard deviations of a latent quantity with ' +
              'mean 0, from 0.001 to 10; with `estimand: linear` in units of the data.',
            { minimum: 0 },
          ),
        },
        TARGET,
      ),
      fields(
        {
          logistic: bounded('Mean of 1/(1 + e^(-slope·z)), with a slope other than 0.', {
            minimum: -20,
            maximum: 20,
          }),
        },
        TARGET,
      ),
      fields({ square: z.literal(true, 'true').describe('Mean square.') }, TARGET),
      fields(
        {
          hermite: numbers('a list of at least one coefficient').describe(
            'Coefficients a1, a2, … of H_k(z)/k!, in probabilists’ Hermite polynomials.',
          ),
        },
        TARGET,
      ),
    ],
    TARGET,
  )
  .meta({
    id: 'target',
    description: 'What is to be known about each trajectory, on the scale of a unit-variance latent value.',
  });
