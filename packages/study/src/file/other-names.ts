import { KERNELS, type KernelKind, kernelExample, TARGETS, targetExample } from '@sightline/engine';
import { list, type Path } from '../words/text.ts';

// Forms that people know by another name, or name without writing them out.

const WEIGHTS: Readonly<Record<string, string>> = { recency: '{ recency: 6 }' };
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  target: Object.fromEntries(TARGETS.map((kind) => [kind.name, targetExample(kind)])),
  weights: WEIGHTS,
  kernel: Object.fromEntries(KERNELS.map((kind) => [kind.name, kernelExample(kind)])),
};

const DEVIATIONS = new Set(['sd', 'std', 'stdev', 'stddev', 'sigma']);
const STEPS = new Set(['by', 'step', 'every']);

/** `kernel: ou` becomes '{ ou: { tau: 1 } }': the form of a word that stands alone. */
export function formOf(word: string, path: Path): string | undefined {
  const field = String(path.at(-1));
  const forms = own(FORMS, field);
  if (forms === undefined) return undefined;
  const known = calledOtherwise(field, word)?.name;
  const name = known ?? Object.keys(forms).find((one) => plain(one) === plain(word));
  return name === undefined ? undefined : forms[name];
}

/** What to write for a mapping of one field that is known by another name here. */
export function knownOtherwise(key: string, value: unknown, path: Path): string | undefined {
  const field = path.findLast((part) => typeof part === 'string');
  if (field === 'noise' && DEVIATIONS.has(plain(key))) return variance(key, value, '');
  const kind = calledOtherwise(field === 'mixture' ? 'kernel' : field, key);
  if (kind) return `${key} is called ${kind.name} here${kind.note ? `, ${kind.note}` : ''}`;
  const family = field === 'kernel' || field === 'mixture' ? familyOf(key) : [];
  return family.length > 0
    ? `there are ${list(family.map(({ name }) => name))}, by ${family[0]!.family!.by}`
    : undefined;
}

/** The kind that is known by another name, and what to know of its parameters then. */
function calledOtherwise(
  field: string | undefined,
  name: string,
): { name: string; note?: string } | undefined {
  if (field === 'target') return TARGETS.find(({ aliases }) => aliases.includes(plain(name)));
  if (field !== 'kernel') return undefined;
  const kinds: readonly KernelKind[] = KERNELS;
  const kind = kinds.find(({ aliases }) => aliases.includes(plain(name)));
  return kind && { name: kind.name, ...(kind.aliasNote && { note: kind.aliasNote }) };
}

const familyOf = (name: string) =>
  (KERNELS as readonly KernelKind[]).filter(({ family }) => family?.name === plain(name));

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
  if (siblings.includes('count') && STEPS.has(key))
    return {
      instead: counted(fields, Number(fields[key])),
      ...('count' in fields ? {} : { meant: 'count' }),
    };
  return undefined;
}

function variance(key: string, value: unknown, field: string): string {
  const squared =
    typeof value === 'number' ? `: write ${field}${Number((value * value).toPrecision(12))}` : '';
  return `noise is a variance, ${key}²${squared}`;
}

/** The count that a step stands for, and the last time that it reaches. */
function counted({ from, to }: Readonly<Record<string, unknown>>, step: number): string {
  if (typeof from !== 'number' || typeof to !== 'number' || !(step > 0) || !(to > from))
    return 'evenly spaced times are given by their count, both ends included';
  const count = Math.floor(((to - from) / step) * (1 + 1e-9)) + 1;
  const last = Number((from + (count - 1) * step).toPrecision(12));
  const range = `{ from: ${from}, to: ${Math.abs(last - to) <= 1e-9 * Math.abs(to) ? to : last}, count: ${count} }`;
  return `evenly spaced times are given by their count: write ${range}`;
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
