import type { BestDesign, DesignOptions } from '@sightline/engine';
import type { DesignAim } from './design-laws.ts';
import type { DesignPlan } from './design-plan.ts';
import type { DesignRequest } from './design-result.ts';

export const METHODS = ['auto', 'exhaustive', 'branch', 'heuristic'] as const;
export type DesignMethod = (typeof METHODS)[number];

/** Why branch and bound ended before it was done: time was up, it was told to, or it had looked at enough. */
export type Ending = 'seconds' | 'interrupted' | 'parts' | null;

/** Above this many actions a bound takes longer than anybody waits. */
export const MOST_BOUNDED = 600;
/** Parts of the family that are bounded unless more is asked for: about a minute. */
const MOST_PARTS = 3000;
/** The size of catalogue at which bounding a part takes as long as evaluating a small one. */
const USUAL_SIZE = 64;

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
  const most = Math.max(
    1,
    Math.ceil(
      (MOST_PARTS / aim.scenarios.length) * Math.min(1, (USUAL_SIZE / plan.family.allowed.length) ** 3),
    ),
  );
  return {
    options: {
      method: isTooLarge(plan, method) ? 'heuristic' : method,
      ...(limited && { most }),
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
