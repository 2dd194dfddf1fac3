import type { Counted } from '../selection/feasible-sets.ts';

/** Σ prices·z ≤ capacity, and of each of the counts so many; with counts all prices are 1. Actions by their places in z. */
export interface ShareLimit {
  prices: Float64Array;
  capacity: number;
  counts?: readonly Counted[];
}

/** The most that Σ g·z can be. */
interface MostAlong {
  sum: number;
  taken: Uint8Array;
  /** How much less it is at least where an action that is taken must not be, or one that is not must. */
  reversed: Float64Array;
}

/** max g·z over 0 ≤ z ≤ 1 within one limit: the best per price first. */
export function mostAlong(gradient: Float64Array, limit: ShareLimit): MostAlong {
  return limit.counts ? mostCounted(gradient, limit.counts, limit.capacity) : mostPaid(gradient, limit);
}

function mostPaid(gradient: Float64Array, { prices, capacity }: ShareLimit): MostAlong {
  const n = gradient.length;
  const per = gradient.map((g, a) => g / prices[a]!);
  const order = descending(per);
  const taken = new Uint8Array(n);
  let left = capacity;
  let sum = 0;
  let level = 0;
  for (const a of order) {
    if (left <= 0) break;
    const share = Math.min(1, left / prices[a]!);
    sum += share * gradient[a]!;
    left -= share * prices[a]!;
    // By duality any level will do; that of the last one is the best.
    level = left <= 0 ? per[a]! : 0;
    taken[a] = 1;
  }
  return { sum, taken, reversed: gradient.map((g, a) => Math.abs(g - level * prices[a]!)) };
}

/** The least of every count, and then the best of what is left until there are as many as there may be. */
function mostCounted(gradient: Float64Array, counts: readonly Counted[], capacity: number): MostAlong {
  const n = gradient.length;
  const taken = new Uint8Array(n);
  const reversed = new Float64Array(n);
  const free = new Uint8Array(n).fill(1);
  let sum = 0;
  const take = (sorted: readonly number[], count: number, settles: (a: number) => boolean) => {
    const last =
      count > 0 && count <= sorted.length ? gradient[sorted[count - 1]!]! : Number.POSITIVE_INFINITY;
    // Where all are taken nobody stands in for one that is not.
    const next = count < sorted.length ? gradient[sorted[count]!]! : 0;
    sorted.forEach((a, i) => {
      if (i < count) {
        taken[a] = 1;
        sum += gradient[a]!;
      }
      if (settles(a)) reversed[a] = i < count ? gradient[a]! - next : last - gradient[a]!;
    });
  };
  let left = capacity;
  const pool: number[] = [];
  for (const { members, least, most } of counts) {
    const sorted = [...members].sort((a, b) => gradient[b]! - gradient[a]! || a - b);
    for (const a of members) free[a] = 0;
    take(sorted, Math.min(least, sorted.length), () => least === most);
    left -= least;
    pool.push(...sorted.slice(least, most));
  }
  for (let a = 0; a < n; a++) if (free[a] === 1) pool.push(a);
  pool.sort((a, b) => gradient[b]! - gradient[a]! || a - b);
  take(pool, Math.max(0, Math.min(left, pool.length)), (a) => free[a] === 1);
  return { sum, taken, reversed };
}

const descending = (values: Float64Array) =>
  Array.from(values, (_, a) => a).sort((a, b) => values[b]! - values[a]! || a - b);

/** Places whose shares have a sum of their own: those of every exact count, and all others together. */
function pools({ prices, capacity, counts = [] }: ShareLimit): { members: number[]; total: number }[] {
  const exact = counts.filter(({ least, most }) => least === most);
  const taken = new Uint8Array(prices.length);
  for (const { members } of exact) for (const a of members) taken[a] = 1;
  const others = [...taken.keys()].filter((a) => taken[a] === 0);
  const left = exact.reduce((sum, { most }) => sum - most, capacity);
  return [
    ...exact.map(({ members, most }) => ({ members: [...members], total: most })),
    ...(others.length > 0 ? [{ members: others, total: Math.max(0, left) }] : []),
  ];
}

/** The same share for all that have a sum in common. */
export function evenShares(limit: ShareLimit): Float64Array {
  const out = new Float64Array(limit.prices.length);
  for (const { members, total } of pools(limit)) {
    const all = members.reduce((sum, a) => sum + limit.prices[a]!, 0);
    for (const a of members) out[a] = Math.min(1, total / Math.max(all, Number.MIN_VALUE));
  }
  return out;
}

/**
 * The multiplicative step of optimal design: shares grow where the gradient per price is above the level μ that makes the
 * sum right, and shrink below. At the optimum the gradient per price is μ wherever the share lies between 0 and 1.
 */
export function multiplied(limit: ShareLimit, shares: Float64Array, gradient: Float64Array): Float64Array {
  const { prices } = limit;
  const pull = Float64Array.from(gradient, (g, a) => shares[a]! * (g / prices[a]!));
  const out = new Float64Array(shares.length);
  for (const { members, total } of pools(limit)) {
    const level = levelOf(members, pull, prices, total);
    for (const a of members) out[a] = Math.min(1, pull[a]! * level);
  }
  return out;
}

/** Where Σ prices·min(1, pull·level) is the total. */
function levelOf(
  members: readonly number[],
  pull: Float64Array,
  prices: Float64Array,
  total: number,
): number {
  // From the largest pull on, so many shares are whole, and the rest has what is left.
  const order = [...members].sort((a, b) => pull[b]! - pull[a]! || a - b);
  const from = new Float64Array(order.length + 1);
  for (let i = order.length - 1; i >= 0; i--) from[i] = from[i + 1]! + prices[order[i]!]! * pull[order[i]!]!;
  let left = total;
  for (const [i, a] of order.entries()) {
    const level = from[i]! > 0 ? Math.max(0, left) / from[i]! : 0;
    if (!(pull[a]! * level > 1)) return level;
    left -= prices[a]!;
  }
  return Number.MAX_VALUE;
}
