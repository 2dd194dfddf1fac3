import { nearestName } from '@sightline/data';
import { type Expectation, formsOf, oneOf, type Problem, type Reason } from '@sightline/engine/internal';
import type * as z from 'zod';
import { expectedAt } from '../schema/fields.ts';
import type { Path } from '../words/text.ts';
import { type Clock, meantByText } from './misplaced-text.ts';
import { bothLimits, knownField, knownOtherwise } from './other-names.ts';
import { valueAt } from './study-source.ts';

type Issue = z.core.$ZodIssue;

/** A problem of shape; `unknownName` where it is the name, not the value, that cannot stay. */
export interface ShapeProblem extends Problem {
  unknownName: boolean;
  /** The name that an unknown one probably stands for. */
  meant?: string | undefined;
}

/** What zod found, in words: one problem for each mistake, also where several forms would have been accepted. */
export function shapeProblems(issues: readonly Issue[], study: unknown): ShapeProblem[] {
  const [unit, horizon] = [valueAt(study, ['time', 'unit']), valueAt(study, ['time', 'horizon'])];
  const clock = {
    unit: typeof unit === 'string' && unit !== '' ? unit : undefined,
    horizon: typeof horizon === 'number' ? horizon : undefined,
    start: valueAt(study, ['time', 'start']) !== undefined,
  };
  return problemsBelow(issues, study, [], clock);
}

function problemsBelow(issues: readonly Issue[], input: unknown, base: Path, clock: Clock): ShapeProblem[] {
  const problems = issues.flatMap((issue) => issueProblems(issue, input, base, clock));
  // A misspelt field is one mistake, not an unknown field and a missing one.
  const misspelt = new Set(
    problems.flatMap(({ path, meant }) => (meant ? [JSON.stringify([...path.slice(0, -1), meant])] : [])),
  );
  return problems.filter(({ path, value }) => value !== undefined || !misspelt.has(JSON.stringify(path)));
}

function issueProblems(issue: Issue, input: unknown, base: Path, clock: Clock): ShapeProblem[] {
  const below = issue.path as Path;
  const path = [...base, ...below];
  const value = valueAt(input, below);
  const accepted = expectedAt(issue);
  const problem = (why: Reason) => [{ path, value, why, accepted, unknownName: false }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key, i) =>
        unknownField(key, path, value as object, fieldsOf(accepted), i < MOST_HINTS),
      );
    case 'invalid_union': {
      const form = intendedForm(issue.errors, value);
      return form ? problemsBelow(form, value, path, clock) : problem(whatItIs(value, accepted, path, clock));
    }
    case 'invalid_key': {
      const why: Reason = { is: 'not', what: 'a name' };
      return [{ path, value: below.at(-1), why, accepted: 'a name', unknownName: true }];
    }
    case 'too_small':
      if (value === '') return problem({ is: 'empty', what: 'the text' });
      if (!Array.isArray(value)) return problem({ is: 'too small', what: 'number' });
      return problem(
        value.length > 0 ? { is: 'too short', what: 'list' } : { is: 'empty', what: 'the list' },
      );
    case 'too_big':
      return problem(
        Array.isArray(value) ? { is: 'too long', what: 'list' } : { is: 'too large', what: 'number' },
      );
    default:
      return problem(whatItIs(value, accepted, path, clock));
  }
}

/** The fields of every mapping that would do. */
const fieldsOf = (expected: Expectation): readonly string[] =>
  formsOf(expected).flatMap((form) =>
    form.type === 'mapping' ? form.fields : form.type === 'list' ? fieldsOf(form.of) : [],
  );

/**
 * The one form that the value was meant to have: of the right kind (list, mapping, number) and, among mappings, with
 * the most fields in common. Nothing where two forms fit equally well: then all of them have to be named.
 */
function intendedForm(forms: readonly (readonly Issue[])[], value: unknown): readonly Issue[] | undefined {
  const rightKind = forms.filter(
    (issues) => !issues.some(({ path, code }) => path.length === 0 && KIND_ISSUES.has(code)),
  );
  const known = rightKind.map((issues) => Object.keys(value as object).length - unknownCount(issues));
  const most = Math.max(...known);
  const best = rightKind.filter((_, i) => known[i] === most);
  if (best.length !== 1) return undefined;
  const strange = typeof value === 'object' && !Array.isArray(value) && most === 0;
  return strange ? undefined : best[0];
}

const KIND_ISSUES = new Set(['invalid_type', 'invalid_value', 'invalid_union', 'invalid_format']);

function unknownCount(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, issue) =>
      sum + (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys.length : 0),
    0,
  );
}

/** What so many unknown fields were meant to be is looked for; beyond, it is another kind of file. */
const MOST_HINTS = 100;

function unknownField(
  key: string,
  holder: Path,
  parent: object,
  names: readonly string[],
  hinted: boolean,
): ShapeProblem {
  const [path, value, accepted] = [[...holder, key], valueAt(parent, [key]), oneOf(names)];
  const unknown = (meant?: string, hint?: string): ShapeProblem => {
    const why: Reason = { is: 'unknown', what: 'field here', meant, hint };
    return { path, value, why, accepted, unknownName: true, meant };
  };
  if (!hinted) return unknown();
  const known = knownField(key, parent, names);
  if (known) return unknown(known.meant, known.instead);
  const [, name = '', rest] = /^([^:]+):(\S+)$/.exec(key) ?? [];
  if (names.includes(name))
    return unknown(name, `a space is missing after the colon: write ${name}: ${rest}`);
  const open = names.filter((one) => !(one in parent));
  return unknown(nearestName(key, open));
}

/** What stands where something else is due. */
function whatItIs(value: unknown, expected: Expectation, path: Path, clock: Clock): Reason {
  if (value === undefined) return { is: 'missing' };
  if (value === null) return { is: 'empty', what: 'the field' };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return { is: 'not', what: 'a finite number' };
    const whole = formsOf(expected).some((form) => form.type === 'number' && form.whole);
    return whole && !Number.isInteger(value)
      ? { is: 'not', what: 'a whole number' }
      : { is: 'misplaced', what: 'this number' };
  }
  if (typeof value === 'boolean') return { is: 'found', what: `${value}, a truth value` };
  if (Array.isArray(value)) return { is: 'misplaced', what: 'a list' };
  if (typeof value === 'object') return otherForm(value, expected);
  return meantByText(String(value), expected, path, clock);
}

/** So many names of a mapping are enough to recognise it. */
const MOST_NAMED = 10;

function otherForm(value: object, expected: Expectation): Reason {
  const keys = Object.keys(value);
  if (keys.length === 0) return { is: 'empty', what: 'the mapping' };
  const some = keys.length > MOST_NAMED ? [...keys.slice(0, MOST_NAMED), '…'] : keys;
  const fields = fieldsOf(expected);
  const hint =
    bothLimits(value, fields) ??
    keys.flatMap(
      (key) =>
        knownOtherwise(key, valueAt(value, [key]), expected) ?? knownField(key, value, fields)?.instead ?? [],
    )[0];
  const meant = keys.length === 1 ? nearestName(keys[0]!, fields) : undefined;
  return {
    is: 'misplaced',
    what: `{ ${some.join(', ')} }`,
    hint,
    meant: meant === keys[0] ? undefined : meant,
  };
}
