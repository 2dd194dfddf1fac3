import { z } from 'zod';
import { entrySchema } from './entry.ts';
import { bounded, fields, optional, text } from './fields.ts';

const CLASSES =
  'a list of { name, protocols } or { name, at, exactly, noise }, or { nested: { exactly, noise } }';
const ONE = '{ name, protocols } or { name, at, exactly, noise }';
const BINS = 'a list of two numbers of bins, such as [8, 12]';
const bins = bounded('Number of bins.', { type: 'integer', minimum: 1 });
const exactly = bounded('Number of actions of each protocol, a whole number from 1.', {
  type: 'integer',
  minimum: 1,
});
const name = text.min(1, 'a name').describe('Name of the class.');

/** One class of a list. */
export const listedClass = z.union(
  [
    fields(
      {
        name,
        protocols: z
          .array(text, 'a list of names of protocols')
          .min(1, 'a list of at least one name of a protocol')
          .describe('Names of protocols of this study.'),
      },
      ONE,
    ),
    fields({ name, ...entrySchema.shape, exactly }, ONE).describe(
      'Every choice of so many of the actions that the entry stands for.',
    ),
  ],
  ONE,
);

/** Nested classes of protocols, from coarse to fine. */
export const classes = z
  .union(
    [
      fields(
        {
          nested: fields(
            {
              exactly,
              noise: entrySchema.shape.noise,
              bins: optional(
                z.tuple([bins, bins], BINS).describe('Bins of the two finer classes; default [8, 12].'),
              ),
            },
            '{ exactly, noise, bins }, of which only `exactly` is needed',
          ).describe(
            'The paper’s classes: contiguous or dispersed; dispersed within a phase; all choices from the midpoints of a ' +
              'few bins; all choices from those of more.',
          ),
        },
        CLASSES,
      ),
      z.array(listedClass, CLASSES).min(1, `a list of at least one ${ONE}`),
    ],
    CLASSES,
  )
  .describe(
    'Classes of protocols from coarse to fine, for the resolution that `calibrate` reports; each holds those before it.',
  );
