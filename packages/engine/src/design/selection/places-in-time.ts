import type { ComparatorChoice } from './comparator-kind.ts';
import type { FeasibleFamily } from './rules.ts';

/**
 * As many actions as fit by their places along the time and nothing else: `place` says where the i-th of d stands among n
 * actions in time, and the nearest action that the rules allow takes it.
 */
export function byPlace(
  family: FeasibleFamily,
  place: (i: number, d: number, n: number) => number,
): ComparatorChoice {
  const inTime = [...family.allowed].sort(
    (a, b) => family.catalogue[a]!.at - family.catalogue[b]!.at || a - b,
  );
  const n = inTime.length;
  const d = Math.min(family.longest, n);
  const places = Array.from({ length: d }, (_, i) => place(i, d, n));
  const chosen = [...family.required];
  for (const at of places) {
    if (chosen.length >= family.longest) break;
    const spent = family.spent(chosen);
    const nearest = inTime
      .map((a, k) => ({ a, distance: Math.abs(k - at) }))
      .sort((one, other) => one.distance - other.distance || one.a - other.a)
      .find(({ a }) => family.fits(chosen, spent, a) && family.completable([...chosen, a]));
    if (nearest) chosen.push(nearest.a);
  }
  return { chosen, ties: 0 };
}
