import type { BestDesign, DesignOptions } from '@sightline/engine';
import { square } from '@sightline/engine';
import type { DesignAim } from './design-laws.ts';
import type { DesignPlan } from './design-plan.ts';
import type { DesignRequest } from './design-result.ts';

export const METHODS = ['auto', 'exhaustive', 'branch', 'heuristic'] as const;
export type DesignMethod = (typeof METHODS)[number];

/** Why branch and bound ended before it was done: time was up, it was told to, or it had looked at enough. */
export type Ending = 'seconds' | 'interrupted' | 'parts' | null;

/** Above this many actions a bound takes longer than anybody waits. */
export const MOST_BOUNDED = 1000;
/** How long branch and bound goes on by itself, as seconds of what its parts usually take. */
const USUAL_SECONDS = 30;

/** Whether a proof is left out because the catalogue is too large for one. */
export function isTooLarge({ family }: DesignPlan, method: DesignMethod): boolean {
  return method === 'auto' && family.allowed.length > MOST_BOUNDED;
}

/**
 * How the search is done. Without being told when to end, `auto` looks at a number of parts that depends on the problem
 * alone, so that the same study gives the same bytes.
 */
export function searchOptions(
  plan: DesignPlan,
  aim: DesignAim,
  { method = 'auto', seconds, signal, onProgress }: DesignRequest,
): { options: DesignOptions; ended(best: BestDesign): Ending } {
  const clock = seconds === undefined ? undefined : AbortSignal.timeout(1000 * seconds);
  const signals = [signal, clock].filter((one) => one !== undefined);
  const limited = method === 'auto' && seconds === undefined;
  return {
    options: {
      method: isTooLarge(plan, method) ? 'heuristic' : method,
      ...(limited && { most: usualParts(plan, aim) }),
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      ...(onProgress && { onProgress }),
    },
    ended({ method: done, certified }) {
      if (certified || done !== 'branch and bound') return null;
      if (signal?.aborted) return 'interrupted';
      return clock?.aborted ? 'seconds' : 'parts';
    },
  };
}

/**
 * Bounding a part is a relaxation over the catalogue and, unless the target is linear, work on every pair of times; small
 * parts are looked through, as many sets as take 15 ms.
 */
function usualParts({ family, grid }: DesignPlan, { scenarios }: DesignAim): number {
  const n = family.allowed.length;
  const relaxation = 1e-9 * n * n * n;
  const part = scenarios.reduce(
    (sum, { target }) =>
      sum + relaxation + (target.table === undefined ? 2e-3 : Math.max(0.015, 6e-7 * square(grid.points))),
    0,
  );
  return Math.max(1, Math.ceil(USUAL_SECONDS / part));
}
