import { type ExpectedNumber, numberAbove, numberFrom, wholeFrom } from '@sightline/engine/internal';
import * as z from 'zod';
import {
  count,
  fields,
  filledList,
  forms,
  mappingOf,
  name,
  number,
  optional,
  TIME_OF,
  time,
} from './fields.ts';

/** More actions than this from one entry are a mistake, not a protocol. */
export const MOST_FROM_ONE_ENTRY = 10_000;
/** A catalogue of so many actions takes some seconds to choose from, and a few hundred megabytes. */
export const MOST_IN_CATALOGUE = 20_000;
/** Different readings of one protocol: their covariances are a matrix of this size, and its factor takes its third power. */
export const MOST_READINGS = 4000;

const byCount = {
  from: time('The first time.'),
  to: time('The last time.'),
  count: count(MOST_FROM_ONE_ENTRY).describe('How many times, both ends included.'),
};
const bySteps = {
  from: time('The first time.'),
  to: time('A time that none passes.'),
  every: number({ ...numberAbove(0), unit: 'time' }, 'The time from one to the next, above 0.'),
};
const WIDTH: ExpectedNumber = { type: 'number', noun: 'width', unit: 'time' };
const width = () => number({ ...WIDTH, least: { at: 0 } });
const VARIANCE: ExpectedNumber = { type: 'number', noun: 'variance' };
const variance = (what?: string) => number({ ...VARIANCE, least: { at: 0 } }, what);
const noise = {
  from: variance('Variance at time 0.'),
  to: variance('Variance at the end of the horizon.'),
};
const cost = {
  base: number({}, 'Cost of the acquisition itself.'),
  perWidth: number({}, 'Cost per unit of time of its window.'),
};

/** One action, or several that differ in their time or width. */
export const entrySchema = fields({
  at: z
    .union(
      [
        time(),
        filledList(time(), 'time'),
        fields(byCount).describe('Evenly spaced times, both ends included.'),
        fields(bySteps).describe('Evenly spaced times: from, from + every, … up to `to`.'),
      ],
      forms(TIME_OF, 'a list of times', mappingOf(byCount), mappingOf(bySteps)),
    )
    .describe(
      'When: a time within the horizon, a list of times, or evenly spaced times. A time is a number, or with ' +
        '`time.start` a time of day such as "07:30". Centre of a window.',
    ),
  width: optional(
    z
      .union([width(), filledList(width(), 'width')], forms(WIDTH, 'a list of widths'))
      .describe(
        'Length of the window that is averaged; 0, the default, is a point. A list: one action each.',
      ),
  ),
  repeats: optional(
    number(wholeFrom(1), 'Independent readings that are averaged: a whole number from 1, the default.'),
  ),
  noise: optional(
    z
      .union(
        [variance(), fields(noise).describe('Runs linearly over the horizon.')],
        forms(VARIANCE, mappingOf(noise)),
      )
      .describe('Variance of one reading, 0 or more; default 0.'),
  ),
  cost: optional(
    z
      .union(
        [number(numberAbove(0)), fields(cost).describe('base + perWidth·width.')],
        forms({ type: 'number', noun: 'cost' }, mappingOf(cost)),
      )
      .describe('Cost of the action, above 0; default 1.'),
  ),
  missed: optional(
    number(
      numberFrom(0, 1),
      'Probability that an action is missed, its repeats or its window together: from 0, the default, to 1. Each action for ' +
        'itself, whatever would have been read.',
    ),
  ),
  sensor: optional(
    name('the name of a sensor').describe(
      'What takes the readings. Where it fails, all of its readings in the protocol are missing together; with `fails`.',
    ),
  ),
  fails: optional(
    number(numberFrom(0, 1), 'Probability that the sensor fails, for the whole horizon: from 0 to 1.'),
  ),
}).meta({ id: 'entry', description: 'One action, or several that differ in their time or width.' });

export type Entry = z.output<typeof entrySchema>;

const ENTRY = mappingOf(entrySchema.shape);
export const entries = () => filledList(entrySchema, ENTRY);

export const dropout = (what: string) => optional(number(numberFrom(0), what));
const left = dropout(
  'Rate of dropout per time, 0 or more: the unit leaves at an exponential moment, and every action that is not complete by then ' +
    'is missing. Default 0.',
);
const oneEntry = { ...entrySchema.shape, dropout: left };
const actionsAndDropout = {
  actions: z
    .union([entrySchema, entries()], forms(ENTRY, 'a list of at least one such entry'))
    .describe('One entry or a list of them.'),
  dropout: left,
};

/** What is observed: one entry, a list of them, or either with the rate at which units leave. */
export const protocolSchema = z
  .union(
    [fields(oneEntry), entries(), fields(actionsAndDropout)],
    forms(mappingOf(oneEntry), 'a list of at least one such entry', mappingOf(actionsAndDropout)),
  )
  .meta({
    id: 'protocol',
    description: 'What is observed: one entry, a list of them, or { actions, dropout }.',
  });
