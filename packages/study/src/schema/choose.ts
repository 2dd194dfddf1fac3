import { numberAbove, numberFrom, wholeFrom } from '@sightline/engine/internal';
import * as z from 'zod';
import { dropout } from './entry.ts';
import {
  fields,
  filledList,
  forms,
  list,
  mappingOf,
  name,
  number,
  optional,
  time,
  word,
  yes,
} from './fields.ts';
import { target } from './target.ts';

const actions = list(number(wholeFrom(0)), 'catalogue numbers, which begin with 0');

const stretch = {
  from: time('Its beginning, which is forbidden.'),
  to: time(
    'Its end, which is not. By the clock it may be the earlier of the two: the stretch passes midnight.',
  ),
};
const FORBIDDEN = forms({ type: 'number', noun: 'catalogue number' }, mappingOf(stretch));
const forbidden = list(
  z.union([number(wholeFrom(0)), fields(stretch)], FORBIDDEN),
  'catalogue numbers, which begin with 0, and stretches { from, to } of time',
);

const group = {
  name: optional(name('a name').describe('A name for people.')),
  actions: filledList(number(wholeFrom(0)), 'catalogue number').describe('Its actions, by number.'),
  most: optional(number(wholeFrom(0), 'The most of its actions that may be chosen, a whole number from 0.')),
  budget: optional(number(numberFrom(0), 'The most that its actions may cost together, 0 or more.')),
};
const GROUP = { form: '{ name, actions, most, budget }, of which `actions` and one limit are needed' };

const aim = {
  target,
  weight: optional(
    number(
      numberAbove(0),
      'How much it counts against the others, above 0; default 1. Only with the mean of them.',
    ),
  ),
};

const CHOOSE =
  '{ exactly: number of actions } or { budget: cost } or both, and any of required, forbidden, spacing, dropout, oneVariant, ' +
  'groups, targets, combine';

/** Which choices from the catalogue a design may make, and what it makes them for. */
export const choose = fields(
  {
    exactly: optional(number(wholeFrom(1), 'Number of actions, a whole number up to the catalogue’s size.')),
    budget: optional(number(numberAbove(0), 'The most that the actions may cost together, above 0.')),
    required: optional(actions.describe('Catalogue numbers of actions that are chosen in any case.')),
    forbidden: optional(
      forbidden.describe(
        'Actions that are not to be chosen: catalogue numbers, and stretches { from, to } of time, in which no action may ' +
          'begin to read or go on reading.',
      ),
    ),
    spacing: optional(
      number(
        { ...numberFrom(0), unit: 'time' },
        'The least time between the centres of two chosen actions, in the unit of time.',
      ),
    ),
    dropout: dropout('Rate of dropout per time under the choice, 0 or more, as on a protocol; default 0.'),
    oneVariant: optional(
      yes().describe(
        'Whether at most one action is chosen of those that observe the same points of the grid.',
      ),
    ),
    groups: optional(
      filledList(fields(group, GROUP), mappingOf(group, GROUP)).describe(
        'Some actions that share a limit of their own.',
      ),
    ),
    targets: optional(
      filledList(fields(aim), mappingOf(aim)).describe(
        'What the choice is made for, in place of the study’s own target: several targets at once.',
      ),
    ),
    combine: optional(
      word(
        ['mean', 'worst'],
        'How the values for several targets become one: their weighted mean, the default, or the least.',
      ),
    ),
  },
  { form: CHOOSE },
).meta({
  description: 'What a design may choose from the catalogue, and for which targets.',
  anyOf: [{ required: ['exactly'] }, { required: ['budget'] }],
});
