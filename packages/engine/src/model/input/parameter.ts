import type { Problem } from './invalid-input.ts';
import { shortNumber } from './short-number.ts';

/*
 * What the parameters of a kind (a target, a kernel) may be, as plain data. The study's schema and its JSON Schema, hints,
 * the documentation's tables, the fields of the workbench, random studies and what is said of a wrong number are all made
 * of this.
 */

/** An end of what is accepted: `why` says what is wrong with numbers beyond it, `instead` what to take in their place. */
interface Bound {
  readonly at: number;
  /** The end itself is not accepted. */
  readonly open?: true;
  readonly why?: string;
  readonly instead?: string;
}

export interface NumberParameter {
  readonly type: 'number';
  /** What it is called: 'threshold', 'tau'. */
  readonly name: string;
  /** How it stands in a form, such as c in { above: c }; its name otherwise. */
  readonly symbol?: string;
  /** What it means, as the beginning of a sentence. */
  readonly meaning?: string;
  /** The unit of time of the study, or standard deviations from the mean: then the bounds are on that scale alone. */
  readonly unit?: 'time' | 'deviations';
  readonly least?: Bound;
  readonly most?: Bound;
  /** Not negative in any unit. */
  readonly positive?: true;
  /** The smallest size of either sign, where 0 will not do. */
  readonly size?: Bound;
  /** What is wrong with any number out of bounds that has no reason of its own. */
  readonly why?: string;
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
  readonly accepted: string;
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

/** 'a number from -10 to 10, in standard deviations from the mean': what would be accepted. */
export function acceptedNumber(parameter: NumberParameter, unitOfTime?: string, instead?: string): string {
  return `a number${withinWords(parameter)}${unitWords(parameter, unitOfTime)}${instead ? `, or ${instead}` : ''}`;
}

/** ' from 0 to below 1', ' above 0, at most 1', ' other than 0'; nothing where any number will do. */
export function withinWords({ least, most, size }: NumberParameter): string {
  const low = least && ` ${least.open ? 'above' : most ? 'from' : 'of at least'} ${least.at}`;
  const high =
    most &&
    (least && !least.open
      ? ` to ${most.open ? 'below ' : ''}${most.at}`
      : `${low ? ',' : ''} ${most.open ? 'below' : 'at most'} ${most.at}`);
  return `${low ?? ''}${high ?? ''}${size ? ' other than 0' : ''}`;
}

function unitWords({ unit }: NumberParameter, unitOfTime: string | undefined): string {
  if (unit === 'deviations') return ', in standard deviations from the mean';
  return unit === 'time' ? `, in ${unitOfTime || "the study's unit of time"}` : '';
}

/** What is wrong with a number, its path below the kind. */
export function numberProblems(
  parameter: NumberParameter,
  value: number,
  path: readonly (string | number)[],
  unitOfTime?: string,
): Problem[] {
  const { least, most, size, name, unit } = parameter;
  const usual = parameter.why ?? (unit === 'time' ? `${name} is not a length of time` : undefined);
  const problem = (why: string, { why: own = why, instead }: Partial<Bound> = {}): Problem[] => [
    { path, value, why: own, accepted: acceptedNumber(parameter, unitOfTime, instead) },
  ];
  if (!Number.isFinite(value)) return problem(usual ?? `the ${name} is not a number`);
  if (least && !(least.open ? value > least.at : value >= least.at))
    return problem(usual ?? `the ${name} is too small`, least);
  if (most && !(most.open ? value < most.at : value <= most.at))
    return problem(usual ?? `the ${name} is too large`, most);
  if (size && value === 0)
    return [
      {
        ...problem(`the ${name} is 0`)[0]!,
        accepted: `${acceptedNumber(parameter, unitOfTime)}, such as ${parameter.example}`,
      },
    ];
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
  if (high - low >= at) return [];
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
