import type { Path, Searcher } from '../selection/forward-selection.ts';
import type { BranchOptions } from './branch-and-bound.ts';

/** What a search came to; no feasible protocol has a larger objective than `upperBound`. */
export interface Found {
  chosen: readonly number[];
  upperBound: number;
  certified: boolean;
  /** Whether `until` or `signal` ended the search before it was done. */
  ended: boolean;
  /** Other protocols that are as good, as far as they were met; exhaustive search meets all. */
  ties: number[][];
  tied: number;
  /** How many protocols there are, where every one was looked at. */
  sets?: number;
}

/**
 * All that is known of a way to look for the best protocol. One file each in searches/, which loads the search itself when it is
 * used: whoever names the ways need not have them.
 */
export interface SearchKind<Name extends string = string, Method extends string = string> {
  /** What it is called where one is asked for, and in results. */
  readonly name: Name;
  readonly method: Method;
  readonly rank: number;
  /** For people, after the name. */
  readonly title: string;
  /** Whether it can be used for this problem; for every one unless it says so. */
  suits?(search: Searcher): Promise<boolean>;
  /** From what greedy search with swaps reached, and whether that was ended. */
  find(search: Searcher, from: Path & { ended: boolean }, options: BranchOptions): Promise<Found>;
}

/** As given; for its types. */
export const searchKind = <const Name extends string, const Method extends string>(
  kind: SearchKind<Name, Method>,
): SearchKind<Name, Method> => kind;

/** Nothing is proved. */
export const unproved = (chosen: readonly number[], ended: boolean): Found => ({
  chosen,
  upperBound: Number.POSITIVE_INFINITY,
  certified: false,
  ended,
  ties: [],
  tied: 0,
});
