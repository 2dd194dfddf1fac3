import type { Problem } from '@sightline/engine';
import type { z } from 'zod';
import type { Path } from './located-problem.ts';
import { nearestName } from './nearest-name.ts';

type Issue = z.core.$ZodIssue;

/** A problem of shape; `unknownName` where it is the name, not the value, that cannot stay. */
export interface ShapeProblem extends Problem {
  unknownName: boolean;
  /** The name that an unknown one probably stands for. */
  meant?: string | undefined;
}

/** What zod found, in words: one problem for each mistake, also where several forms would have been accepted. */
export function shapeProblems(issues: readonly Issue[], input: unknown, base: Path = []): ShapeProblem[] {
  const problems = issues.flatMap((issue) => issueProblems(issue, input, base));
  // A misspelt field is one mistake, not an unknown field and a missing one.
  const misspelt = new Set(
    problems.flatMap(({ path, meant }) => (meant ? [JSON.stringify([...path.slice(0, -1), meant])] : [])),
  );
  return problems.filter(({ path, value }) => value !== undefined || !misspelt.has(JSON.stringify(path)));
}

function issueProblems(issue: Issue, input: unknown, base: Path): ShapeProblem[] {
  const below = issue.path as Path;
  const path = [...base, ...below];
  const value = valueAt(input, below);
  const problem = (why: string) => [{ path, value, why, accepted: issue.message, unknownName: false }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField(key, [...path, key], value, issue.message));
    case 'invalid_union': {
      const form = intendedForm(issue.errors, value);
      return form ? shapeProblems(form, value, path) : problem(whatItIs(value, issue.message));
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
      return problem(whatItIs(value, issue.message));
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

function unknownField(key: string, path: Path, parent: unknown, accepted: string): ShapeProblem {
  const names = accepted.split(', ');
  const meant = nearestName(
    key,
    names.filter((name) => !(name in (parent as object))),
  );
  return {
    path,
    value: (parent as Record<string, unknown>)[key],
    why: `there is no field of this name here${meant ? `; did you mean ${meant}?` : ''}`,
    accepted,
    unknownName: true,
    meant,
  };
}

/** What stands where something else is due. */
function whatItIs(value: unknown, accepted: string): string {
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
  if (typeof value === 'object') return otherForm(value, accepted);
  return textWhereOther(String(value), accepted);
}

function otherForm(value: object, accepted: string): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'the mapping is empty';
  const names = accepted.match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  const meant = keys.length === 1 ? nearestName(keys[0]!, names) : undefined;
  return `{ ${keys.join(', ')} } does not fit here${meant && meant !== keys[0] ? `; did you mean ${meant}?` : ''}`;
}

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?';

function textWhereOther(value: string, accepted: string): string {
  const trimmed = value.trim();
  if (new RegExp(`^${NUMBER}$`).test(trimmed)) return 'this is text: the number stands in quotes';
  if (/^[+-]?\d+,\d+$/.test(trimmed)) return `this is text: write ${trimmed.replace(',', '.')}, with a point`;
  const withUnit = new RegExp(`^(${NUMBER})\\s*\\p{L}+$`, 'u').exec(trimmed);
  if (withUnit) return `this is text: write ${withUnit[1]} without its unit, in the unit of \`time\``;
  const meant = nearestName(trimmed, accepted.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []);
  return `this is text${meant ? `; did you mean ${meant}?` : ''}`;
}

export function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
  }
  return value;
}
