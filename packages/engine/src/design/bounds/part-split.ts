import type { Counted } from '../selection/feasible-sets.ts';
import type { FeasibleFamily } from '../selection/rules.ts';
import type { OpenPart } from './open-part.ts';

/** What of a part is left where some of its open actions are taken and others are not; nothing where no protocol is. */
export function narrowed(
  family: FeasibleFamily,
  part: OpenPart,
  taken: readonly number[],
  left: readonly number[] = [],
): OpenPart | undefined {
  const { exactly } = family.rules;
  const base = [...part.base];
  const gone = new Set(left);
  const due = [...taken];
  let { counts = [] } = part;
  // Where a count has all of its actions taken or none, that may settle others.
  for (;;) {
    for (const a of due.splice(0)) {
      if (gone.has(a) || !family.fits(base, family.spent(base), a)) return undefined;
      base.push(a);
      gone.add(a);
      counts = counts.map((count) =>
        count.members.includes(a)
          ? { ...count, least: Math.max(0, count.least - 1), most: count.most - 1 }
          : count,
      );
    }
    const spent = family.spent(base);
    for (const a of part.open) if (!gone.has(a) && !family.fits(base, spent, a)) gone.add(a);
    counts = counts.map(({ members, ...count }) => ({
      ...count,
      members: members.filter((a) => !gone.has(a)),
    }));
    if (counts.some(({ members, least, most }) => most < 0 || members.length < least)) return undefined;
    const full = counts.filter(({ most }) => most === 0);
    const needed = counts.filter(({ members, least }) => least > 0 && least === members.length);
    for (const { members } of full) for (const a of members) gone.add(a);
    for (const { members } of needed) due.push(...members);
    counts = counts.filter((count) => count.most > 0 && count.least < count.members.length);
    if (due.length === 0) break;
  }
  const stays = (a: number) => !gone.has(a);
  const open = part.open.filter(stays);
  if (exactly !== undefined && base.length + open.length < exactly) return undefined;
  return {
    base,
    open,
    ...(counts.length > 0 && { counts }),
    bound: part.bound,
    shares: part.shares.map((own) => own?.filter((_, i) => stays(part.open[i]!))),
  };
}

/**
 * Parts that hold every protocol of this one, by how many actions fall into each side of a stretch of the horizon: neighbours
 * are nearly the same, so that one of them more or less would say little. Where the number of actions is not given, by taking
 * or leaving the action with the largest share.
 */
export function split(family: FeasibleFamily, part: OpenPart): OpenPart[] {
  const { exactly } = family.rules;
  const shares = part.shares.find((own) => own !== undefined);
  const found = exactly === undefined ? undefined : stretchToSplit(family, part, exactly - part.base.length);
  if (!found) return byAction(family, part, shares);
  const { stretch, before, after } = found;
  const others = (part.counts ?? []).filter((count) => count !== stretch);
  return Array.from({ length: stretch.most + 1 }, (_, k) => {
    const counts = [...others, exact(before, k), exact(after, stretch.most - k)];
    return narrowed(family, { ...part, counts }, []);
  }).filter((own) => own !== undefined);
}

const exact = (members: readonly number[], count: number): Counted => ({
  members: [...members].sort((a, b) => a - b),
  least: count,
  most: count,
});

/** Take the action with the largest share, or leave it: of one that is nearly sure to be taken, leaving says the most. */
function byAction(family: FeasibleFamily, part: OpenPart, shares: Float64Array | undefined): OpenPart[] {
  let at = 0;
  if (shares) for (let i = 1; i < part.open.length; i++) if (shares[i]! > shares[at]!) at = i;
  const action = [part.open[at]!];
  return [narrowed(family, part, action), narrowed(family, part, [], action)].filter(
    (own) => own !== undefined,
  );
}

/**
 * The stretch, and where to divide it: the longest that holds several actions, and only then the longest with one, where half of the
 * actions would lie on each side if they were spread evenly. So the likeliest parts soon have one action in each stretch, and of
 * these the bounds are tight.
 */
function stretchToSplit(
  family: FeasibleFamily,
  { open, counts }: OpenPart,
  wanted: number,
): { stretch: Counted; before: number[]; after: number[] } | undefined {
  const timeOf = (a: number) => family.catalogue[a]!.at;
  const exactly = (counts ?? [{ members: open, least: wanted, most: wanted }]).filter(
    ({ members, least, most }) => least === most && members.length > 1,
  );
  if (exactly.length === 0) return undefined;
  const several = exactly.filter(({ most }) => most > 1);
  const stretch = (several.length > 0 ? several : exactly).reduce((one, other) =>
    other.members.length > one.members.length ? other : one,
  );
  const members = [...stretch.members].sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  const before = stretch.most === 1 ? 0.5 : Math.floor(stretch.most / 2) / stretch.most;
  const at = Math.min(members.length - 1, Math.max(1, Math.round(members.length * before)));
  return { stretch, before: members.slice(0, at), after: members.slice(at) };
}
