import type { Part } from '../selection/feasible-sets.ts';
import type { FeasibleFamily } from '../selection/rules.ts';
import type { ShareLimit } from './share-limits.ts';

/** The limits of a part for these of its open actions; others of them count as taken already, for nothing. */
export function limitsOf(family: FeasibleFamily, node: Part, open: readonly number[]): ShareLimit[] {
  const { exactly, budget } = family.rules;
  const limits: ShareLimit[] = [];
  const places = new Map(open.map((a, i) => [a, i]));
  const counts = node.counts?.map(({ members, least, most }) => {
    const kept = members.flatMap((a) => places.get(a) ?? []);
    return {
      members: kept,
      least: Math.min(kept.length, Math.max(0, least - (members.length - kept.length))),
      most: Math.min(kept.length, most),
    };
  });
  if (exactly !== undefined || counts)
    limits.push({
      prices: new Float64Array(open.length).fill(1),
      capacity: exactly === undefined ? open.length : Math.min(open.length, exactly - node.base.length),
      ...(counts && { counts }),
    });
  if (budget !== undefined)
    limits.push({
      prices: Float64Array.from(open, (a) => family.catalogue[a]!.cost),
      capacity: Math.max(0, budget - family.spent(node.base).cost) + 1e-12 * Math.max(1, budget),
    });
  return limits;
}

/** Open actions, by their places, in sets of which no protocol of the part holds two. */
export function neverTogether(
  family: FeasibleFamily,
  { counts = [] }: Part,
  open: readonly number[],
): number[][] {
  const places = new Map(open.map((a, i) => [a, i]));
  const single = counts
    .filter(({ most }) => most <= 1)
    .map(({ members }) => members.flatMap((a) => places.get(a) ?? []));
  const inOne = new Set(single.flat());
  const { groups = [] } = family.rules;
  const alone = groups.filter(({ most }) => most === 1).map(({ members }) => new Set(members));
  const clash = (a: number, b: number) =>
    family.conflict(a, b) || alone.some((members) => members.has(a) && members.has(b));
  const sets: number[][] = [];
  let current: number[] = [];
  open.forEach((a, i) => {
    if (inOne.has(i)) return;
    if (current.every((k) => clash(open[k]!, a))) current.push(i);
    else {
      sets.push(current);
      current = [i];
    }
  });
  return [...single, ...sets, current].filter((set) => set.length > 0);
}
