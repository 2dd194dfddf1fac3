import { TARGETS, targetExample } from '@sightline/engine';
import type { Path } from '../problems/located-problem.ts';

// Forms that people know by another name, or name without writing them out.

const WEIGHTS: Readonly<Record<string, string>> = { recency: '{ recency: 6 }' };
const KERNELS: Readonly<Record<string, string>> = {
  ou: '{ ou: { tau: 1 } }',
  matern32: '{ matern32: { tau: 1 } }',
  matern52: '{ matern52: { tau: 1 } }',
  squaredExponential: '{ squaredExponential: { tau: 1 } }',
  dampedCosine: '{ dampedCosine: { decay: 2, period: 6 } }',
  varyingOu: '{ varyingOu: { from: 1, to: 2 } }',
};
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  target: Object.fromEntries(TARGETS.map((kind) => [kind.name, targetExample(kind)])),
  weights: WEIGHTS,
  kernel: KERNELS,
};

/** Kernels by the names that other programs give them. */
const ALSO_KNOWN: Readonly<Record<string, string>> = {
  exponential: 'ou',
  ornsteinuhlenbeck: 'ou',
  rbf: 'squaredExponential',
  gaussian: 'squaredExponential',
  gauss: 'squaredExponential',
};

const DEVIATIONS = new Set(['sd', 'std', 'stdev', 'stddev', 'sigma']);
const STEPS = new Set(['by', 'step', 'every']);

/** `kernel: ou` becomes '{ ou: { tau: 1 } }': the form of a word that stands alone. */
export function writtenOut(word: string, path: Path): string | undefined {
  const field = String(path.at(-1));
  const forms = own(FORMS, field);
  if (forms === undefined) return undefined;
  const known =
    field === 'kernel' ? own(ALSO_KNOWN, plain(word)) : field === 'target' ? targetCalled(word) : undefined;
  const name = known ?? Object.keys(forms).find((one) => plain(one) === plain(word));
  return name === undefined ? undefined : forms[name];
}

/** What to write for a mapping of one field that is known by another name here. */
export function knownOtherwise(key: string, value: unknown, path: Path): string | undefined {
  const field = path.findLast((part) => typeof part === 'string');
  if (field === 'target') {
    const name = targetCalled(key);
    return name && `${key} is called ${name} here`;
  }
  if (field === 'noise' && DEVIATIONS.has(plain(key))) return variance(key, value, '');
  if (field !== 'kernel' && field !== 'mixture') return undefined;
  const name = own(ALSO_KNOWN, plain(key));
  if (name === undefined)
    return plain(key) === 'matern' ? 'there are matern32 and matern52, by their smoothness' : undefined;
  // The others' parameter is l in exp(-u²/2l²), and tau = l·sqrt(pi/2).
  const scale = name === 'squaredExponential' ? ', with tau = 1.2533 times the length scale' : '';
  return `${key} is called ${name} here${scale}`;
}

const targetCalled = (name: string): string | undefined =>
  TARGETS.find(({ aliases }) => aliases.includes(plain(name)))?.name;

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
