import { InvalidInput } from '../model/input/invalid-input.ts';
import { NumericallyUndecided } from '../model/input/numerically-undecided.ts';
import { type Family, someOf } from '../model/value/protocol-family.ts';
import { exhaustiveWithin, isSmall, lookedThrough, mostPromising } from './bounds/exhaustive.ts';
import { type SearchCrew, type SearchPiece, searchCrew } from './bounds/search-crew.ts';
import {
  type DesignProblem,
  forwardSelection,
  type Searcher,
  searcher,
  TIE_TOLERANCE,
} from './selection/forward-selection.ts';
import { oneSwap } from './selection/one-swap.ts';
import { type FeasibleFamily, feasibleFamily, type Rules } from './selection/rules.ts';
import { isOver, type SearchLimit } from './selection/search-limit.ts';

/** The best that the rules allow for a cost. */
export interface FrontierPoint {
  cost: number;
  objective: number;
  chosen: number[];
  /** Whether no protocol of this cost or less is better, or only none that was tried. */
  certified: boolean;
}

export interface Frontier {
  /** Protocols that nothing cheaper equals, from the cheapest on. */
  points: FrontierPoint[];
  /** Whether the search for them was ended before it was done. */
  ended: boolean;
  /** Whether every protocol of the family was looked at. */
  complete: boolean;
  /** Whether values that were met are lower bounds: then no point is proved. */
  metBounds: boolean;
}

/** Families of at most so many protocols are looked through, and fewer where each takes long. */
const MOST_SETS = 200_000;
/** So many budgets, or numbers of actions, are tried where they cannot be. */
const BUDGETS = 12;
const SIZES = 24;

/**
 * What each cost buys within the rules: with `exactly`, protocols of that many actions and no others. `best` is what the
 * search of the whole family found; it stands on the frontier with the proof that it has there. Without `prove` nothing is.
 */
export async function frontier(
  problem: DesignProblem,
  best: FrontierPoint,
  { crew, ...limit }: SearchLimit & { crew?: SearchCrew } = {},
  prove = true,
): Promise<Frontier> {
  const { exactly } = problem.family.rules;
  // So many actions of one price have one price together.
  if (exactly !== undefined && problem.family.equalCosts)
    return { points: [best], ended: false, complete: false, metBounds: false };
  const search = searcher(problem);
  const by = { ...limit, crew: crew ?? searchCrew(search, limit.signal) };
  const { points, ...how } =
    prove && isSmall(problem, MOST_SETS)
      ? await everyCost(search, by)
      : await someBudgets(search, best, by, prove);
  const steps = staircase();
  steps.add(best);
  for (const point of points) steps.add(point);
  return { points: steps.points(), ...how };
}

/** What is reached for each cost, as far as points were added; of two that are alike the one that came first. */
function staircase() {
  // Costs are sums in any order: the last digits are none.
  const rounded = (cost: number) => Number(cost.toPrecision(12));
  const costs: number[] = [];
  const kept: FrontierPoint[] = [];
  /** How many points cost no more. */
  const upTo = (cost: number) => {
    let [low, high] = [0, costs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (costs[middle]! <= cost) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const above = (objective: number) => objective + TIE_TOLERANCE * Math.abs(objective);
  const improves = (cost: number, objective: number) => {
    const at = upTo(rounded(cost));
    return at === 0 || objective > above(kept[at - 1]!.objective);
  };
  return {
    improves,
    add(point: FrontierPoint) {
      if (!improves(point.cost, point.objective)) return;
      const cost = rounded(point.cost);
      let from = upTo(cost);
      if (from > 0 && costs[from - 1] === cost) from--;
      let to = from;
      while (to < kept.length && kept[to]!.objective <= above(point.objective)) to++;
      costs.splice(from, to - from, cost);
      kept.splice(from, to - from, point);
    },
    points: () => [...kept],
  };
}

type By = SearchLimit & { crew: SearchCrew };

/** The best protocol of each cost, by looking at all of them. */
async function everyCost(search: Searcher, by: By): Promise<Frontier> {
  const steps = staircase();
  const complete = await lookedThrough(
    search,
    cheaper,
    by,
    (sets) => ({ sets, steps: steps.points().map(({ cost, objective }) => ({ cost, objective })) }),
    (points) => {
      for (const point of points) steps.add(point);
    },
  );
  return {
    points: steps.points().map((point) => ({ ...point, certified: complete })),
    ended: !complete,
    complete,
    metBounds: search.evaluate.metBounds(),
  };
}

interface CheaperOrder {
  sets: Family;
  /** What is reached already for each cost. */
  steps: readonly { cost: number; objective: number }[];
}

/** Those of some protocols that nothing cheaper equals; where a bound shows that one is none, its value is not computed. */
export const cheaper: SearchPiece<CheaperOrder, FrontierPoint[]> = {
  name: 'cheaper',
  prepare:
    ({ problem, evaluate }) =>
    ({ sets, steps: reached }) => {
      const steps = staircase();
      for (const step of reached) steps.add({ ...step, chosen: [], certified: true });
      const costs = costsOf(problem.family, sets);
      const consider = (some: readonly number[]) => {
        const part = someOf(sets, some);
        evaluate.family(part).objective.forEach((objective, k) => {
          const chosen = [...part.members.subarray(part.starts[k]!, part.starts[k + 1]!)];
          steps.add({
            cost: costs[some[k]!]!,
            objective,
            chosen: chosen.sort((a, b) => a - b),
            certified: true,
          });
        });
      };
      const highest = evaluate.highest(sets);
      const open = (some: readonly number[]) =>
        highest ? some.filter((i) => steps.improves(costs[i]!, highest[i]!)) : some;
      let left = open(Array.from(costs, (_, i) => i));
      const first = highest && mostPromising(left, highest);
      if (first) {
        consider(first.sort((a, b) => a - b));
        left = open(left);
      }
      consider(left);
      return steps.points().filter(({ chosen }) => chosen.length > 0);
    },
};

function costsOf({ catalogue }: FeasibleFamily, { members, starts }: Family): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, i) => {
    let cost = 0;
    for (let k = starts[i]!; k < starts[i + 1]!; k++) cost += catalogue[members[k]!]!.cost;
    return cost;
  });
}

