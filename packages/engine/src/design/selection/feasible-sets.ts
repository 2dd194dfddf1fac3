import type { Family } from '../../model/value/protocol-family.ts';
import { type FeasibleFamily, payable } from './rules.ts';

/** Some open actions of which between `least` and `most` are taken. */
export interface Counted {
  /** In ascending order. */
  readonly members: readonly number[];
  readonly least: number;
  readonly most: number;
}

/** A part of the family: the protocols that hold `base` and otherwise only actions of `open`, so many of each count. */
export interface Part {
  readonly base: readonly number[];
  /** In ascending order; none of them in `base`. */
  readonly open: readonly number[];
  /** No action is in two of them; those in none are free. Absent: there are none. */
  readonly counts?: readonly Counted[];
}

/** The whole family: every open action can stand beside those that are required. */
export function wholeFamily({ required, allowed, spent, fits }: FeasibleFamily): Part {
  const sofar = spent(required);
  return { base: required, open: allowed.filter((a) => fits(required, sofar, a)) };
}

/** Above so many open actions, whether two clash is asked of each pair that is met, and not of all beforehand. */
const MOST_TABULATED = 512;

/** The protocols of a part in lexicographic order, base first, in families of at most `chunk`. */
export function* feasibleSets(family: FeasibleFamily, part: Part, chunk: number): Generator<Family, void> {
  const { catalogue, rules } = family;
  const { exactly, budget = Number.POSITIVE_INFINITY, groups = [] } = rules;
  const { base, open } = part;
  const n = open.length;
  const wanted = exactly === undefined ? undefined : exactly - base.length;
  const costs = Float64Array.from(open, (a) => catalogue[a]!.cost);
  // The cheapest way to add k more from place i on: what no completion can undercut.
  const cheapest =
    wanted === undefined || rules.budget === undefined ? undefined : cheapestTails(costs, wanted);
  // Where not even the cheapest of those that are left can be paid for, none is looked at.
  const least = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = n - 1; i >= 0; i--) least[i] = Math.min(costs[i]!, least[i + 1]!);
  const most = payable(budget);
  const needsAsking = rules.spacing !== undefined || rules.oneVariant === true || groups.length > 0;
  const table = needsAsking && n <= MOST_TABULATED ? clashes(family, open) : undefined;
  const clash = (i: number, j: number) =>
    table ? table[i * n + j] === 1 : family.conflict(open[i]!, open[j]!);
  // Actions that clash with the base clash with it wherever they are met.
  const closed = Uint8Array.from(open, (a) =>
    needsAsking && base.some((b) => family.conflict(a, b)) ? 1 : 0,
  );
  const longest = exactly ?? base.length + n;
  const counts = countsInWalk(part);

  let members = new Int32Array(chunk * Math.max(1, Math.min(longest, 16)));
  let starts = new Int32Array(chunk + 1);
  let count = 0;
  let filled = 0;
  const current = [...base];
  const emit = () => {
    if (filled + current.length > members.length) {
      const larger = new Int32Array(2 * (filled + current.length));
      larger.set(members);
      members = larger;
    }
    for (const a of current) members[filled++] = a;
    starts[++count] = filled;
  };
  const flush = (): Family => {
    const sets = { members: members.slice(0, filled), starts: starts.slice(0, count + 1) };
    count = 0;
    filled = 0;
    starts = new Int32Array(chunk + 1);
    return sets;
  };

  // A walk without recursion, so that it can rest after a chunk: at each depth the place taken, the next one and the cost.
  const taken: number[] = [];
  const next: number[] = [0];
  const cost: number[] = [family.spent(base).cost];
  // A protocol without any action is none.
  if (current.length > 0 && (wanted === undefined || wanted === 0) && !counts?.lacksAt(n)) emit();
  while (next.length > 0) {
    while (next.length > 0 && count < chunk) step();
    if (count > 0) yield flush();
  }

  function step(): void {
    const depth = taken.length;
    const i = next[depth]!;
    const missing = wanted === undefined ? 0 : wanted - depth;
    const none = i >= n || cost[depth]! + least[i]! > most;
    if (none || (wanted !== undefined && (missing <= 0 || n - i < missing)) || counts?.lacksAt(i)) {
      next.pop();
      cost.pop();
      const last = taken.pop();
      if (last !== undefined) {
        counts?.leave(last);
        current.pop();
      }
      return;
    }
    next[depth] = i + 1;
    if (counts && !counts.hasRoom(i)) return;
    if (cheapest && cost[depth]! + cheapest[i * (wanted! + 1) + missing]! > most) return;
    const after = cost[depth]! + costs[i]!;
    if (after > most) return;
    const a = open[i]!;
    if (needsAsking) {
      if (closed[i] === 1 || taken.some((j) => clash(j, i))) return;
      if (groups.length > 0 && !family.fits(current, family.spent(current), a)) return;
    }
    current.push(a);
    taken.push(i);
    counts?.take(i);
    next.push(i + 1);
    cost.push(after);
    if ((wanted === undefined || missing === 1) && !counts?.lacksAt(n)) emit();
  }
}

