import { numberFrom } from '@sightline/engine/internal';
import * as z from 'zod';
import { expects, fields, filledList, mappingOf, number, optional, time, yes } from './fields.ts';

const correlation = {
  times: z
    .tuple([time(), time()], expects('a list of two times'))
    .describe('Two times within the horizon, on different grid points.'),
  value: number(numberFrom(-1, 1), 'The correlation between them, from -1 to 1.'),
};
const PAIR = { form: '{ times: [t1, t2], value: correlation }' };

/** What is known of the correlations beside the benchmark. */
export const know = fields({
  nonNegative: optional(yes().describe('No correlation is negative.')),
  nonIncreasing: optional(yes().describe('Correlations do not grow with the time between two points.')),
  smallestEigenvalue: optional(
    number(
      { least: { at: 0 }, most: { at: 1, open: true } },
      'A lower bound of the smallest eigenvalue of the correlations, from 0 to below 1.',
    ),
  ),
  correlations: optional(
    filledList(fields(correlation, PAIR), mappingOf(correlation, PAIR)).describe(
      'Correlations between pairs of times that are known.',
    ),
  ),
}).describe(
  'What is known of the correlations beside the benchmark; each narrows what identify finds possible.',
);
