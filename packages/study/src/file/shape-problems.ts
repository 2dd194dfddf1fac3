import type { Problem } from '@sightline/engine';
import type { z } from 'zod';
import { nearestName } from '../words/nearest-name.ts';
import type { Path } from '../words/text.ts';
import { type Clock, meantByText } from './misplaced-text.ts';
import { knownField, knownOtherwise } from './other-names.ts';
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
  const problem = (why: string) => [{ path, value, why, accepted: issue.message, unknownName: false }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key, i) =>
        unknownField(key, [...path, key], value, issue.message, i < MOST_HINTS),
      );
    case 'invalid_union': {
      const form = intendedForm(issue.errors, value);
      return form
        ? problemsBelow(form, value, path, clock)
        : problem(whatItIs(value, issue.message, path, clock));
    }
    case 'invalid_key':
      return [
        { path, value: below.at(-1), why: 'this is not a name', accepted: 'a name', unknownName: true },
      ];
    case 'too_small':
      if (Array.isArray(value)) return problem(`the list is ${value.length === 0 ? 'empty' : 'too short'}`);
      if (value === '') return problem('the text is empty');
      return problem('the number is too small');
    case 'too_big':
      return problem(Array.isArray(value) ? 'the list is too long' : 'the number is too large');
    default:
      return problem(whatItIs(value, issue.message, path, clock));
  }
}

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

const KIND_ISSUES = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

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
  path: Path,
  parent: unknown,
  accepted: string,
  hinted: boolean,
): ShapeProblem {
  if (!hinted)
    return {
      path,
      value: (parent as Record<string, unknown>)[key],
      why: 'there is no field of this name here',
      accepted,
      unknownName: true,
    };
  const names = accepted.split(', ');
  const known = knownField(key, parent as object, names);
  const glued = /^([^:]+):(\S+)$/.exec(key);
  const [, name = '', rest] = glued && names.includes(glued[1]!) ? glued : [];
  const near = nearestName(
    key,
    names.filter((one) => !(one in (parent as object))),
  );
  const meant = known ? known.meant : name || near;
  const hint = known
    ? `; ${known.instead}`
    : name
      ? `; a space is missing after the colon: write ${name}: ${rest}`
      : meant
        ? `; did you mean ${meant}?`
        : '';
  return {
    path,
    value: (parent as Record<string, unknown>)[key],
    why: `there is no field of this name here${hint}`,
    accepted,
    unknownName: true,
    meant,
  };
}

/** What stands where something else is due. */
function whatItIs(value: unknown, accepted: string, path: Path, clock: Clock): string {
  if (value === undefined) return 'this field is missing';
  if (value === null) return 'the field is empty';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'this is not a finite number';
    return /whole number/.test(accepted) && !Number.isInteger(value)
      ? 'this is not a whole number'
      : 'this number is not accepted here';
  }
  if (typeof value === 'boolean') return `this is ${value}, a truth value`;
  if (Array.isArray(value)) return 'a list does not fit here';
  if (typeof value === 'object') return otherForm(value, accepted, path);
  return meantByText(String(value), accepted, path, clock);
}

/** So many names of a mapping are enough to recognise it. */
const MOST_NAMED = 10;

function otherForm(value: object, accepted: string, path: Path): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'the mapping is empty';
  const some = keys.length > MOST_NAMED ? [...keys.slice(0, MOST_NAMED), '…'] : keys;
  const fit = `{ ${some.join(', ')} } does not fit here`;
  const known = keys.flatMap((key) => knownOtherwise(key, valueAt(value, [key]), path) ?? [])[0];
  if (known !== undefined) return `${fit}; ${known}`;
  const names = (accepted.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).filter((name) => !PROSE.has(name));
  const meant = keys.length === 1 ? nearestName(keys[0]!, names) : undefined;
  return `${fit}${meant && meant !== keys[0] ? `; did you mean ${meant}?` : ''}`;
}

/** Words of the "accepted" phrases that name no field. */
const PROSE = new Set(
  'a an and at least one of or the with its exactly number numbers list time times width widths variance cost mean uniform parameters'.split(
    ' ',
  ),
);