/** How many of each count are taken on a walk over the open actions, by their places. */
function countsInWalk({ open, counts }: Part) {
  if (!counts) return undefined;
  const n = open.length;
  const of = new Int32Array(n).fill(-1);
  const taken = new Int32Array(counts.length);
  // Of each count, how many have their place from i on.
  const left = counts.map(({ members }, c) => {
    const own = new Set(members);
    const tail = new Int32Array(n + 1);
    for (let i = n - 1; i >= 0; i--) {
      const isMember = own.has(open[i]!);
      if (isMember) of[i] = c;
      tail[i] = tail[i + 1]! + (isMember ? 1 : 0);
    }
    return tail;
  });
  return {
    hasRoom: (i: number) => of[i]! < 0 || taken[of[i]!]! < counts[of[i]!]!.most,
    take(i: number) {
      if (of[i]! >= 0) taken[of[i]!]!++;
    },
    leave(i: number) {
      if (of[i]! >= 0) taken[of[i]!]!--;
    },
    /** Whether too few are left from place i on. */
    lacksAt: (i: number) => counts.some(({ least }, c) => taken[c]! + left[c]![i]! < least),
  };
}

/** Where nothing but a number of actions is asked for, how many protocols there are needs no counting. */
export function needsNoCounting({ rules }: FeasibleFamily): boolean {
  const { exactly, budget, spacing, oneVariant, groups } = rules;
  return exactly !== undefined && budget === undefined && !spacing && !oneVariant && !groups;
}

/** How many protocols a part has; counting ends above `most`. */
export function countFeasibleSets(family: FeasibleFamily, part: Part, most: number): number {
  if (needsNoCounting(family)) return countedChoices(part, family.rules.exactly! - part.base.length);
  let count = 0;
  for (const { starts } of feasibleSets(family, part, 4096)) {
    count += starts.length - 1;
    if (count > most) break;
  }
  return count;
}

/** How many choices of so many open actions keep to the counts. */
function countedChoices({ open, counts = [] }: Part, wanted: number): number {
  const free = counts.reduce((left, { members }) => left - members.length, open.length);
  if (wanted < 0) return 0;
  // Of the counts looked at so far, the choices with k actions.
  let ways = Array.from({ length: wanted + 1 }, (_, k) => binomial(free, k));
  for (const { members, least, most } of counts)
    ways = ways.map((_, k) => {
      let sum = 0;
      for (let j = Math.max(0, least); j <= Math.min(most, k); j++)
        sum += ways[k - j]! * binomial(members.length, j);
      return sum;
    });
  return ways[wanted]!;
}

export function binomial(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let out = 1;
  for (let i = 1; i <= k; i++) out = (out * (n - k + i)) / i;
  return Math.round(out);
}

/** Entry i·(most + 1) + k: the sum of the k smallest costs from place i on. */
function cheapestTails(costs: Float64Array, most: number): Float64Array {
  const n = costs.length;
  const width = Math.max(0, most) + 1;
  const out = new Float64Array((n + 1) * width);
  const sorted: number[] = [];
  for (let i = n - 1; i >= 0; i--) {
    const at = sorted.findIndex((cost) => cost > costs[i]!);
    sorted.splice(at < 0 ? sorted.length : at, 0, costs[i]!);
    if (sorted.length > width) sorted.pop();
    let sum = 0;
    for (let k = 1; k < width; k++) {
      sum += sorted[k - 1] ?? Number.POSITIVE_INFINITY;
      out[i * width + k] = sum;
    }
  }
  return out;
}

function clashes(family: FeasibleFamily, open: readonly number[]): Uint8Array {
  const n = open.length;
  const out = new Uint8Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) if (i !== j && family.conflict(open[i]!, open[j]!)) out[i * n + j] = 1;
  return out;
}
