import type { Target } from '../../model/target.ts';
import { canMiss, patternsOf } from '../../model/value/missed.ts';
import { type Family, someOf } from '../../model/value/protocol-family.ts';
import { square } from '../../numerics/elementary.ts';
import { countFeasibleSets, feasibleSets, type Part, wholeFamily } from '../selection/feasible-sets.ts';
import { type DesignProblem, type Searcher, TIE_TOLERANCE } from '../selection/forward-selection.ts';
import { hasBounds } from '../selection/scenarios.ts';
import type { SearchLimit } from '../selection/search-limit.ts';
import { inRounds, type SearchCrew, type SearchPiece, searchCrew } from './search-crew.ts';

interface Exhaustive {
  chosen: number[];
  values: Float64Array;
  objective: number;
  /** Other protocols that are as good, up to a few, and how many there are. */
  ties: number[][];
  tied: number;
  sets: number;
}

/** Sets looked at at a time, at most: those that begin alike share their work. */
const MOST_AT_A_TIME = 8192;
const FEWEST_AT_A_TIME = 64;
/** About what they take, so that a search can be ended. Depends on the problem alone: the same bytes, ended or not. */
const SECONDS_AT_A_TIME = 0.03;
/** Of a chunk, those with the largest bounds come first: what they reach rules out most of the others. */
const FIRST = 32;

/** Those that come first, where there are so many that it is worth it. */
export function mostPromising(some: readonly number[], highest: Float64Array): number[] | undefined {
  if (some.length <= 2 * FIRST) return undefined;
  return some.toSorted((a, b) => highest[b]! - highest[a]! || a - b).slice(0, FIRST);
}
const MOST_TIES_LISTED = 10;

/** The best protocol of a part of the family, by looking at every one; the first of equals. */
export function exhaustive(search: Searcher, part: Part = wholeFamily(search.problem.family)): Exhaustive {
  const best = bestOfPart(search, part);
  if (best === undefined) throw new RangeError('no protocol of this part of the family is feasible');
  return best;
}

/**
 * The same, or nothing where no protocol of the part reaches `atLeast`. Every protocol is looked at, but where its bound lies
 * below what another one reaches its value is not computed.
 */
export function bestOfPart(
  search: Searcher,
  part: Part,
  atLeast = Number.NEGATIVE_INFINITY,
): Exhaustive | undefined {
  const { problem } = search;
  let best: Exhaustive | undefined;
  let sets = 0;
  for (const some of feasibleSets(problem.family, part, atATime(problem))) {
    best = betterOf(best, lookThrough(search, some, best?.objective ?? atLeast));
    sets += some.starts.length - 1;
  }
  return best && { ...best, sets };
}

/** The same for the whole family, with an end: the best of those looked at, if any, and whether these were all. */
export async function exhaustiveWithin(
  search: Searcher,
  { crew, ...limit }: SearchLimit & { crew?: SearchCrew | undefined },
  atLeast = Number.NEGATIVE_INFINITY,
): Promise<{ best: Exhaustive | undefined; complete: boolean }> {
  let best: Exhaustive | undefined;
  let sets = 0;
  const complete = await lookedThrough(
    search,
    slice,
    { ...limit, crew: crew ?? searchCrew(search, limit.signal) },
    (some) => ({ sets: some, reached: best?.objective ?? atLeast }),
    (looked, some) => {
      best = betterOf(best, looked.best);
      sets += some.starts.length - 1;
    },
  );
  return { best: best && { ...best, sets }, complete };
}

/** Every protocol of the whole family, some of them at a time; whether these were all before it was ended. */
export async function lookedThrough<Order extends { sets: Family }, Piece>(
  search: Searcher,
  kind: SearchPiece<Order, Piece>,
  { crew, ...limit }: SearchLimit & { crew: SearchCrew },
  order: (sets: Family) => Order,
  take: (piece: Piece, sets: Family) => void,
): Promise<boolean> {
  const { problem } = search;
  const families = feasibleSets(problem.family, wholeFamily(problem.family), atATime(problem));
  let complete = true;
  await inRounds<Order, Piece>(
    () => {
      const { done, value } = families.next();
      return done ? undefined : order(value);
    },
    (orders) => crew.make(kind, search, orders, limit),
    ({ sets }, piece) => {
      if (piece) return take(piece, sets);
      // Time is up.
      families.return();
      complete = false;
    },
  );
  return complete;
}

interface SliceOrder {
  sets: Family;
  /** What protocols have to reach. */
  reached: number;
}

/** The best of some protocols. */
export const slice: SearchPiece<SliceOrder, { best: Exhaustive | undefined }> = {
  name: 'slice',
  prepare:
    (search) =>
    ({ sets, reached }) => ({ best: lookThrough(search, sets, reached) }),
};

/** The best of two, one after the other; the first of equals, and with it how many there are. */
function betterOf(best: Exhaustive | undefined, next: Exhaustive | undefined): Exhaustive | undefined {
  if (!best || !next) return best ?? next;
  if (next.objective > highestTie(best.objective)) return next;
  if (next.objective < lowestTie(best.objective)) return best;
  const ties = [...best.ties, next.chosen, ...next.ties].slice(0, MOST_TIES_LISTED);
  return { ...best, ties, tied: best.tied + 1 + next.tied };
}

