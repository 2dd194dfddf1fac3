import {
  bestAddition,
  forwardSelection,
  type Path,
  pathTo,
  type Searcher,
  withAction,
} from './forward-selection.ts';
import { admissible } from './rules.ts';
import { isOver, type SearchLimit } from './search-limit.ts';

export interface SwapOptions extends SearchLimit {
  /** 'first': the first exchange found that improves; 'best': the best of all. */
  take?: 'first' | 'best';
  /** The most exchanges. */
  most?: number;
}

interface OneSwap {
  path: Path;
  /** Whether the search was ended before it was done. */
  ended: boolean;
}

/** An exchange must improve by more than this. */
const LEAST_IMPROVEMENT = 1e-14;

/**
 * Exchanges one chosen action for one that is not, as long as that improves the objective (one-swap refinement). Required
 * actions stay. Where the exchange leaves room for more (a cheaper action under a budget), what fits is added too.
 */
export function oneSwap(search: Searcher, from: Path, options: SwapOptions = {}): OneSwap {
  const { take = 'best', most = 100 } = options;
  const { family } = search.problem;
  let path = from;
  for (let swaps = 0; swaps < most; swaps++) {
    const found = improvingSwap(search, path, take, options);
    if (!found) return { path, ended: isOver(options) };
    path = family.rules.exactly === undefined ? forwardSelection(search, found).path : found;
    if (isOver(options)) return { path, ended: true };
  }
  return { path, ended: false };
}

function improvingSwap(
  search: Searcher,
  path: Path,
  take: 'first' | 'best',
  limit: SearchLimit,
): Path | undefined {
  const { family } = search.problem;
  let best: Path | undefined;
  let wanted = path.objective + LEAST_IMPROVEMENT;
  // The actions before the one that goes are the same as for the one after it: only what follows is chosen anew.
  let before = search.empty;
  for (const [place, out] of path.chosen.entries()) {
    const beginning = before;
    before = withAction(before, out);
    if (family.required.includes(out)) continue;
    if (isOver(limit)) return best;
    const rest = path.chosen.filter((a) => a !== out);
    const candidates = admissible(family, rest).filter((a) => a !== out);
    if (candidates.length === 0) continue;
    const { values: left, objective: reached } = search.evaluate([rest]);
    const without: Path = {
      ...path.chosen.slice(place + 1).reduce(withAction, beginning),
      values: left.slice(),
      objective: reached[0]!,
    };
    const addition = swapAddition(search, without, candidates, wanted);
    if (!addition) continue;
    const { action, values, objective } = addition;
    best = { ...pathTo(search, [...rest, action]), values, objective };
    if (take === 'first') return best;
    wanted = objective + LEAST_IMPROVEMENT;
  }
  return best;
}

/** Exchanges are judged by the objective alone: what was paid for is paid for. */
function swapAddition(search: Searcher, without: Path, candidates: readonly number[], wanted: number) {
  const { problem } = search;
  const byGain: Searcher = {
    ...search,
    problem: { ...problem, family: { ...problem.family, equalCosts: true } },
  };
  return bestAddition(byGain, without, candidates, wanted - without.objective);
}
