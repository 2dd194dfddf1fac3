import { type BestDesign, type DesignOptions, type SearchLimit, square } from '@sightline/engine/internal';
import type { DesignAim, MadePlan } from './laws.ts';

import type { DesignRequest, Ending } from './request.ts';

/** How long branch and bound goes on by itself, as seconds of what its parts usually take. */
const USUAL_SECONDS = 30;

/** Until when each search may go on; all of them together for as long as was asked. */
interface SearchTimes {
  best: SearchLimit;
  frontier: SearchLimit;
  plain: SearchLimit;
}

/** From now on. What one search does not use of its share is left to the next. */
export function searchTimes({ seconds, signal, frontier, under }: DesignRequest): SearchTimes {
  const from = performance.now();
  const searches = 1 + (frontier ? 1 : 0) + (under ? 1 : 0);
  const after = (done: number): SearchLimit => ({
    signal,
    until: seconds === undefined ? undefined : from + (1000 * seconds * done) / searches,
  });
  return { best: after(1), frontier: after(2), plain: after(searches) };
}

/**
 * How the search is done. Without being told when to end, `auto` looks at a number of parts that depends on the problem
 * alone, so that the same study gives the same bytes.
 */
export function searchOptions(
  plan: MadePlan,
  aim: Pick<DesignAim, 'scenarios'>,
  { method = 'auto', seconds, onBound, workers }: DesignRequest,
  limit: SearchLimit,
): DesignOptions {
  const limited = method === 'auto' && seconds === undefined;
  return {
    ...limit,
    method,
    ...(limited && { most: usualParts(plan, aim) }),
    ...(onBound && { onProgress: onBound }),
    ...(workers && { workers }),
  };
}

/** Why a search ended that was not done. */
export function endingOf(
  { ended, certified, metBounds, method }: BestDesign,
  { signal }: DesignRequest,
): Ending {
  if (ended) return signal?.aborted ? 'interrupted' : 'seconds';
  const limited = method === 'branch and bound' || method === 'dynamic programming';
  return limited && !certified && !metBounds ? 'parts' : null;
}

/**
 * Bounding a part is a relaxation over the catalogue and, unless the target is linear, work on every pair of times; small
 * parts are looked through, as many sets as take 15 ms.
 */
function usualParts({ family, grid }: MadePlan, { scenarios }: Pick<DesignAim, 'scenarios'>): number {
  const n = family.allowed.length;
  const relaxation = 1e-9 * n * n * n;
  const part = scenarios.reduce(
    (sum, { target }) =>
      sum + relaxation + (target.table === undefined ? 2e-3 : Math.max(0.015, 6e-7 * square(grid.points))),
    0,
  );
  return Math.max(1, Math.ceil(USUAL_SECONDS / part));
}
