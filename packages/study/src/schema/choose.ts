import { z } from 'zod';
import { bounded, fields, optional, text, within } from './fields.ts';
import { target } from './target.ts';

const CHOOSE =
  '{ exactly: number of actions } or { budget: cost } or both, and any of required, forbidden, spacing, oneVariant, ' +
  'groups, targets, combine';
const NUMBERS = 'a list of catalogue numbers, which begin with 0';
const actions = z.array(within({ type: 'integer', minimum: 0 }), NUMBERS);

const GROUP = '{ name, actions, most, budget }, of which `actions` and one limit are needed';
const group = fields(
  {
    name: optional(text.min(1, 'a name').describe('A name for people.')),
    actions: actions.min(1, 'a list of at least one catalogue number').describe('Its actions, by number.'),
    most: optional(
      bounded('The most of its actions that may be chosen, a whole number from 0.', {
        type: 'integer',
        minimum: 0,
      }),
    ),
    budget: optional(bounded('The most that its actions may cost together, 0 or more.', { minimum: 0 })),
  },
  GROUP,
);

const AIM = '{ target, weight }, of which only `target` is needed';
const aim = fields(
  {
    target,
    weight: optional(
      bounded('How much it counts against the others, above 0; default 1. Only with the mean of them.', {
        exclusiveMinimum: 0,
      }),
    ),
  },
  AIM,
);

/** Which choices from the catalogue a design may make, and what it makes them for. */
export const choose = fields(
  {
    exactly: optional(
      bounded('Number of actions, a whole number up to the catalogue’s size.', {
        type: 'integer',
        minimum: 1,
      }),
    ),
    budget: optional(
      bounded('The most that the actions may cost together, above 0.', { exclusiveMinimum: 0 }),
    ),
    required: optional(actions.describe('Catalogue numbers of actions that are chosen in any case.')),
    forbidden: optional(actions.describe('Catalogue numbers of actions that are not to be chosen.')),
    spacing: optional(
      bounded('The least time between the centres of two chosen actions, in the unit of time.', {
        minimum: 0,
      }),
    ),
    oneVariant: optional(
      z
        .boolean('true or false')
        .describe('Whether at most one action is chosen of those that observe the same points of the grid.'),
    ),
    groups: optional(
      z
        .array(group, `a list of ${GROUP}`)
        .min(1, `a list of at least one ${GROUP}`)
        .describe('Some actions that share a limit of their own.'),
    ),
    targets: optional(
      z
        .array(aim, `a list of ${AIM}`)
        .min(1, `a list of at least one ${AIM}`)
        .describe(
          'What the choice is made for, in place of the study’s own target: several targets at once.',
        ),
    ),
    combine: optional(
      z
        .enum(['mean', 'worst'], 'mean or worst')
        .describe(
          'How the values for several targets become one: their weighted mean, the default, or the least.',
        ),
    ),
  },
  CHOOSE,
).meta({
  description: 'What a design may choose from the catalogue, and for which targets.',
  anyOf: [{ required: ['exactly'] }, { required: ['budget'] }],
});
