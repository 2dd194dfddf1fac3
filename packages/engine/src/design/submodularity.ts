import { forwardSelection, type Searcher } from './selection/forward-selection.ts';

/** Where two actions together tell more than the sum of what each tells alone. */
export interface ReturnsWitness {
  /** After these actions … */
  after: number[];
  /** … the gain of `action` alone, and once `other` has been taken too. */
  action: number;
  other: number;
  alone: number;
  withOther: number;
}

export interface Returns {
  /**
   * The submodularity ratio over pairs along the path: the least (Δ(a) + Δ(b))/Δ({a, b}). At 1 or above, returns diminish
   * for every pair; below, forward selection can be misled.
   */
  ratio: number;
  /** Of each step of the path. */
  steps: number[];
  witness: ReturnsWitness | undefined;
  /** Whether all pairs were looked at, or those of the actions with the largest gains. */
  complete: boolean;
}

/** Pairs of so many actions are looked at. */
const MOST_ACTIONS = 64;
/** What a pair must tell to be looked at: ratios of rounding are none. */
const LEAST = 1e-12;

/** Diagnoses the path of forward selection. O(steps·n²) values. */
export function diminishingReturns(search: Searcher): Returns {
  const { family } = search.problem;
  const { path } = forwardSelection(search);
  const steps: number[] = [];
  let witness: ReturnsWitness | undefined;
  let least = Number.POSITIVE_INFINITY;
  let complete = true;
  for (let length = 0; length + 2 <= path.chosen.length; length++) {
    const after = path.chosen.slice(0, length);
    const spent = family.spent(after);
    let open = family.allowed.filter((a) => family.fits(after, spent, a));
    const base = search.evaluate([after]).objective[0]!;
    let alone = search.evaluate(open.map((a) => [...after, a])).objective.map((value) => value - base);
    if (open.length > MOST_ACTIONS) {
      complete = false;
      const largest = open
        .map((a, i) => ({ a, gain: alone[i]! }))
        .sort((one, other) => other.gain - one.gain || one.a - other.a)
        .slice(0, MOST_ACTIONS)
        .sort((one, other) => one.a - other.a);
      open = largest.map(({ a }) => a);
      alone = Float64Array.from(largest, ({ gain }) => gain);
    }
    const pairs = open.flatMap((a, i) =>
      open.slice(i + 1).flatMap((b, k) => (family.conflict(a, b) ? [] : [[i, i + 1 + k] as const])),
    );
    if (pairs.length === 0) continue;
    const { objective } = search.evaluate(pairs.map(([i, j]) => [...after, open[i]!, open[j]!]));
    let ratio = Number.POSITIVE_INFINITY;
    pairs.forEach(([i, j], k) => {
      const together = objective[k]! - base;
      if (!(together > LEAST)) return;
      const here = (alone[i]! + alone[j]!) / together;
      if (here < ratio) ratio = here;
      if (here >= least || here >= 1 - 1e-9) return;
      least = here;
      witness = {
        after: [...after],
        action: open[i]!,
        other: open[j]!,
        alone: alone[i]!,
        withOther: together - alone[j]!,
      };
    });
    if (Number.isFinite(ratio)) steps.push(ratio);
  }
  return {
    ratio: steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    steps,
    witness,
    complete,
  };
}
