import {
  byPosition,
  type CellPosition,
  type CellProblem,
  MOST_LISTED,
  positionOf,
  type Refused,
  refused,
} from './cell-problem.ts';

/** Problems in the order of the file. A file may have millions of them: only the first are kept, the others counted. */
export interface ProblemList {
  readonly count: number;
  add(at: CellPosition, problem: () => Omit<CellProblem, keyof CellPosition>): void;
  refused(): Refused;
}

/** Beyond the problems that are listed, one more says from where on the rest is. */
const KEPT = MOST_LISTED + 1;
/** Sorting anew for every problem would be slow. */
const ROOM = 50 * KEPT;

export function problemList(): ProblemList {
  let kept: CellProblem[] = [];
  let count = 0;
  let last: CellPosition | undefined;
  const inOrder = () => kept.sort(byPosition);
  return {
    get count() {
      return count;
    },
    add(at, problem) {
      count++;
      if (last && byPosition(last, at) <= 0) return;
      kept.push({ ...positionOf(at), ...problem() });
      if (kept.length < ROOM) return;
      kept = inOrder().slice(0, KEPT);
      last = kept.at(-1)!;
    },
    refused: () => refused(inOrder(), count),
  };
}
