import * as z from 'zod';
import { expects, fields, forms, name, optional } from './fields.ts';

const WORD = 'a word, such as patient, or both of its forms, such as [child, children]';
const written = name(WORD);
const word = (what: string) =>
  optional(
    z
      .union([written, z.tuple([written, written], expects(WORD))], forms(WORD))
      .describe(`${what}: a word, or its singular and plural as a list of two.`),
  );

/** What reports and the terminal call things: the words of the study's readers. */
export const words = fields({
  unit: word('What a unit is, such as patient'),
  reading: word('What a reading is, such as finger prick'),
  value: optional(
    name('the unit of measurement, such as mg/dl').describe(
      'The unit of measurement of the data, such as mg/dl.',
    ),
  ),
}).describe('Words for unit, reading and the unit of measurement, in reports, terminal and page.');

export type StudyWords = z.output<typeof words>;