/** Under each of some budgets, or for each of some numbers of actions where all cost the same. */
async function someBudgets(search: Searcher, best: FrontierPoint, by: By, prove: boolean): Promise<Frontier> {
  const { problem, evaluate } = search;
  const all = choices(problem, best).flatMap((rules) => familyOf(problem.family, rules) ?? []);
  const small = all.filter((family) => prove && isSmall({ ...problem, family }, MOST_SETS));
  const points = new Map<FeasibleFamily, FrontierPoint>();
  const found = (ended: boolean): Frontier => ({
    points: all.flatMap((family) => points.get(family) ?? []),
    ended,
    complete: false,
    metBounds: evaluate.metBounds(),
  });
  for (const family of small) {
    const looked = await exhaustiveWithin(within(search, family), by);
    if (!looked.complete || !looked.best) return found(true);
    points.set(family, pointOf(family, looked.best, true));
  }
  const large = all.filter((family) => !small.includes(family));
  const tried = await by.crew.make(
    affordable,
    search,
    large.map(({ rules }) => rules),
    by,
  );
  large.forEach((family, i) => {
    const own = tried[i];
    if (own) points.set(family, pointOf(family, own, false));
  });
  return found(isOver(by) || tried.includes(undefined));
}

/** What greedy search with swaps finds under other rules. */
export const affordable: SearchPiece<Rules, { chosen: readonly number[]; objective: number }> = {
  name: 'affordable',
  prepare: (search) => (rules, limit) => {
    const own = within(search, feasibleFamily(search.problem.family.catalogue, rules));
    const { chosen, objective } = oneSwap(own, forwardSelection(own).path, limit).path;
    return { chosen, objective };
  },
};

/** The same search under rules that differ in how much may be taken only: what is required stays. */
const within = (search: Searcher, family: FeasibleFamily): Searcher => ({
  ...search,
  problem: { ...search.problem, family },
});

function pointOf(
  family: FeasibleFamily,
  found: { chosen: readonly number[]; objective: number },
  certified: boolean,
): FrontierPoint {
  const chosen = [...found.chosen].sort((a, b) => a - b);
  return { cost: family.spent(chosen).cost, objective: found.objective, chosen, certified };
}

/** Without the whole family itself: its best is known. */
function choices({ family }: DesignProblem, best: FrontierPoint): Rules[] {
  const { catalogue, allowed, required, rules, equalCosts, longest } = family;
  const { exactly, budget, ...rest } = rules;
  if (equalCosts) {
    const fewest = Math.max(1, required.length);
    const most = Math.min(longest, allowed.length);
    const step = Math.max(1, (most - fewest) / (SIZES - 1));
    const sizes = new Set<number>();
    for (let size = fewest; size <= most; size += step) sizes.add(Math.round(size));
    sizes.delete(best.chosen.length);
    return [...sizes].map((size) => ({ ...rest, exactly: size }));
  }
  const costs = allowed.map((a) => catalogue[a]!.cost).sort((a, b) => a - b);
  const sum = (some: readonly number[]) => some.reduce((a, b) => a + b, 0);
  const least = exactly === undefined ? 0 : sum(costs.slice(0, exactly));
  const most = Math.min(budget ?? Number.POSITIVE_INFINITY, sum(costs.slice(-(exactly ?? costs.length))));
  const budgets = Array.from({ length: BUDGETS }, (_, k) => least + ((most - least) * k) / BUDGETS);
  return budgets.filter((own) => own > 0).map((own) => ({ ...rules, budget: own }));
}

/** A budget that buys nothing within the rules, or of which that could not be decided, has no point on the frontier. */
function familyOf({ catalogue }: FeasibleFamily, rules: Rules): FeasibleFamily | undefined {
  try {
    return feasibleFamily(catalogue, rules);
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof NumericallyUndecided) return undefined;
    throw error;
  }
}
