import { type Expectation, numberAbove, numberFrom, wholeFrom } from '../../model/input/expectation.ts';
import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { NumericallyUndecided } from '../../model/input/numerically-undecided.ts';
import { numberProblems, type RuledNumber } from '../../model/input/parameter.ts';
import type { Reason } from '../../model/input/reason.ts';
import type { Action } from '../../model/value/action.ts';

/** Some actions that share a limit of their own. */
interface ActionGroup {
  name?: string;
  members: readonly number[];
  /** The most that the members may cost together. */
  budget?: number;
  /** The most members. */
  most?: number;
}

/** Times at which nothing may be read: from ≤ t < to. */
export interface Stretch {
  from: number;
  to: number;
}

/** Which protocols a design may choose: the feasible family Π_B. Actions by their numbers in the catalogue. */
export interface Rules {
  /** So many actions, no more and no fewer; without it any number. */
  exactly?: number;
  /** The most that all actions may cost together. */
  budget?: number;
  required?: readonly number[];
  forbidden?: readonly number[];
  /** No action may stand in one of these, nor a window overlap one. */
  closed?: readonly Stretch[];
  /** The least time between the centres of any two actions. */
  spacing?: number;
  /** At most one action on the same support: one precision, one number of repeats. */
  oneVariant?: boolean;
  groups?: readonly ActionGroup[];
}

/** Budgets are compared with this tolerance, so that ten times 0.1 fit into 1. */
const BUDGET_TOLERANCE = 1e-12;
/** What costs may come to under a budget. */
export const payable = (budget: number): number => budget + BUDGET_TOLERANCE * Math.max(1, Math.abs(budget));

/** Whether two actions may not stand together, wherever they come from. */
export function clash({ spacing = 0, oneVariant = false }: Rules, one: Action, two: Action): boolean {
  if (spacing > 0 && Math.abs(one.at - two.at) < leastApart(spacing)) return true;
  return oneVariant && one.first === two.first && one.last === two.last;
}

/** Whether an action reads in a stretch that is closed, wherever it comes from. */
export function inClosed({ closed = [] }: Rules, { at, width }: Action): boolean {
  return closed.some(({ from, to }) => {
    // As for the grid, what rounding alone puts beyond an end is at the end.
    const margin = 1e-9 * Math.max(Math.abs(from), Math.abs(to));
    const [begin, end] = [at - width / 2, at + width / 2];
    return begin < to - margin && (width > 0 ? end > from + margin : end >= from - margin);
  });
}

/** What is left to spend after the actions chosen so far: the budget's, then each group's. */
interface Spent {
  readonly size: number;
  readonly cost: number;
  readonly groupCost: readonly number[];
  readonly groupSize: readonly number[];
}

/** The feasible family, ready to be asked. */
export interface FeasibleFamily {
  readonly catalogue: readonly Action[];
  readonly rules: Rules;
  /** Actions that any feasible protocol may hold, in ascending order. */
  readonly allowed: readonly number[];
  readonly required: readonly number[];
  /** Whether all allowed actions cost the same: additions are then ranked by gain, else by gain per cost. */
  readonly equalCosts: boolean;
  /** The most actions that a protocol can have, as far as sizes and costs alone decide it. */
  readonly longest: number;
  /** Whether two actions may not stand together. */
  conflict(a: number, b: number): boolean;
  spent(chosen: readonly number[]): Spent;
  /** Whether an action can be added without breaking a rule (completion left aside). */
  fits(chosen: readonly number[], spent: Spent, a: number): boolean;
  /** Whether the actions can be part of a protocol of the family: in exact mode, whether they can be completed. */
  completable(chosen: readonly number[]): boolean;
  /** Whether the actions are a protocol of the family. */
  holds(chosen: readonly number[]): boolean;
}

