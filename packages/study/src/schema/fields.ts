import { z } from 'zod';

// What the definition of the study file is made of. Every message is the phrase that follows "accepted:", except that a
// mapping answers an unknown field with the names of its fields.

/** A mapping with no fields but these. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape, accepted: string) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : accepted),
  });
}

export const number = z.number('a number');

/** What an editor can check of a number while it is written. */
interface Bounds {
  type?: 'integer';
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}
/** A number with bounds for the JSON Schema alone: validating leaves them to the engine, which says why. */
export const bounded = (description: string, bounds: Bounds) => number.meta({ description, ...bounds });
/** The same inside a list or a choice, where the whole is described. */
export const within = (bounds: Bounds) => number.meta({ ...bounds });

export const text = z.string('text');
export const count = (accepted: string) => z.int(accepted).min(1, accepted);
export const numbers = (accepted: string, one = number) => z.array(one, accepted).min(1, accepted);
export const optional = z.exactOptional;
/** The path of a file beside the study. */
export const path = (kind: string) => text.min(1, `the path of a ${kind} file, relative to the study file`);
