import type { DesignProblem, Path, Tie } from './forward-selection.ts';
import type { SwapOptions } from './one-swap.ts';
import type { Scenario } from './scenarios.ts';

/** What somebody with another aim, or with none, would choose from the same catalogue. */
export interface ComparatorChoice {
  chosen: number[];
  /** Additions that were as good by its own criterion: the earlier action was taken. */
  ties: number;
}

export interface ComparatorInput {
  problem: DesignProblem;
  /** What comparators with an aim of their own go by. */
  reference: Scenario;
  /** Forward selection for the problem's own objective, and what swaps made of it. */
  forward: { path: Path; ties: readonly Tie[] };
  swapped: Path;
  swaps: SwapOptions;
}

/** All that is known of a way to choose that a design is compared with. One file each in comparators/. */
export interface ComparatorKind<Name extends string = string> {
  readonly name: Name;
  /** Where it stands in results, and where in tables for people. */
  readonly rank: number;
  readonly shown: number;
  readonly title: string;
  /** What it goes by, in a sentence's end. */
  readonly meaning: string;
  choose(input: ComparatorInput): ComparatorChoice;
}

/** As given; for its types. */
export const comparatorKind = <const Name extends string>(kind: ComparatorKind<Name>): ComparatorKind<Name> =>
  kind;
