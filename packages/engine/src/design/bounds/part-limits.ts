import type { Part } from '../selection/feasible-sets.ts';
import type { FeasibleFamily } from '../selection/rules.ts';
import type { Bundle } from './own-variance.ts';
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

/**
 * Open actions, by their places, in bundles: of a stretch with one action, and of neighbours that the rules keep apart, no
 * protocol holds two; the others of each stretch are a bundle of which it may.
 */
export function bundlesOf(family: FeasibleFamily, { counts = [] }: Part, open: readonly number[]): Bundle[] {
  const places = new Map(open.map((a, i) => [a, i]));
  const { groups = [] } = family.rules;
  const single = groups.filter(({ most }) => most === 1).map(({ members }) => new Set(members));
  const clash = (i: number, k: number) => {
    const [a, b] = [open[i]!, open[k]!];
    return family.conflict(a, b) || single.some((members) => members.has(a) && members.has(b));
  };
  const bundles: Bundle[] = [];
  const bundle = (members: readonly number[]) => {
    const runs: number[][] = [];
    for (const i of members) {
      const run = runs.at(-1);
      if (run?.every((k) => clash(k, i))) run.push(i);
      else runs.push([i]);
    }
    for (const run of runs) if (run.length > 1) bundles.push({ members: run, apart: true });
    const others = runs.flatMap((run) => (run.length > 1 ? [] : run));
    if (others.length > 0) bundles.push({ members: others, apart: false });
  };
  const counted = new Set<number>();
  for (const { members, most } of counts) {
    const own = members.flatMap((a) => places.get(a) ?? []);
    for (const i of own) counted.add(i);
    if (own.length > 0 && most <= 1) bundles.push({ members: own, apart: true });
    else bundle(own);
  }
  bundle([...open.keys()].filter((i) => !counted.has(i)));
  return bundles;
}