/** The best of these sets that reaches so much; where a bound shows that one does not, its value is not computed. */
function lookThrough(search: Searcher, sets: Family, reached: number): Exhaustive | undefined {
  const { problem, evaluate, effort } = search;
  const scenarios = problem.scenarios.length;
  const highest = evaluate.highest(sets);
  const family = highest ? contenders(search, sets, highest, reached) : sets;
  const { values, objective } = evaluate.family(family);
  effort.considered += sets.starts.length - 1;
  effort.evaluations += objective.length;
  const setAt = (i: number) => [...family.members.subarray(family.starts[i]!, family.starts[i + 1]!)];
  let best: Exhaustive | undefined;
  for (let i = 0; i < objective.length; i++) {
    const value = objective[i]!;
    if (value < lowestTie(best?.objective ?? reached)) continue;
    if (best !== undefined && value <= highestTie(best.objective)) {
      best.tied++;
      if (best.ties.length < MOST_TIES_LISTED) best.ties.push(setAt(i));
      continue;
    }
    best = {
      chosen: setAt(i),
      values: values.slice(i * scenarios, (i + 1) * scenarios),
      objective: value,
      ties: [],
      tied: 0,
      sets: 0,
    };
  }
  return best;
}

/** How many sets are looked at between two moments at which a search can be ended. */
function atATime(problem: Pick<DesignProblem, 'scenarios' | 'family'>): number {
  const usual = Math.ceil(SECONDS_AT_A_TIME / secondsPerSet(problem));
  return Math.min(MOST_AT_A_TIME, Math.max(FEWEST_AT_A_TIME, usual));
}

const lowestTie = (value: number) => value - TIE_TOLERANCE * Math.abs(value);
const highestTie = (value: number) => value + TIE_TOLERANCE * Math.abs(value);

/** The sets whose bounds reach what is reached already, or what the most promising of them reach. */
function contenders(
  { evaluate, effort }: Searcher,
  family: Family,
  highest: Float64Array,
  reached: number,
): Family {
  const above = (least: number, among: Iterable<number>) => {
    const found: number[] = [];
    for (const i of among) if (highest[i]! >= lowestTie(least)) found.push(i);
    return found;
  };
  const open = above(reached, highest.keys());
  const first = mostPromising(open, highest);
  if (!first) return someOf(family, open);
  const { objective } = evaluate.family(someOf(family, first));
  effort.evaluations += first.length;
  return someOf(
    family,
    above(
      objective.reduce((most, one) => Math.max(most, one), reached),
      open,
    ),
  );
}

/** As many sets as are looked through in a few seconds. */
export function exhaustiveLimit(problem: Pick<DesignProblem, 'scenarios' | 'family'>): number {
  return Math.ceil(5 / secondsPerSet(problem));
}

/** Whether there are no more protocols than that, and no more than are looked through in a few seconds. */
export function isSmall(problem: Pick<DesignProblem, 'scenarios' | 'family'>, most: number): boolean {
  const limit = Math.min(most, exhaustiveLimit(problem));
  return countFeasibleSets(problem.family, wholeFamily(problem.family), limit) <= limit;
}

/**
 * About what a set of the longest size takes: O(d²) for the mean and for bounds, and where they rule it not out pairs of times,
 * more of them beyond rounding the longer the set, and moments of three rows.
 */
export function secondsPerSet({ scenarios, family }: Pick<DesignProblem, 'scenarios' | 'family'>): number {
  const d = Math.max(4, family.longest);
  let cost = 0;
  for (const { model, target } of scenarios) {
    const p = model.covariance.rows;
    cost += 0.5e-6 * square(d / 4);
    if (target.table === undefined) continue;
    const share = isHardlyLinear(target) || !hasBounds(scenarios, family.catalogue.length) ? 1 : 0.05;
    const pairs = target.local ? LOCAL_COST : 1;
    cost += share * pairs * 1e-9 * ((p * p * d) / 4 + (p * d * d * d) / 3);
  }
  return canMiss(family.catalogue) ? patternsPerSet(family) * (cost + PATTERN_COST) : cost;
}

/** About what it takes to find a pattern among those that are known. */
const PATTERN_COST = 2e-6;

/** What may be left of the longest sets, by that of the first actions. */
function patternsPerSet({ catalogue, allowed, longest }: DesignProblem['family']): number {
  return patternsOf(
    allowed.slice(0, longest).map((a) => catalogue[a]!),
    1,
  ).patterns.length;
}

/** About how many times as long pairs of times take that have each a transform of their own. */
const LOCAL_COST = 3;

/** Bounds say little where no part of the target is linear, or hardly any. */
function isHardlyLinear(target: Target): boolean {
  if (!target.local) return target.table !== undefined && target.firstCoefficient === 0;
  const { firstCoefficients, variances } = target.local;
  const linear = firstCoefficients.reduce((sum, first) => sum + square(first), 0);
  return linear < 0.2 * variances.reduce((sum, variance) => sum + variance, 0);
}