/**
 * Prepares the rules, or refuses them: rules that contradict each other, and families without any protocol.
 *
 * @example
 * ```ts
 * import { action, feasibleFamily, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const catalogue = [1, 3, 5, 7].map((at) => action({ at, noise: 0.2 }, grid));
 * const family = feasibleFamily(catalogue, { exactly: 2, spacing: 4 });
 * console.log(family.holds([0, 1]), family.holds([0, 2])); // → false true
 * ```
 */
export function feasibleFamily(catalogue: readonly Action[], rules: Rules): FeasibleFamily {
  refuse(ruleProblems(catalogue, rules));
  const { exactly, budget = Number.POSITIVE_INFINITY, spacing = 0, oneVariant = false, groups = [] } = rules;
  const required = [...new Set(rules.required ?? [])].sort((a, b) => a - b);
  const forbidden = forbiddenActions(catalogue, rules);
  const groupsOf = catalogue.map((_, a) =>
    groups.flatMap(({ members }, g) => (members.includes(a) ? [g] : [])),
  );

  const conflict = (a: number, b: number): boolean => clash(rules, catalogue[a]!, catalogue[b]!);
  const spent = (chosen: readonly number[]): Spent => ({
    size: chosen.length,
    cost: chosen.reduce((sum, a) => sum + catalogue[a]!.cost, 0),
    groupCost: groups.map((_, g) =>
      chosen.reduce((sum, a) => sum + (groupsOf[a]!.includes(g) ? catalogue[a]!.cost : 0), 0),
    ),
    groupSize: groups.map((_, g) => chosen.filter((a) => groupsOf[a]!.includes(g)).length),
  });
  const fits = (chosen: readonly number[], sofar: Spent, a: number): boolean => {
    const { cost } = catalogue[a]!;
    if (exactly !== undefined && sofar.size >= exactly) return false;
    if (sofar.cost + cost > payable(budget)) return false;
    for (const g of groupsOf[a]!) {
      const { budget: own = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY } = groups[g]!;
      if (sofar.groupCost[g]! + cost > payable(own) || sofar.groupSize[g]! >= most) return false;
    }
    return !chosen.some((b) => b === a || conflict(a, b));
  };
  const allowed = catalogue.flatMap((_, a) => (forbidden.has(a) ? [] : [a]));
  const completion = completionSearch(catalogue, allowed, spacing, {
    exactly,
    budget,
    plain: groups.length === 0 && !oneVariant,
  });
  const family: FeasibleFamily = {
    catalogue,
    rules,
    allowed,
    required,
    equalCosts: allowed.every((a) => catalogue[a]!.cost === catalogue[allowed[0]!]!.cost),
    longest: longestProtocol(catalogue, allowed, exactly, budget),
    conflict,
    spent,
    fits,
    completable: (chosen) => exactly === undefined || completion(chosen, { spent, fits }),
    holds(chosen) {
      if (new Set(chosen).size !== chosen.length || chosen.some((a) => forbidden.has(a) || !(a in catalogue)))
        return false;
      if (exactly !== undefined && chosen.length !== exactly) return false;
      if (!required.every((a) => chosen.includes(a))) return false;
      return chosen.every((a, i) => fits(chosen.slice(0, i), spent(chosen.slice(0, i)), a));
    },
  };
  refuse(emptyProblems(family));
  return family;
}

/** Which additions are admissible (the paper's 'completion-preserving' in exact mode), in ascending order. */
export function admissible(family: FeasibleFamily, chosen: readonly number[]): number[] {
  const spent = family.spent(chosen);
  return family.allowed.filter((a) => family.fits(chosen, spent, a) && family.completable([...chosen, a]));
}

function longestProtocol(
  catalogue: readonly Action[],
  allowed: readonly number[],
  exactly: number | undefined,
  budget: number,
): number {
  if (exactly !== undefined) return exactly;
  const costs = allowed.map((a) => catalogue[a]!.cost).sort((a, b) => a - b);
  let sum = 0;
  let count = 0;
  for (const cost of costs) {
    sum += cost;
    if (sum > payable(budget)) break;
    count++;
  }
  return count;
}

