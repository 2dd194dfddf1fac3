import {
  CLOCK,
  CLOCK_OR_END,
  type Expectation,
  type ExpectedKind,
  type ExpectedMapping,
  type ExpectedNumber,
  oneOf,
  wholeFrom,
} from '@sightline/engine/internal';
import * as z from 'zod';

// What the definition of the study file is made of. Every part says as data what it expects.

const EXPECTED = new Map<string, Expectation>();

/** The key of an expectation, for zod's messages, which are text. */
export function expects(expected: Expectation): string {
  const key = `#${EXPECTED.size}`;
  EXPECTED.set(key, expected);
  return key;
}

/** What was expected where zod found an issue. */
export const expectedAt = ({ message }: { message: string }): Expectation => EXPECTED.get(message) ?? message;

/** How a mapping is written where the names of its fields do not say it, and what is known of those that choose a kind. */
type Written = Pick<ExpectedMapping, 'form' | 'kinds'>;

export function mappingOf(shape: z.core.$ZodLooseShape, written: Written = {}): ExpectedMapping {
  const fields = Object.keys(shape);
  const needed = fields.filter((name) => !(shape[name] instanceof z.ZodExactOptional));
  return { type: 'mapping', fields, needed, ...written };
}

/** A mapping with no fields but these. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape, written?: Written) {
  return z.strictObject(shape, expects(mappingOf(shape, written)));
}

/** A field that chooses a kind, in what is expected. */
export const kindForm = (kind: ExpectedKind, form: string): ExpectedMapping => ({
  type: 'mapping',
  fields: [kind.name],
  form,
  kinds: [kind],
});
/** What a reader who knows a kind by another name has to be told. */
export const expectedKind = (
  { name, aliases, aliasNote, family }: Omit<ExpectedKind, 'example'>,
  example: string,
): ExpectedKind => ({ name, example, aliases, aliasNote, family });

/** Several forms, of which one has to be there. */
export const forms = (...of: Expectation[]) => expects({ type: 'forms', of });

/** A number. Its bounds are for hints and the JSON Schema alone: validating leaves them to the engine, which says why. */
export function number(expected: Partial<ExpectedNumber> = {}, description?: string) {
  const hint = expected.unit === 'deviations' ? {} : expected;
  const own = z.number(expects({ type: 'number', ...hint }));
  return own.register(z.globalRegistry, { ...(description && { description }), ...jsonBounds(expected) });
}

/** What an editor can check. Bounds in standard deviations do not hold where the data's own unit does. */
function jsonBounds({ unit, whole, least, most, positive }: Partial<ExpectedNumber> & { positive?: true }) {
  if (unit === 'deviations') return positive ? { minimum: 0 } : {};
  return {
    ...(whole && { type: 'integer' as const }),
    ...(least && { [least.open ? 'exclusiveMinimum' : 'minimum']: least.at }),
    ...(most && { [most.open ? 'exclusiveMaximum' : 'maximum']: most.at }),
  };
}

/** A time within the horizon, or a length. */
export const TIME_OF: ExpectedNumber = { type: 'number', noun: 'time', unit: 'time' };
export const time = (description?: string) => {
  const expected = { ...TIME_OF, least: { at: 0 } };
  const key = expects(expected);
  const own = z.union(
    [number(expected), z.string(key).regex(CLOCK_OR_END, { error: key, abort: true })],
    key,
  );
  return description ? own.describe(description) : own;
};
/** A number in the unit of time, or a time of day: '07:30', where the study has a clock. */
export type Time = z.output<ReturnType<typeof time>>;
/** The time of day at which something begins. */
export const clock = () => z.string(expects({ type: 'clock' })).regex(CLOCK, expects({ type: 'clock' }));

export const text = z.string(expects('text'));
export const name = (expected: string) => text.min(1, expects(expected));
export const count = (most: number) => {
  const key = expects(wholeFrom(1, most));
  return z.int(key).min(1, key).max(most, key);
};
export const list = <Item extends z.ZodType>(item: Item, of: Expectation) =>
  z.array(item, expects({ type: 'list', of }));
export function filledList<Item extends z.ZodType>(item: Item, of: Expectation) {
  const key = expects({ type: 'list', of, filled: true });
  return z.array(item, key).min(1, key);
}
export const word = <const Words extends readonly string[]>(words: Words, what: string) =>
  z.enum(words, expects(oneOf(words))).describe(what);
export const yes = () => z.boolean(expects(oneOf(['true', 'false'])));
export const optional = z.exactOptional;
export const rule = <const Words extends readonly string[]>(words: Words, what: string) =>
  optional(word(words, what));
/** The path of a file beside the study. */
export const path = (kind: string) => name(`the path of a ${kind} file, relative to the study file`);
