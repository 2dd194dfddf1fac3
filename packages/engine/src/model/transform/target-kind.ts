import type { Problem } from '../input/invalid-input.ts';
import type { Parameter, ValueOf } from '../input/parameter.ts';
import type { CovarianceTransform } from './covariance-transform.ts';

/** All that is known of a kind of target: Θ = Σ_j ω_j g(Z_j). One file each in targets/. */
export interface TargetKind<Name extends string = string, P extends Parameter = Parameter> {
  /** Its name in a study file. */
  readonly name: Name;
  /** Where it stands in lists. */
  readonly rank: number;
  readonly parameter: P;
  /** What it is called where one is chosen: 'time above'. */
  readonly title: string;
  /** g(z) in plain text. */
  readonly formula: string;
  /** Other names that people know it by, in lower case. */
  readonly aliases: readonly string[];
  /** What is predicted; `level` puts a unit to numbers on the scale of the quantity. */
  words(value: ValueOf<P>, level: (...values: number[]) => string): string;
  /** g itself, of a quantity in any unit. */
  g(value: ValueOf<P>): (z: number) => number;
  /** Where g jumps. */
  levels?(value: ValueOf<P>): readonly number[];
  /**
   * g as a sum of steps sign·1{z > level} and a constant, the lower one first: with it the target can be in the unit of the data, as
   * the mean can. All other kinds are for standardised laws.
   */
  steps?(value: ValueOf<P>): readonly { readonly sign: 1 | -1; readonly level: number }[];
  /** Whether Θ is a multiple of the weighted mean, up to a constant. */
  linear?(value: ValueOf<P>): boolean;
  /** What is wrong with a value whose numbers are all within their bounds. */
  problems?(value: ValueOf<P>, path: readonly (string | number)[]): Problem[];
  /** C_g of a standardised quantity. */
  prepare(value: ValueOf<P>): CovarianceTransform;
}

/** As given; for its types. */
export const targetKind = <const Name extends string, const P extends Parameter>(
  kind: TargetKind<Name, P>,
): TargetKind<Name, P> => kind;

/** How a kind stands in a study file. */
export type TargetSpecOf<Kind> =
  Kind extends TargetKind<infer Name, infer P>
    ? P extends { type: 'word' }
      ? Name
      : { readonly [key in Name]: ValueOf<P> }
    : never;
