import type { Family } from '../model/protocol-family.ts';
import { BUDGET_TOLERANCE, type FeasibleFamily } from './rules.ts';

/** A part of the family: the protocols that hold `base` and otherwise only actions of `open`. */
export interface Part {
  readonly base: readonly number[];
  /** In ascending order; none of them in `base`. */
  readonly open: readonly number[];
}

/** The whole family. */
export function wholeFamily({ required, allowed }: FeasibleFamily): Part {
  return { base: required, open: allowed.filter((a) => !required.includes(a)) };
}

/**
 * Walks over the protocols of a part in lexicographic order, base first, and hands them out in families of at most `chunk`.
 * Stops early where `use` says so. Returns how many there were.
 */
export function eachFeasibleSet(
  family: FeasibleFamily,
  part: Part,
  chunk: number,
  use: (sets: Family) => unknown,
): number {
  const { catalogue, rules } = family;
  const { exactly, budget = Number.POSITIVE_INFINITY, groups = [] } = rules;
  const { base, open } = part;
  const n = open.length;
  const costs = Float64Array.from(open, (a) => catalogue[a]!.cost);
  // The cheapest way to add k more from place i on: what no completion can undercut.
  const cheapest = exactly === undefined ? undefined : cheapestTails(costs, exactly - base.length);
  const most = budget + BUDGET_TOLERANCE * Math.max(1, Math.abs(budget));
  const needsAsking = rules.spacing !== undefined || rules.oneVariant === true || groups.length > 0;
  const clash = needsAsking ? clashes(family, open) : undefined;
  const longest = exactly ?? base.length + n;

  let members = new Int32Array(chunk * Math.max(1, Math.min(longest, 16)));
  let starts = new Int32Array(chunk + 1);
  let count = 0;
  let filled = 0;
  let total = 0;
  let stopped = false;
  const current = [...base];
  const flush = () => {
    if (count === 0) return;
    stopped = use({ members: members.slice(0, filled), starts: starts.slice(0, count + 1) }) === true;
    count = 0;
    filled = 0;
    starts = new Int32Array(chunk + 1);
  };
  const emit = () => {
    if (filled + current.length > members.length) {
      const larger = new Int32Array(2 * (filled + current.length));
      larger.set(members);
      members = larger;
    }
    for (const a of current) members[filled++] = a;
    starts[++count] = filled;
    total++;
    if (count === chunk) flush();
  };
  const chosen: number[] = [];
  const walk = (from: number, cost: number) => {
    const missing = exactly === undefined ? 0 : exactly - current.length;
    if (missing === 0) {
      // A protocol without any action is none.
      if (current.length > 0) emit();
      if (exactly !== undefined) return;
    }
    for (let i = from; i < n && !stopped; i++) {
      if (exactly !== undefined && n - i < missing) return;
      if (cheapest && cost + cheapest[i * (exactly! - base.length + 1) + missing]! > most) continue;
      const next = cost + costs[i]!;
      if (next > most) continue;
      const a = open[i]!;
      if (clash) {
        if (chosen.some((j) => clash[j * n + i] === 1)) continue;
        if (base.some((b) => family.conflict(a, b))) continue;
        if (groups.length > 0 && !family.fits(current, family.spent(current), a)) continue;
      }
      current.push(a);
      chosen.push(i);
      walk(i + 1, next);
      chosen.pop();
      current.pop();
    }
  };
  walk(0, family.spent(base).cost);
  if (!stopped) flush();
  return total;
}

/** How many protocols a part has; counting ends above `most`. */
export function countFeasibleSets(family: FeasibleFamily, part: Part, most: number): number {
  const { exactly, budget, spacing, oneVariant, groups } = family.rules;
  if (exactly !== undefined && budget === undefined && !spacing && !oneVariant && !groups)
    return binomial(part.open.length, exactly - part.base.length);
  let count = 0;
  eachFeasibleSet(family, part, 4096, ({ starts }) => {
    count += starts.length - 1;
    return count > most;
  });
  return count;
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