/** More sets than this are not tried to find out whether a protocol can be completed. */
const MOST_TRIED = 200_000;

type Asking = Pick<FeasibleFamily, 'spent' | 'fits'>;

/**
 * Whether actions can be completed to exactly so many. With costs alone the cheapest ones decide. With spacing too, no more
 * fit than a walk along the time takes when it always takes the next one possible; within these bounds the rest is tried.
 */
function completionSearch(
  catalogue: readonly Action[],
  allowed: readonly number[],
  spacing: number,
  { exactly = 0, budget, plain }: { exactly: number | undefined; budget: number; plain: boolean },
): (chosen: readonly number[], asking: Asking) => boolean {
  const cheapest = [...allowed].sort(
    (a, b) => catalogue[a]!.cost - catalogue[b]!.cost || catalogue[a]!.at - catalogue[b]!.at,
  );
  const costsAlone = plain && spacing === 0;
  const apart = leastApart(spacing);
  const dearest = cheapest.slice(-exactly).reduce((sum, a) => sum + catalogue[a]!.cost, 0);
  const inTime = (some: readonly number[]) => Float64Array.from(some, (a) => catalogue[a]!.at).sort();
  const line = inTime(allowed);
  return (chosen, asking) => {
    if (plain && apart > 0 && dearest <= budget) {
      const taken = chosen.map((a) => catalogue[a]!.at);
      return fitOnLine(line, taken, apart, exactly - chosen.length);
    }
    if (costsAlone) return cheapestCompletion(catalogue, cheapest, chosen, exactly, budget);
    let tried = 0;
    const search = (current: readonly number[], from: number): boolean => {
      const missing = exactly - current.length;
      if (missing <= 0) return missing === 0;
      if (++tried > MOST_TRIED)
        throw new NumericallyUndecided(
          `whether any ${exactly} actions satisfy the rules was not decided in ${MOST_TRIED} tries`,
        );
      const spent = asking.spent(current);
      const open = cheapest.slice(from).filter((a) => asking.fits(current, spent, a));
      if (open.length < missing) return false;
      let sum = spent.cost;
      for (let i = 0; i < missing; i++) sum += catalogue[open[i]!]!.cost;
      if (sum > payable(budget)) return false;
      if (spacing > 0 && !fitOnLine(inTime(open), [], apart, missing)) return false;
      return open.some((a) => search([...current, a], cheapest.indexOf(a) + 1));
    };
    return search(chosen, 0);
  };
}

/** Two times may stand together where they are this far apart; times are given in decimals: 0.3 − 0.1 is a spacing of 0.2. */
const leastApart = (spacing: number) => spacing * (1 - BUDGET_TOLERANCE) - BUDGET_TOLERANCE;

/**
 * Whether so many more of the times, in ascending order, fit between those taken: going along and always taking the next one
 * possible fits the most. O((more + taken)·log n).
 */
