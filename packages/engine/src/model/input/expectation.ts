/*
 * What would be accepted in a place, as plain data. Hints, bounds of the JSON Schema and the sentence after "accepted:"
 * are made of this; nothing reads the sentence.
 */
export type Expectation =
  /** Words of its own, where nothing more is known. */
  string | ExpectedNumber | ExpectedClock | ExpectedWord | ExpectedList | ExpectedMapping | ExpectedForms;

/** An end of what is accepted: `why` says what is wrong with numbers beyond it, `instead` what to take in their place. */
export interface Bound {
  readonly at: number;
  /** The end itself is not accepted. */
  readonly open?: true;
  readonly why?: string;
  readonly instead?: string;
}

export interface ExpectedNumber {
  readonly type: 'number';
  /** What kind of number, 'time' or 'variance'; just a number otherwise. */
  readonly noun?: string;
  readonly whole?: true;
  /** The unit of time of the study, or standard deviations from the mean: then the bounds are on that scale alone. */
  readonly unit?: 'time' | 'deviations';
  /** What the study calls its unit of time. */
  readonly unitOfTime?: string | undefined;
  readonly least?: Bound;
  readonly most?: Bound;
  /** The smallest size of either sign, where 0 will not do. */
  readonly size?: Bound;
  /** Another way out. */
  readonly instead?: string | undefined;
  readonly suchAs?: number | undefined;
}

/** A time of day as text. */
export interface ExpectedClock {
  readonly type: 'clock';
}

export interface ExpectedWord {
  readonly type: 'word';
  readonly words: readonly string[];
}

export interface ExpectedList {
  readonly type: 'list';
  readonly of: Expectation;
  /** At least one of them. */
  readonly filled?: true;
}

export interface ExpectedMapping {
  readonly type: 'mapping';
  readonly fields: readonly string[];
  /** Those that have to be there; all unless given. */
  readonly needed?: readonly string[];
  /** How it is written, where the names alone do not say it. */
  readonly form?: string;
  /** What is known of fields that choose a kind. */
  readonly kinds?: readonly ExpectedKind[];
}

/** A kind that is chosen by a field of its name. */
export interface ExpectedKind {
  readonly name: string;
  readonly example: string;
  /** Other names that people know it by, in lower case, and what their parameters are here. */
  readonly aliases?: readonly string[] | undefined;
  readonly aliasNote?: string | undefined;
  /** A name that it shares with others, which are told apart by something. */
  readonly family?: { readonly name: string; readonly by: string } | undefined;
}

export interface ExpectedForms {
  readonly type: 'forms';
  /** When they do: 'for a table of values'. */
  readonly when?: string;
  readonly of: readonly Expectation[];
}

/** A number from one end to another, both included. */
export const numberFrom = (least: number, most?: number): ExpectedNumber => ({
  type: 'number',
  least: { at: least },
  ...(most !== undefined && { most: { at: most } }),
});
export const numberAbove = (least: number): ExpectedNumber => ({
  type: 'number',
  least: { at: least, open: true },
});
export const wholeFrom = (least: number, most?: number): ExpectedNumber => ({
  ...numberFrom(least, most),
  whole: true,
});
export const oneOf = (words: readonly string[]): ExpectedWord => ({ type: 'word', words });

/** The forms that would do, each by itself: what a choice between several offers. */
export function formsOf(expected: Expectation): readonly Exclude<Expectation, string | ExpectedForms>[] {
  if (typeof expected === 'string') return [];
  return expected.type === 'forms' ? expected.of.flatMap(formsOf) : [expected];
}

/** The sentence after "accepted:". */
export function expectationText(expected: Expectation): string {
  if (typeof expected === 'string') return expected;
  switch (expected.type) {
    case 'number':
      return numberText(expected);
    case 'clock':
      return 'a time of day as text, such as "07:30"';
    case 'word':
      return listed(expected.words, ' or ');
    case 'list':
      return `a list of ${expected.filled ? 'at least one ' : ''}${expectationText(expected.of)}`;
    case 'mapping':
      return expected.form ?? mappingText(expected);
    case 'forms':
      return `${expected.when ? `${expected.when} ` : ''}${listed(expected.of.map(expectationText), ', or ')}`;
  }
}

/** 'a, b or c': with `last` before the last of several. */
export const listed = (texts: readonly (string | number)[], last: string): string =>
  texts.length < 2 ? String(texts[0] ?? '') : `${texts.slice(0, -1).join(', ')}${last}${texts.at(-1)}`;

/** '{ at, width }, of which only `at` is needed'. */
function mappingText({ fields, needed = fields }: ExpectedMapping): string {
  const form = `{ ${fields.join(', ')} }`;
  if (needed.length === fields.length) return form;
  if (needed.length === 0) return `${form}, any of them`;
  const names = needed.map((name) => `\`${name}\``);
  return `${form}, of which ${names.length === 1 ? `only ${names[0]} is` : `${listed(names, ' and ')} are`} needed`;
}

/** 'a number from -10 to 10, in standard deviations from the mean'. */
function numberText(expected: ExpectedNumber): string {
  const { noun = 'number', whole, instead, suchAs } = expected;
  const kind = `a ${whole ? 'whole ' : ''}${noun}${withinWords(expected)}${unitWords(expected)}`;
  return `${kind}${instead ? `, or ${instead}` : ''}${suchAs === undefined ? '' : `, such as ${suchAs}`}`;
}

/** ' from 0 to below 1', ' of 0 or more', ' above 0 and at most 1', ' other than 0'; nothing where any number will do. */
export function withinWords({ least, most, size, whole }: ExpectedNumber): string {
  const low = least && ` ${least.open ? 'above' : most || whole ? 'from' : 'of'} ${least.at}`;
  const high =
    most &&
    (least && !least.open
      ? ` to ${most.open ? 'below ' : ''}${most.at}`
      : `${low ? ' and' : ''} ${most.open ? 'below' : 'at most'} ${most.at}`);
  const open = least && !least.open && !most && !whole ? ' or more' : '';
  return `${low ?? ''}${open}${high ?? ''}${size ? ' other than 0' : ''}`;
}

/** 'a time from 0 to 10 h': a noun takes its unit as it is, and does without one that has no name. */
function unitWords({ unit, unitOfTime, noun }: ExpectedNumber): string {
  if (unit === 'deviations') return ', in standard deviations from the mean';
  if (unit !== 'time') return '';
  if (noun) return unitOfTime ? ` ${unitOfTime}` : '';
  return `, in ${unitOfTime || "the study's unit of time"}`;
}
