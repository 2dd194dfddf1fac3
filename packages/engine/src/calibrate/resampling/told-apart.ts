import { type Comparisons, comparisons, uniformError } from './comparison.ts';
import type { Draws } from './draws.ts';
import type { Interval } from './interval.ts';

export interface CalibratedValue extends Interval {
  value: number;
  /** Present where readings may be missing, and `value` is the mean over that: with every reading. */
  completeValue?: number;
  /** Of the best-linear value: without the sample's optimism. The interval is its. */
  corrected?: number;
  /** Whether the correction left less than nothing, which is then given as 0. */
  belowNothing?: boolean;
  /** Present where `value`, and with it all that rests on it, is a lower bound, as in ProtocolValue. */
  atLeast?: true;
  /**
   * Where units have several trajectories: how many times the variance of the estimate is what it would be if these were
   * independent. Intervals are wider by its root.
   */
  designEffect?: number;
}

/** What draws of the values say: each with its interval, and which protocols they tell apart. */
export interface ToldApart {
  protocols: CalibratedValue[];
  /** Uniform error over the family, at the level. */
  epsilon: number;
  comparisons: Comparisons;
  /**
   * The protocol with the largest estimate, the corrected one where there is one, and what it can lose at most at the level:
   * 2ε + η, with η what its own value is below the largest.
   */
  selected: { protocol: number; eta: number; guarantee: number };
}

/** `isBound`: which of the estimates are lower bounds; of these nobody knows that another is better. */
export function toldApart(
  draws: Draws,
  level: number,
  intervalOf: (protocol: number) => CalibratedValue,
  isBound: (protocol: number) => boolean,
): ToldApart {
  const { estimate } = draws;
  const epsilon = uniformError(draws, undefined, level);
  const pairs = comparisons(draws, level);
  const protocol = pairs.bestSet[0]!;
  const eta = estimate.reduce((most, value) => Math.max(most, value)) - estimate[protocol]!;
  const protocols = Array.from(estimate, (_, i) =>
    isBound(i) ? { ...intervalOf(i), atLeast: true as const } : intervalOf(i),
  );
  const centre = (i: number) => protocols[i]!.corrected ?? protocols[i]!.value;
  const open = protocols.map((_, i) => i).filter((i) => isBound(i) && !pairs.bestSet.includes(i));
  return {
    protocols,
    epsilon,
    comparisons: {
      ...pairs,
      comparisons: pairs.comparisons.map((pair) =>
        isBound(pair.b) ? { ...pair, distinguishable: false } : pair,
      ),
      bestSet:
        open.length > 0 ? [...pairs.bestSet, ...open].sort((a, b) => centre(b) - centre(a)) : pairs.bestSet,
    },
    selected: { protocol, eta, guarantee: Math.min(1, 2 * epsilon + eta) },
  };
}
