import type { Bound, Expectation, ExpectedNumber } from './expectation.ts';
import type { Problem } from './invalid-input.ts';
import type { Reason } from './reason.ts';
import { shortNumber } from './short-number.ts';

/*
 * What the parameters of a kind (a target, a kernel) may be, as plain data. The study's schema and its JSON Schema, hints,
 * the documentation's tables, the fields of the workbench, random studies and what is said of a wrong number are all made
 * of this.
 */

/** A number with what is said of it. */
export interface RuledNumber extends ExpectedNumber {
  /** What it is called: 'threshold', 'tau'. */
  readonly name: string;
  /** What is wrong with any number out of bounds that has no reason of its own. */
  readonly why?: Reason;
  readonly example?: number;
}

export interface NumberParameter extends RuledNumber {
  /** How it stands in a form, such as c in { above: c }; its name otherwise. */
  readonly symbol?: string;
  /** What it means, as the beginning of a sentence. */
  readonly meaning?: string;
  /** Not negative in any unit. */
  readonly positive?: true;
  readonly example: number;
  /** Where ordinary values lie, in shares of the horizon if it is a time: for pictures and random studies. */
  readonly typical: readonly [number, number];
  /** A length of time that the grid has to resolve, in this many parts. Of several memories of a kind the shortest counts. */
  readonly resolve?: { readonly parts: number; readonly memory?: true };
  /** What a new kernel begins with, where there was another one before. */
  readonly begin?: { readonly of: 'memory' | 'horizon'; readonly times: number };
}

/** A number for each grid point, coefficient or lag, or as many as there are. */
export interface NumbersParameter {
  readonly type: 'numbers';
  readonly symbol: string;
  readonly meaning: string;
  /** What it is a list of, and what would be accepted. */
  readonly items: string;
  readonly accepted: Expectation;
  readonly each: NumberParameter;
  readonly example: readonly number[];
}

/** Two numbers, the smaller one first. */
interface RangeParameter {
  readonly type: 'range';
  readonly symbol: string;
  readonly meaning: string;
  readonly ends: readonly [NumberParameter, NumberParameter];
  /** The least that lies between them, on the scale of the bounds. */
  readonly narrowest: Bound;
  readonly example: readonly [number, number];
}

/** Nothing to choose: `true` stands there, or the kind is a word alone. */
interface FlagParameter {
  readonly type: 'true' | 'word';
  readonly meaning: string;
}

export type Parameter = NumberParameter | NumbersParameter | RangeParameter | FlagParameter;

/** What stands in a study file for it. */
export type ValueOf<P extends Parameter> = P extends { type: 'number' }
  ? number
  : P extends { type: 'numbers' }
    ? readonly number[]
    : P extends { type: 'range' }
      ? readonly [number, number]
      : true;

/** What is wrong with a number, if it is given; its path below the kind. */
export function numberProblems(
  parameter: RuledNumber,
  value: number | undefined,
  path: Problem['path'],
  unitOfTime?: string,
): Problem[] {
  if (value === undefined) return [];
  const { least, most, size, name, unit, whole, example } = parameter;
  const length: Reason = { is: 'not', what: 'a length of time', of: name };
  const usual = parameter.why ?? (unit === 'time' ? length : undefined);
  const problem = (why: Reason, { why: own, instead }: Partial<Bound> = {}, suchAs?: number): Problem[] => [
    { path, value, why: own ?? usual ?? why, accepted: { ...parameter, unitOfTime, instead, suchAs } },
  ];
  const not = (what: string) => problem({ is: 'not', what, of: `the ${name}` });
  if (!Number.isFinite(value)) return not('a number');
  if (whole && !Number.isInteger(value)) return not('a whole number');
  if (least && !(least.open ? value > least.at : value >= least.at))
    return problem({ is: 'too small', what: name }, least);
  if (most && !(most.open ? value < most.at : value <= most.at))
    return problem({ is: 'too large', what: name }, most);
  if (size && value === 0) return problem(`the ${name} is 0`, {}, example);
  if (size && !(Math.abs(value) >= size.at)) return problem(`the ${name} is too near to 0`, size);
  return [];
}

/** What is wrong with the value of a parameter of any type. */
export function parameterProblems(
  parameter: Parameter,
  value: unknown,
  path: readonly (string | number)[],
): Problem[] {
  if (parameter.type === 'number') return numberProblems(parameter, value as number, path);
  if (parameter.type === 'numbers')
    return (value as readonly number[]).flatMap((one, i) =>
      numberProblems(parameter.each, one, [...path, i]),
    );
  if (parameter.type !== 'range') return [];
  const [low, high] = value as readonly [number, number];
  const problems = parameter.ends.flatMap((end, i) =>
    numberProblems(end, i === 0 ? low : high, [...path, i]),
  );
  return problems.length > 0 ? problems : rangeProblems(parameter, low, high, path);
}

/** What is wrong with the distance between two numbers that are each within their bounds. */
export function rangeProblems(
  { narrowest: { at, why } }: RangeParameter,
  low: number,
  high: number,
  path: readonly (string | number)[],
): Problem[] {
  // 3.001 − 3 is a little below 0.001.
  if (high - low >= at - 1e-12) return [];
  return [
    {
      path,
      value: [low, high],
      why: high > low ? why! : 'the range is empty: its first number is not below its second',
      accepted: `two numbers, the second above the first by at least ${shortNumber(at)}`,
    },
  ];
}

/** A parameter as letters: c, [a1, a2, …], true. */
export function symbolOf(parameter: Parameter): string {
  if (parameter.type === 'number') return parameter.symbol ?? parameter.name;
  return 'symbol' in parameter ? parameter.symbol : 'true';
}

/** A value that does. */
export const exampleOf = (parameter: Parameter): number | readonly number[] | true =>
  'example' in parameter ? parameter.example : true;

/** Plain data in YAML's flow style: { ou: { tau: 1 } }. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, own]) => `${key}: ${flowText(own)}`)
    .join(', ')} }`;
}
