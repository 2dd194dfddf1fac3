import type { Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { FeasibleFamily } from '../selection/rules.ts';
import { isOver, type SearchLimit } from '../selection/search-limit.ts';
import type { OpenPart, PartBound } from './open-part.ts';
import { type Bundle, dividing } from './own-variance.ts';
import { bundlesOf, limitsOf } from './part-limits.ts';
import { type RelaxedBound, relaxedBound } from './relaxation.ts';
import { evenShares, multiplied, type ShareLimit } from './share-limits.ts';

/** Protocols that hold some actions: what these explain, M + R of the open ones in any units, and B, which says what they may add. */
interface PartLaw {
  explained: number;
  total: Matrix;
  gain: Float64Array | Matrix;
}

interface DividedOptions {
  /** What rounding in the law may have cost, as a share of the value. */
  slack?: number;
  /** What is explained is divided by this. */
  variance: number;
  /** A value that is reached already, if it is one of the same kind. */
  best: number | undefined;
  start: Float64Array | undefined;
  kernels: Kernels;
  limit: SearchLimit;
}

/** So often the division of variances follows the shares that were found with the one before. */
const DIVISIONS = 3;
/** Unless it took less than this share off what is still above the goal. */
const WORTHWHILE = 0.1;
/** An action with less than this share of its variance as its own counts as taken, for nothing. */
const LEAST_OWN = 1e-6;
/** What is left of a variance of about 1 is rounding below this. */
const LEAST_VARIANCE = 1e-6;

/**
 * The bound of a part: shares and the division of variances in turn, as what should count as own depends on who is taken in
 * part. Readings without noise of which some tell all of another leave these nothing of their own: as if they were taken,
 * without counting, the others are bounded beside them.
 */
export function dividedBound(
  family: FeasibleFamily,
  node: OpenPart,
  lawOf: (base: readonly number[], open: readonly number[]) => PartLaw,
  options: DividedOptions,
): PartBound {
  const { variance: whole, best, slack = 0 } = options;
  const variance = whole / (1 + slack);
  const atMost = (explained: number): PartBound => ({
    value: explained / variance,
    shares: undefined,
    never: [],
    always: [],
  });
  const all = () => atMost(lawOf([...node.base, ...node.open], []).explained);
  let { base, open } = node;
  while (open.length > 0) {
    const limits = limitsOf(family, node, open);
    if (limits.length === 0) return all();
    const law = lawOf(base, open);
    const varianceOf = (i: number) => law.total.data[i * (open.length + 1)]!;
    let taken = open.filter((_, i) => !(varianceOf(i) > LEAST_VARIANCE));
    if (taken.length === 0) {
      const start = open === node.open ? options.start : undefined;
      const goal = best === undefined ? undefined : best * variance - law.explained;
      const found = relaxed(law, limits, bundlesOf(family, node, open), { ...options, start, goal });
      if (!found) return all();
      if ('bound' in found) {
        const { bound, shares, never, always } = found;
        const shareOf = new Map(open.map((a, i) => [a, shares[i]!]));
        return {
          value: (law.explained + bound) / variance,
          shares: Float64Array.from(node.open, (a) => shareOf.get(a) ?? 1),
          never: never.map((i) => open[i]!),
          always: always.map((i) => open[i]!),
        };
      }
      taken = open.filter((_, i) => !(found.own[i]! > LEAST_OWN * varianceOf(i)));
    }
    base = [...base, ...taken];
    open = open.filter((a) => !taken.includes(a));
  }
  return atMost(lawOf(base, open).explained);
}

/** The best bound found; where an action has too little of its own, what each has; nothing where rounding leaves no proof. */
function relaxed(
  { total, gain }: PartLaw,
  limits: readonly ShareLimit[],
  bundles: readonly Bundle[],
  { start, goal, kernels, limit }: DividedOptions & { goal: number | undefined },
): RelaxedBound | { own: Float64Array } | undefined {
  const n = total.rows;
  const divide = dividing(total, bundles, kernels);
  let found: RelaxedBound | undefined;
  let weights: Float64Array = new Float64Array(n).fill(1);
  for (let round = 0; round < DIVISIONS; round++) {
    const division = divide(weights);
    if (!division) break;
    if (division.own.some((own, a) => !(own > LEAST_OWN * total.data[a * (n + 1)]!)))
      return found ?? { own: division.own };
    const from = found?.shares ?? start;
    const next = relaxedBound(
      { ...division, gain, limits },
      {
        ...(goal !== undefined && { goal }),
        kernels,
        limit,
        ...(from && { start: restarted(from, limits[0]!) }),
      },
    );
    const before = found?.bound ?? Number.POSITIVE_INFINITY;
    if (next.bound < before) found = next;
    weights = next.weights;
    const worthwhile = before - next.bound > WORTHWHILE * (next.bound - (goal ?? 0));
    if ((goal !== undefined && next.bound <= goal) || !worthwhile || isOver(limit)) break;
  }
  return found;
}

/** Shares of the part before, none of them 0, and using all of the limit. */
function restarted(shares: Float64Array, limit: ShareLimit): Float64Array {
  const even = evenShares(limit);
  return multiplied(
    limit,
    shares.map((share, a) => 0.9 * share + 0.1 * even[a]!),
    limit.prices,
  );
}
