import { wholeFamily } from '../selection/feasible-sets.ts';
import type { Path, Searcher } from '../selection/forward-selection.ts';
import { isOver, type SearchLimit } from '../selection/search-limit.ts';
import { secondsPerSet } from './exhaustive.ts';
import type { OpenPart } from './open-part.ts';
import { enough, type FoundProtocol, isBetter, type PartOrder, partLook } from './part-look.ts';
import { PartQueue } from './part-queue.ts';
import { inRounds, type SearchCrew, searchCrew } from './search-crew.ts';

/** Where the search ends before it is done, what was found so far stands, with its gap. */
export interface BranchOptions extends SearchLimit {
  /** Parts of the family that are looked at before the search ends by itself. */
  most?: number;
  /** Parts with no more protocols than this are looked through; by default as many as take no longer than bounding them. */
  small?: number;
  /** The answer may be this far below the optimum. */
  gap?: number;
  onProgress?: ((state: { parts: number; best: number; upperBound: number }) => void) | undefined;
  /** Who looks at the parts; who they are makes no difference to a byte. */
  crew?: SearchCrew;
}

interface BranchResult extends FoundProtocol {
  /** No protocol of the family has a larger objective. */
  upperBound: number;
  /** Whether upperBound − objective is nothing but rounding (or the gap asked for). */
  certified: boolean;
  parts: number;
}

/** Above this many actions a bound takes longer than anybody waits. */
export const MOST_BOUNDED = 1000;

/**
 * The best protocol and a proof: parts of the family in the order of their upper bounds, each split by what its relaxation
 * takes. Parts are looked at in rounds, against the best protocol that was known when the round was ordered. `from` is where
 * the search begins: the better it is, the less there is to do.
 */
export async function branchAndBound(
  search: Searcher,
  from: Path,
  options: BranchOptions = {},
): Promise<BranchResult> {
  const { most = Number.POSITIVE_INFINITY, gap = 0, small = smallPart(search.problem), onProgress } = options;
  const { crew = searchCrew(search, options.signal) } = options;
  const { family, scenarios } = search.problem;
  let best: FoundProtocol = {
    chosen: [...from.chosen].sort((a, b) => a - b),
    values: from.values,
    objective: from.objective,
  };
  const open = new PartQueue();
  const ordered = new Set<OpenPart>();
  let parts = 0;
  const isOpen = () => open.size > 0 && open.top().bound > enough(best.objective, gap);
  const order = (part: OpenPart): PartOrder => {
    parts++;
    ordered.add(part);
    return { part, best: best.objective, gap, small };
  };
  const take = ({ part }: PartOrder, look: ReturnType<ReturnType<typeof partLook.prepare>> | undefined) => {
    ordered.delete(part);
    if (!look) {
      parts--;
      open.push(part);
      return;
    }
    if (look.found && isBetter(look.found, best)) best = look.found;
    for (const child of look.children) open.push(child);
  };
  const upperBound = () => {
    let left = open.size > 0 ? open.top().bound : Number.NEGATIVE_INFINITY;
    for (const { bound } of ordered) left = Math.max(left, bound);
    return Math.max(best.objective, left <= enough(best.objective, gap) ? best.objective : left);
  };

  // The whole family is always looked at once, so that there is a bound.
  const whole = order({
    ...wholeFamily(family),
    bound: Number.POSITIVE_INFINITY,
    shares: scenarios.map(() => undefined),
  });
  take(whole, crew.makeNow(partLook, search, whole, options));
  await inRounds(
    () => (isOpen() && parts < most && !isOver(options) ? order(open.pop()) : undefined),
    (orders) => {
      onProgress?.({ parts, best: best.objective, upperBound: upperBound() });
      return crew.make(partLook, search, orders, options);
    },
    take,
  );
  return { ...best, upperBound: upperBound(), certified: !isOpen(), parts };
}

/** Parts with no more protocols than this are looked through: it takes no longer than bounding what they fall into. */
function smallPart(problem: Searcher['problem']): number {
  return Math.min(100_000, Math.max(64, Math.ceil(0.1 / secondsPerSet(problem))));
}