function fitOnLine(line: Float64Array, taken: readonly number[], apart: number, more: number): boolean {
  if (more <= 0) return more === 0;
  const inTime = [...taken].sort((a, b) => a - b);
  const after = (time: number, from: number) => {
    let [low, high] = [from, line.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (line[middle]! - time >= apart) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  let next = 0;
  let count = 0;
  let at = 0;
  while (at < line.length) {
    const time = line[at]!;
    const ahead = inTime[next];
    if (ahead !== undefined && ahead - time < apart) {
      at = after(ahead, at);
      next++;
      continue;
    }
    if (++count === more) return true;
    at = after(time, at);
  }
  return false;
}

/** With nothing but costs in the way: whether the cheapest of the others can be paid for. */
function cheapestCompletion(
  catalogue: readonly Action[],
  cheapest: readonly number[],
  chosen: readonly number[],
  exactly: number,
  budget: number,
): boolean {
  let missing = exactly - chosen.length;
  if (missing < 0) return false;
  let sum = chosen.reduce((cost, a) => cost + catalogue[a]!.cost, 0);
  for (const a of cheapest) {
    if (missing === 0) break;
    if (chosen.includes(a)) continue;
    sum += catalogue[a]!.cost;
    missing--;
  }
  return missing === 0 && sum <= payable(budget);
}

const BUDGET = { name: 'budget', why: 'this is not a budget' };
const SPACING: RuledNumber = { ...numberFrom(0), name: 'spacing', why: 'this is not a length of time' };
const MOST: RuledNumber = { ...wholeFrom(0), name: 'most', why: 'this is not a count' };

function forbiddenActions(catalogue: readonly Action[], rules: Rules): Set<number> {
  return new Set([
    ...(rules.forbidden ?? []),
    ...catalogue.flatMap((action, a) => (inClosed(rules, action) ? [a] : [])),
  ]);
}

function ruleProblems(catalogue: readonly Action[], rules: Rules): Problem[] {
  const n = catalogue.length;
  const problems: Problem[] = [];
  const wrong = (path: Problem['path'], value: unknown, why: Reason, accepted: Expectation) =>
    problems.push({ path, value, why, accepted });
  const check = (rule: RuledNumber, value: number | undefined, ...path: Problem['path']) =>
    problems.push(...numberProblems(rule, value, path));
  const { exactly, budget, required = [], forbidden = [], spacing, groups = [] } = rules;
  if (n === 0) wrong(['catalogue'], 0, 'the catalogue has no action', 'at least one action');
  const cannot = `this many actions cannot be chosen from ${n}`;
  check({ ...wholeFrom(1, n), name: 'exactly', why: cannot }, exactly, 'exactly');
  check({ ...numberAbove(0), ...BUDGET }, budget, 'budget');
  if (exactly === undefined && budget === undefined)
    wrong(
      [],
      undefined,
      'neither a number of actions nor a budget is given',
      'exactly: how many actions, or budget: what they may cost',
    );
  check(SPACING, spacing, 'spacing');
  const none = 'the catalogue has no action of this number';
  const numbers = (list: readonly number[], ...path: Problem['path']) => {
    for (const [i, a] of list.entries())
      check({ ...wholeFrom(0, n - 1), name: 'number', why: none }, a, ...path, i);
  };
  numbers(required, 'required');
  numbers(forbidden, 'forbidden');
  const barred = forbiddenActions(catalogue, rules);
  required.forEach((a, i) => {
    if (barred.has(a))
      wrong(
        ['required', i],
        a,
        'the same action is required and forbidden',
        'an action that is not forbidden',
      );
  });
  groups.forEach(({ members, budget: own, most }, g) => {
    numbers(members, 'groups', g, 'members');
    check({ ...numberFrom(0), ...BUDGET }, own, 'groups', g, 'budget');
    check(MOST, most, 'groups', g, 'most');
  });
  return problems;
}

function emptyProblems(family: FeasibleFamily): Problem[] {
  const { required, rules } = family;
  const none = (value: unknown, why: string, accepted: string): Problem[] => [
    { path: [], value, why, accepted },
  ];
  for (let i = 0; i < required.length; i++)
    if (!family.fits(required.slice(0, i), family.spent(required.slice(0, i)), required[i]!))
      return none(
        required,
        'the required actions violate the other rules',
        'required actions that satisfy the other rules',
      );
  if (!family.completable(required))
    return none(
      rules.exactly,
      `no ${rules.exactly} actions of the catalogue satisfy the rules`,
      'fewer actions, a larger budget, or less spacing',
    );
  if (required.length === 0 && !family.allowed.some((a) => family.fits([], family.spent([]), a)))
    return none(
      rules.budget,
      'no action of the catalogue satisfies the rules',
      'a larger budget, or cheaper actions',
    );
  return [];
}
