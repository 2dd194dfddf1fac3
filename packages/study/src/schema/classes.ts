import { type Expectation, wholeFrom } from '@sightline/engine/internal';
import * as z from 'zod';
import { entrySchema } from './entry.ts';
import { expects, fields, filledList, forms, mappingOf, name, number, optional, text } from './fields.ts';

const bins = number(wholeFrom(1), 'Number of bins.');
const exactly = number(wholeFrom(1), 'Number of actions of each protocol, a whole number from 1.');
const named = { name: name('a name').describe('Name of the class.') };
const ofProtocols = {
  ...named,
  protocols: filledList(text, 'name of a protocol').describe('Names of protocols of this study.'),
};
const ofChoices = { ...named, ...entrySchema.shape, exactly };
const CLASS: Expectation = {
  type: 'forms',
  of: [mappingOf(ofProtocols), mappingOf(ofChoices, { form: '{ name, at, exactly, noise }' })],
};

/** One class of a list. */
export const listedClass = z.union(
  [
    fields(ofProtocols),
    fields(ofChoices).describe('Every choice of so many of the actions that the entry stands for.'),
  ],
  expects(CLASS),
);

const nested = fields({
  exactly,
  noise: entrySchema.shape.noise,
  bins: optional(
    z
      .tuple([bins, bins], expects('a list of two numbers of bins, such as [8, 12]'))
      .describe('Bins of the two finer classes; default [8, 12].'),
  ),
}).describe(
  'The paper’s classes: contiguous or dispersed; dispersed within a phase; all choices from the midpoints of a ' +
    'few bins; all choices from those of more.',
);
const NESTED = mappingOf({ nested }, { form: '{ nested: { exactly, noise } }' });

/** Nested classes of protocols, from coarse to fine. */
export const classes = z
  .union([fields({ nested }), filledList(listedClass, CLASS)], forms({ type: 'list', of: CLASS }, NESTED))
  .describe(
    'Classes of protocols from coarse to fine, for the resolution that `calibrate` reports; each holds those before it.',
  );
