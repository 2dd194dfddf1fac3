import { type Expectation, type ExpectedKind, formsOf } from '@sightline/engine/internal';
import { list } from '../words/text.ts';

// Forms that people know by another name, or name without writing them out.

const DEVIATIONS = new Set(['sd', 'std', 'stdev', 'stddev', 'sigma']);
const STEPS = new Set(['by', 'step']);

/** `kernel: ou` becomes '{ ou: { tau: 1 } }': the form of a word that stands alone. */
export function formOf(word: string, expected: Expectation): string | undefined {
  const kinds = kindsOf(expected);
  return (calledOtherwise(word, kinds) ?? kinds.find(({ name }) => plain(name) === plain(word)))?.example;
}

/** What to write for a mapping of one field that is known by another name here. */
export function knownOtherwise(key: string, value: unknown, expected: Expectation): string | undefined {
  const isVariance = formsOf(expected).some((form) => form.type === 'number' && form.noun === 'variance');
  if (isVariance && DEVIATIONS.has(plain(key))) return variance(key, value, '');
  const kinds = kindsOf(expected);
  const kind = calledOtherwise(key, kinds);
  if (kind) return `${key} is called ${kind.name} here${kind.aliasNote ? `, ${kind.aliasNote}` : ''}`;
  const family = kinds.filter((one) => one.family?.name === plain(key));
  return family.length > 0
    ? `there are ${list(family.map(({ name }) => name))}, by ${family[0]!.family!.by}`
    : undefined;
}

/** A target with both limits: that of records has two fields for them, that of a study has one. */
export function bothLimits(value: object, fields: readonly string[]): string | undefined {
  const { above, below, ...more } = value as Readonly<Record<string, unknown>>;
  if (!fields.includes('between') || Object.keys(more).length > 0) return undefined;
  if (typeof above !== 'number' || typeof below !== 'number' || above >= below) return undefined;
  return `write { between: [${above}, ${below}] }`;
}

const kindsOf = (expected: Expectation): readonly ExpectedKind[] =>
  formsOf(expected).flatMap((form) => (form.type === 'mapping' ? (form.kinds ?? []) : []));

const calledOtherwise = (name: string, kinds: readonly ExpectedKind[]) =>
  kinds.find(({ aliases = [] }) => aliases.includes(plain(name)));

/** What to write for a field that does not exist beside `siblings`, and the name it stands for. */
export function knownField(
  key: string,
  parent: object,
  siblings: readonly string[],
): { instead: string; meant?: string } | undefined {
  const fields = parent as Readonly<Record<string, unknown>>;
  if (siblings.includes('noise') && DEVIATIONS.has(plain(key)))
    return { instead: variance(key, fields[key], 'noise: ') };
  if (siblings.includes('from') && siblings.includes('to') && DEVIATIONS.has(plain(key)))
    return { instead: variance(key, fields[key], '') };
  if (siblings.includes('above') && siblings.includes('below') && plain(key) === 'between')
    return { instead: twoFields(fields[key]) };
  if (siblings.includes('every') && STEPS.has(key))
    return { instead: `write every: ${fields[key]}`, meant: 'every' };
  return undefined;
}

function twoFields(limits: unknown): string {
  const [above, below] = Array.isArray(limits) ? limits : [];
  return typeof above === 'number' && typeof below === 'number'
    ? `write { above: ${above}, below: ${below} }`
    : 'a share between limits has one field for each';
}

function variance(key: string, value: unknown, field: string): string {
  const squared =
    typeof value === 'number' ? `: write ${field}${Number((value * value).toPrecision(12))}` : '';
  return `noise is a variance, ${key}²${squared}`;
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
