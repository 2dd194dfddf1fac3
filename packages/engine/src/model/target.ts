import type { LocalTable } from '../numerics/local-table.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import {
  exampleOf,
  flowText,
  parameterProblems,
  rangeProblems,
  symbolOf,
  type ValueOf,
} from './input/parameter.ts';
import { TARGETS } from './targets/index.ts';
import type { CovarianceTransform, LocalTransform } from './transform/covariance-transform.ts';
import { type HermiteOptions, hermiteSeries } from './transform/hermite-series.ts';
import { seriesTransform } from './transform/series-transform.ts';
import type { TargetKind, TargetSpecOf } from './transform/target-kind.ts';

type Kind = (typeof TARGETS)[number];

/** A target as it stands in a study file: g of Θ = Σ_j ω_j g(Z_j). */
export type TargetSpec = TargetSpecOf<Kind>;
export type TargetName = Kind['name'];

/** X_j = T⁻¹(m_j + s_j·Z_j): a law in the unit of the data beside its correlations. */
export interface DataScale {
  /** m(t) and s(t), of X or with 'log' of log X. */
  readonly mean: Float64Array;
  readonly scale: Float64Array;
  readonly transform?: 'none' | 'log';
}

interface Named {
  readonly spec: TargetSpec | 'function';
  /** A short name for people, such as 'above 1.5'. */
  readonly name: string;
  /** The law that a target in the unit of the data was prepared under. */
  readonly under?: DataScale;
}

/** A target with one g, and so one C_g, for all times. */
export interface UniformTarget extends Named, CovarianceTransform {
  readonly local?: undefined;
  /** E g at each time where they differ although C_g does not: those of the mean in the unit of the data. */
  readonly means?: Float64Array;
  /** Of `mean`, where it is the mean of another function of Z. */
  readonly nonlinear?: true;
}

/** A target whose g differs between times: see targetUnder. */
export interface LocalTarget extends Named {
  readonly local: LocalTransform;
  /** Of `local`, in the place where the kernels look for one. */
  readonly table: LocalTable;
}

export type Target = UniformTarget | LocalTarget;

/** The kind of a target, and what its file says beside the name. */
export function targetKindOf(spec: TargetSpec): { kind: TargetKind; value: ValueOf<Kind['parameter']> } {
  const [name, value] = typeof spec === 'string' ? [spec, true as const] : Object.entries(spec)[0]!;
  return { kind: TARGETS.find((one) => one.name === name)!, value };
}

/** 'above 1.5': a target by its kind and its numbers, whatever these are. */
export function targetName(spec: TargetSpec): string {
  const { kind, value } = targetKindOf(spec);
  if (typeof value === 'boolean') return kind.name;
  if (typeof value === 'number') return `${kind.name} ${value}`;
  return kind.parameter.type === 'range'
    ? `${kind.name} ${value.join(' and ')}`
    : `${kind.name} [${value.join(', ')}]`;
}

/** How a kind stands in a study file: { above: c }. */
export const targetForm = ({ name, parameter }: TargetKind): string =>
  parameter.type === 'word' ? name : `{ ${name}: ${symbolOf(parameter)} }`;

/** A target of this kind to begin with, and as it stands in a study file: { above: 1.5 }. */
export const exampleTarget = ({ name, parameter }: TargetKind): TargetSpec =>
  (parameter.type === 'word' ? name : { [name]: exampleOf(parameter) }) as TargetSpec;
export const targetExample = (kind: TargetKind): string => flowText(exampleTarget(kind));

/** The levels at which g jumps; none for the others. */
export function targetLevels(spec: TargetSpec): readonly number[] {
  const { kind, value } = targetKindOf(spec);
  return kind.levels?.(value) ?? [];
}

/** g of a target: what a moment with the value z counts. */
export function targetFunction(spec: TargetSpec): (z: number) => number {
  const { kind, value } = targetKindOf(spec);
  return kind.g(value);
}

function targetProblems(spec: TargetSpec): Problem[] {
  const { kind, value } = targetKindOf(spec);
  const problems = parameterProblems(kind.parameter, value, [kind.name]);
  return problems.length > 0 ? problems : (kind.problems?.(value, [kind.name]) ?? []);
}

/** What is wrong with a target in any unit, where the bounds of a standardised quantity do not hold: a range without inside. */
export function emptyRangeProblems(spec: TargetSpec): Problem[] {
  const { kind, value } = targetKindOf(spec);
  if (kind.parameter.type !== 'range') return [];
  const [low, high] = value as readonly [number, number];
  if (low < high) return [];
  const accepted = 'two numbers, the smaller one first';
  return rangeProblems(kind.parameter, low, high, [kind.name]).map((problem) => ({ ...problem, accepted }));
}

/**
 * Prepares a target, or refuses its specification (InvalidInput, with paths below the target).
 *
 * @example
 * ```ts
 * import { target } from '@sightline/engine';
 *
 * console.log(target({ above: 1.5 }).name); // → above 1.5
 * ```
 */
export function target(spec: TargetSpec): UniformTarget {
  refuse(targetProblems(spec));
  const { kind, value } = targetKindOf(spec);
  return { spec, name: targetName(spec), ...kind.prepare(value) };
}

/** What g is at a time where it differs between them: equal for two times at which it is the same. */
export function markOfTime(prepared: Target, j: number): readonly number[] {
  // A threshold, two of them, or m and s of e^(m + sz): two numbers tell them apart.
  if (prepared.local) return [prepared.local.means[j]!, prepared.local.firstCoefficients[j]!];
  return prepared.means ? [prepared.means[j]!] : [];
}

/** Whether Θ is a multiple of the weighted mean, up to a constant: `mean`, or a series of nothing but H_1. */
export function isLinear(
  prepared: Pick<Target, 'spec'> & { local?: object | undefined; nonlinear?: true },
): boolean {
  const { spec, local, nonlinear } = prepared;
  if (spec === 'function' || local || nonlinear) return false;
  const { kind, value } = targetKindOf(spec);
  return kind.linear?.(value) ?? false;
}

/**
 * A target of any function g, as its Hermite series up to `terms`. `truncation` is at least the largest error of C_g. For g with
 * jumps it falls only like terms^{-1/2}, so prefer `above` and `outside` where they will do. Refuses g that the series cannot
 * stand for: see hermiteSeries.
 *
 * @example
 * ```ts
 * import { functionTarget } from '@sightline/engine';
 *
 * const cost = functionTarget((z) => Math.max(0, z), { name: 'excess' });
 * console.log(cost.name, cost.truncation < 1e-3); // → excess true
 * ```
 */
export function functionTarget(
  g: (z: number) => number,
  options: Partial<HermiteOptions> & { name?: string } = {},
): UniformTarget {
  const { name = 'function', terms = 256, ...rest } = options;
  const { coefficients, truncation } = hermiteSeries(g, { terms, ...rest });
  return { spec: 'function', name, ...seriesTransform(coefficients), truncation };
}
