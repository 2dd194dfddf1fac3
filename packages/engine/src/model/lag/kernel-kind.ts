import type { Problem } from '../input/invalid-input.ts';
import type { NumberParameter, NumbersParameter } from '../input/parameter.ts';
import type { TimeGrid } from '../time/time-grid.ts';
import type { LagDigits } from './lag-digits.ts';

/** What stands beside a kernel's name: numbers by name, a number for each lag, or other kernels with their shares. */
export type KernelShape =
  | { readonly parameters: Readonly<Record<string, NumberParameter>> }
  | { readonly list: NumbersParameter }
  | { readonly parts: { readonly weight: NumberParameter; readonly meaning: string } };

/** A kernel with its share of the variance, as a mixture holds it. */
export type WeightedPart = { readonly weight: number };

export type KernelValue<Shape extends KernelShape> = Shape extends { parameters: infer P }
  ? { readonly [key in keyof P]: number }
  : Shape extends { list: unknown }
    ? readonly number[]
    : readonly WeightedPart[];

/** ρ as a function of two times and the number of grid steps between them. */
export type Correlation = (t: number, s: number, lag: number) => number;

/** All that is known of a kind of kernel: a correlation function ρ. One file each in correlations/. */
export interface KernelKind<Name extends string = string, Shape extends KernelShape = KernelShape> {
  /** Its name in a study file. */
  readonly name: Name;
  /** Where it stands in lists. */
  readonly rank: number;
  readonly shape: Shape;
  /** What it is called where one is chosen: 'Matérn 3/2'. */
  readonly title: string;
  /** ρ in plain text, u the lag. */
  readonly formula: string;
  /** Other names that people know it by, in lower case, and what their parameters are here. */
  readonly aliases: readonly string[];
  readonly aliasNote?: string;
  /** A name that it shares with others, which are told apart by something. */
  readonly family?: { readonly name: string; readonly by: string };
  /** Whether ρ depends on the lag alone, and whether it is positive semidefinite by theory on every grid; of parts: as they are. */
  readonly stationary?: boolean;
  readonly positive?: boolean;
  /** In a sentence; `time` puts the unit to a length, `part` words a part. */
  words(
    value: KernelValue<Shape>,
    time: (length: number) => string,
    part: (spec: WeightedPart) => string,
  ): string;
  /** What is wrong beside single numbers out of bounds, with paths below the name. */
  problems?(value: KernelValue<Shape>, grid: TimeGrid): Problem[];
  correlation(
    value: KernelValue<Shape>,
    grid: TimeGrid,
    part: (spec: WeightedPart) => Correlation,
  ): Correlation;
  /**
   * The derivatives of ρ at the lag u by the logarithm of each parameter, in the order of `shape.parameters`, into `out`: the
   * likelihood of readings climbs by them. Kinds without it are not fitted.
   */
  slopes?(value: KernelValue<Shape>): (u: number, out: Float64Array) => void;
  /** ρ to 31 digits where ρ has a formula in the lag. */
  digits?(
    value: KernelValue<Shape>,
    part: (spec: WeightedPart) => LagDigits | undefined,
  ): LagDigits | undefined;
}

/** As given; for its types. */
export const kernelKind = <const Name extends string, const Shape extends KernelShape>(
  kind: KernelKind<Name, Shape>,
): KernelKind<Name, Shape> => kind;

/** How a kind that stands alone is written in a study file. */
export type SingleSpecOf<Kind> =
  Kind extends KernelKind<infer Name, infer Shape>
    ? Shape extends { parts: unknown }
      ? never
      : { readonly [key in Name]: KernelValue<Shape> }
    : never;

export type PartsNameOf<Kind> =
  Kind extends KernelKind<infer Name, infer Shape>
    ? Shape extends { parts: unknown }
      ? Name
      : never
    : never;

/** A length of time that ρ remembers over; a new kernel begins with the memory of the one before. */
export const MEMORY = {
  type: 'number',
  name: 'tau',
  meaning: 'Memory: the integral of the correlation over all lags',
  unit: 'time',
  least: { at: 0, open: true },
  example: 1,
  typical: [0.02, 2],
  resolve: { parts: 1, memory: true },
  begin: { of: 'memory', times: 1 },
} as const satisfies NumberParameter;
