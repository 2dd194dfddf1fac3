import { exhaustive, exhaustiveLimit } from './exhaustive.ts';
import { countFeasibleSets, eachFeasibleSet, wholeFamily } from './feasible-sets.ts';
import { type DesignProblem, forwardSelection, searcher } from './forward-selection.ts';
import { oneSwap } from './one-swap.ts';
import { type FeasibleFamily, feasibleFamily, type Rules } from './rules.ts';

/** The best that can be had for a cost. */
export interface FrontierPoint {
  cost: number;
  objective: number;
  chosen: number[];
  /** Whether no protocol of this cost or less is better, or only none that was tried. */
  certified: boolean;
}

/** Families of at most so many protocols are looked through, and fewer where each takes long. */
const MOST_SETS = 200_000;
/** So many budgets are tried where they cannot be. */
const BUDGETS = 12;

/** Protocols that nothing cheaper equals, from the cheapest on, up to the budget (or to as many actions as were asked for). */
export function frontier(problem: DesignProblem): FrontierPoint[] {
  const { family } = problem;
  const { exactly, budget, ...rest } = family.rules;
  const most = budget ?? costliest(problem, exactly!);
  const rules: Rules = { ...rest, budget: most };
  const open = feasibleFamily(family.catalogue, rules);
  const within = (chosen: readonly number[]) => exactly === undefined || chosen.length <= exactly;
  const points = isSmall(problem, open)
    ? everyCost(problem, rules, within)
    : someBudgets(problem, rules, most, exactly);
  return undominated(points);
}

function isSmall({ scenarios }: DesignProblem, family: FeasibleFamily): boolean {
  const most = Math.min(MOST_SETS, exhaustiveLimit({ scenarios, family }));
  return countFeasibleSets(family, wholeFamily(family), most) <= most;
}

function costliest({ family }: DesignProblem, exactly: number): number {
  const costs = family.allowed.map((a) => family.catalogue[a]!.cost).sort((a, b) => b - a);
  return costs.slice(0, exactly).reduce((a, b) => a + b, 0);
}

/** The best protocol of each cost, by looking at all of them. */
function everyCost(
  problem: DesignProblem,
  rules: Rules,
  within: (chosen: readonly number[]) => boolean,
): FrontierPoint[] {
  const family = feasibleFamily(problem.family.catalogue, rules);
  const { evaluate } = searcher({ ...problem, family });
  const best = new Map<string, FrontierPoint>();
  eachFeasibleSet(family, wholeFamily(family), 8192, (sets) => {
    const { objective } = evaluate.family(sets);
    objective.forEach((value, i) => {
      const chosen = [...sets.members.subarray(sets.starts[i]!, sets.starts[i + 1]!)];
      if (chosen.length === 0 || !within(chosen)) return;
      const { cost } = family.spent(chosen);
      const key = cost.toPrecision(10);
      const known = best.get(key);
      if (!known || value > known.objective * (1 + 1e-12))
        best.set(key, { cost, objective: value, chosen, certified: true });
    });
  });
  return [...best.values()];
}

/**
 * By forward selection and swaps: each number of actions where all cost the same, else under each of some budgets. With
 * unequal costs and a number of actions given, both are tried, and neither proves that nothing else of the cost is better.
 */
function someBudgets(
  problem: DesignProblem,
  rules: Rules,
  most: number,
  exactly: number | undefined,
): FrontierPoint[] {
  const { catalogue, equalCosts, longest, allowed } = problem.family;
  const { budget: _, ...rest } = rules;
  const counts = Array.from({ length: Math.min(exactly ?? longest, allowed.length) }, (_, k) => k + 1);
  const budgets = Array.from({ length: BUDGETS }, (_, k) => (most * (k + 1)) / BUDGETS);
  const choices: Rules[] = equalCosts
    ? counts.map((count) => ({ ...rest, exactly: count }))
    : exactly === undefined
      ? budgets.map((budget) => ({ ...rest, budget }))
      : [
          ...counts.map((count) => ({ ...rules, exactly: count })),
          ...budgets.map((budget) => ({ ...rest, exactly, budget })),
        ];
  return choices.flatMap((own) => {
    const family = attempt(() => feasibleFamily(catalogue, own));
    if (!family) return [];
    const search = searcher({ ...problem, family });
    const small = isSmall(problem, family);
    const found = small ? exhaustive(search) : oneSwap(search, forwardSelection(search).path).path;
    const chosen = [...found.chosen].sort((a, b) => a - b);
    const certified = small && (equalCosts || exactly === undefined);
    return [{ cost: family.spent(chosen).cost, objective: found.objective, chosen, certified }];
  });
}

/** A budget below every action's cost leaves nothing to choose: no point of the frontier. */
function attempt<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function undominated(points: readonly FrontierPoint[]): FrontierPoint[] {
  const ordered = [...points].sort((a, b) => a.cost - b.cost || b.objective - a.objective);
  const kept: FrontierPoint[] = [];
  for (const point of ordered)
    if (kept.length === 0 || point.objective > kept.at(-1)!.objective + 1e-12) kept.push(point);
  return kept;
}
