import { z } from 'zod';
import { bounded, count, fields, number, numbers, optional, within } from './fields.ts';

/** More actions than this from one entry are a mistake, not a protocol. */
export const MOST_FROM_ONE_ENTRY = 10_000;
/** A catalogue of so many actions takes some seconds to choose from, and a few hundred megabytes. */
export const MOST_IN_CATALOGUE = 20_000;
/** Different readings of one protocol: their covariances are a matrix of this size, and its factor takes its third power. */
export const MOST_READINGS = 4000;

/** A time, or the length of a window. */
const time = within({ minimum: 0 });

const COUNT = `a whole number from 1 to ${MOST_FROM_ONE_ENTRY}`;
const AT = 'a time, a list of times, or { from, to, count }';
const range = fields(
  {
    from: bounded('The first time.', { minimum: 0 }),
    to: bounded('The last time.', { minimum: 0 }),
    count: count(COUNT).max(MOST_FROM_ONE_ENTRY, COUNT).describe('How many times, both ends included.'),
  },
  AT,
).describe('Evenly spaced times, both ends included.');

const WIDTH = 'a width, or a list of widths';
const NOISE = 'a variance, or { from, to }';
const COST = 'a cost, or { base, perWidth }';

/** One action, or several that differ in their time or width. */
export const entrySchema = fields(
  {
    at: z
      .union([time, numbers('a list of at least one time', time), range], AT)
      .describe(
        'When: a time within the horizon, a list of times, or evenly spaced times. Centre of a window.',
      ),
    width: optional(
      z
        .union([time, numbers('a list of at least one width', time)], WIDTH)
        .describe(
          'Length of the window that is averaged; 0, the default, is a point. A list: one action each.',
        ),
    ),
    repeats: optional(
      bounded('Independent readings that are averaged: a whole number from 1, the default.', {
        type: 'integer',
        minimum: 1,
      }),
    ),
    noise: optional(
      z
        .union(
          [
            within({ minimum: 0 }),
            fields(
              {
                from: bounded('Variance at time 0.', { minimum: 0 }),
                to: bounded('Variance at the end of the horizon.', { minimum: 0 }),
              },
              NOISE,
            ).describe('Runs linearly over the horizon.'),
          ],
          NOISE,
        )
        .describe('Variance of one reading, 0 or more; default 0.'),
    ),
    cost: optional(
      z
        .union(
          [
            within({ exclusiveMinimum: 0 }),
            fields(
              {
                base: number.describe('Cost of the acquisition itself.'),
                perWidth: number.describe('Cost per unit of time of its window.'),
              },
              COST,
            ).describe('base + perWidth·width.'),
          ],
          COST,
        )
        .describe('Cost of the action, above 0; default 1.'),
    ),
  },
  '{ at, width, repeats, noise, cost }, of which only `at` is needed',
).meta({ id: 'entry', description: 'One action, or several that differ in their time or width.' });

export type Entry = z.output<typeof entrySchema>;
