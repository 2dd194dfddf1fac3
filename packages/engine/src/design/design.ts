import { refuse } from '../model/input/invalid-input.ts';
import type { Workers } from '../numerics/divided-work.ts';
import { meanAndDeviation, quantile } from '../numerics/quantile.ts';
import { type BranchOptions, MOST_BOUNDED } from './bounds/branch-and-bound.ts';
import { exhaustiveLimit } from './bounds/exhaustive.ts';
import type { SearchCrew } from './bounds/search-crew.ts';
import type { SearchKind } from './bounds/search-kind.ts';
import { COMPARATORS } from './comparators/index.ts';
import { type Frontier, type FrontierPoint, frontier } from './frontier.ts';
import type { DesignMethod } from './methods.ts';
import { randomProtocol } from './random-protocol.ts';
import { crewOf } from './search-work.ts';
import { SEARCHES } from './searches/index.ts';
import type { ComparatorInput } from './selection/comparator-kind.ts';
import { countFeasibleSets, needsNoCounting, wholeFamily } from './selection/feasible-sets.ts';
import {
  type DesignProblem,
  type Effort,
  forwardSelection,
  type Searcher,
  searcher,
  type Tie,
} from './selection/forward-selection.ts';
import { oneSwap, type SwapOptions } from './selection/one-swap.ts';
import type { Scenario } from './selection/scenarios.ts';
import type { SearchLimit } from './selection/search-limit.ts';

/** `until` and `signal` end the search for the best protocol, whichever it is. */
export interface DesignOptions extends Omit<BranchOptions, 'crew'> {
  /**
   * 'auto': exhaustive where the family is small enough, else dynamic programming along time where the law allows it, else branch and
   * bound, and of large catalogues neither; 'heuristic': no proof is asked for.
   */
  method?: DesignMethod;
  swaps?: SwapOptions;
  /** What each cost buys is asked too, until then. */
  frontier?: SearchLimit;
  /** Who searches; who they are makes no difference to a byte. */
  workers?: Workers;
  /** For random protocols. */
  seed?: number;
  /** What comparators with an aim of their own go by: the first scenario, unless another one is given. */
  reference?: Scenario;
}

export interface Chosen {
  /** In ascending order. */
  chosen: number[];
  /** Under each scenario. */
  values: number[];
  objective: number;
  cost: number;
  /** Whether a value is a lower bound, as in ProtocolValue. */
  atLeast: boolean;
}

export interface BestDesign extends Chosen {
  method: (typeof SEARCHES)[number]['method'];
  /** No feasible protocol has a larger objective; 1 at most where nothing better is known. */
  upperBound: number;
  certified: boolean;
  /** Whether nothing is proved because values that were compared are lower bounds. */
  metBounds: boolean;
  /** Whether nothing is proved because values that were compared are means over draws of what may be missing. */
  drawn: boolean;
  /** Whether `until` or `signal` ended the search before it was done. */
  ended: boolean;
  effort: Effort;
  /** Other protocols that are as good, as far as they were met; exhaustive search meets all. */
  ties: number[][];
  tied: number;
}

interface Comparator extends Chosen {
  /** The objective's share of the best one's. */
  efficiency: number;
  /** How often its own criterion left the choice open: the earlier action was taken. */
  ties: number;
}

export type ComparatorName = (typeof COMPARATORS)[number]['name'];

/** Random protocols: where their objective lies. */
export interface RandomComparator {
  draws: number;
  mean: number;
  median: number;
  low: number;
  high: number;
  /** The median's share of the best objective. */
  efficiency: number;
  /** Whether a value among them is a lower bound. */
  atLeast: boolean;
}

export interface Design {
  /** Protocols of the family; unless all are counted, there are more. */
  sets: number;
  allCounted: boolean;
  best: BestDesign;
  comparators: Record<ComparatorName, Comparator>;
  random: RandomComparator;
  /** Ties on the path of forward selection. */
  ties: Tie[];
  frontier: DesignFrontier | null;
}

interface DesignFrontier extends Omit<Frontier, 'points'> {
  points: (FrontierPoint & { atLeast: boolean })[];
}

const RANDOM_DRAWS = 200;

/**
 * The best protocol with its proof, and what others would have chosen.
 *
 * @example
 * ```ts
 * import { action, design, feasibleFamily, latentCovariance, target, targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 32, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 1 } } }, grid);
 * const catalogue = [1, 2, 3, 4, 5, 6, 7].map((at) => action({ at, noise: 0.2 }, grid));
 * const { best } = await design({
 *   scenarios: [{ model: { covariance, weights: targetWeights('uniform', grid) }, target: target('mean') }],
 *   objective: { kind: 'mean' },
 *   family: feasibleFamily(catalogue, { exactly: 3 }),
 * });
 * console.log(best.chosen.join(' '), best.certified); // → 1 3 5 true
 * ```
 */
export async function design(problem: DesignProblem, options: DesignOptions = {}): Promise<Design> {
  const search = searcher(problem);
  const crew = crewOf(options.workers, search, options.signal);
  try {
    return await designBy(crew, search, options);
  } finally {
    await crew.close();
  }
}

async function designBy(crew: SearchCrew, search: Searcher, options: DesignOptions): Promise<Design> {
  const { method = 'auto', swaps = {}, seed = 1 } = options;
  const { problem } = search;
  const { family } = problem;
  const forward = forwardSelection(search);
  const { signal, until } = options;
  const swapped = oneSwap(search, forward.path, { ...swaps, signal, until });
  const limit = exhaustiveLimit(problem);
  const sets = countFeasibleSets(family, wholeFamily(family), limit);
  const reference = options.reference ?? problem.scenarios[0]!;
  // Before the search, which may use up the time.
  const compared: ComparatorInput = {
    problem,
    reference,
    forward,
    swapped: swapped.path,
    swaps: { ...swaps, signal, until },
  };
  const choices = COMPARATORS.map((kind) => [kind.name, kind.choose(compared)] as const);
  const chosenOf = (chosen: readonly number[]): Chosen => {
    const ordered = [...chosen].sort((a, b) => a - b);
    const { values, objective, atLeast } = search.evaluate([ordered]);
    return {
      chosen: ordered,
      values: [...values],
      objective: objective[0]!,
      cost: family.spent(ordered).cost,
      atLeast: atLeast[0] === 1,
    };
  };
  const unbounded = family.allowed.length > MOST_BOUNDED;
  const kindOf = (name: DesignMethod): SearchKind => SEARCHES.find((one) => one.name === name)!;
  const suits = async (name: DesignMethod) => (await kindOf(name).suits?.(search)) ?? true;
  const usual = async () => {
    if (sets <= limit) return 'exhaustive';
    if (await suits('along-time')) return 'along-time';
    return unbounded ? 'heuristic' : 'branch';
  };
  const kind = method === 'auto' ? await usual() : method;
  if (method !== 'auto' && !(await suits(kind)))
    refuse([
      {
        path: ['method'],
        value: method,
        why: 'this problem cannot be solved along time: that takes one law that remembers few numbers of its past (not squaredExponential, nor an estimate), windows of which few overlap, the mean of the record, readings that are never missing, rules without groups, and at most 600 actions',
        accepted: 'auto, branch or heuristic',
      },
    ]);
  const way = kindOf(kind) as (typeof SEARCHES)[number];
  const from = { ...swapped.path, ended: swapped.ended };
  const { sets: looked, ...found } = await way.find(search, from, { ...options, crew });
  const first = chosenOf(found.chosen);
  let best: BestDesign = {
    ...found,
    ...first,
    method: way.method,
    upperBound: found.certified
      ? first.objective
      : Math.max(first.objective, Math.min(found.upperBound, highest(problem))),
    metBounds: false,
    drawn: false,
    effort: search.effort,
  };
  const frontierOf = async (until: SearchLimit): Promise<DesignFrontier> => {
    const found = await frontier(problem, pointOf(best), { ...until, crew }, method !== 'heuristic');
    // The same protocol has the same value, wherever it stands.
    const points = found.points.map((point) => {
      const { objective, atLeast } = chosenOf(point.chosen);
      return { ...point, objective, atLeast };
    });
    return { ...found, points };
  };
  const others = choices.map(([name, { chosen, ties }]) => [name, { ...chosenOf(chosen), ties }] as const);
  const improveBy = (other: Chosen) => {
    if (!(other.objective > best.objective) || !family.holds(other.chosen)) return;
    const { chosen, values, objective, cost, atLeast } = other;
    const upperBound = Math.max(best.upperBound, objective);
    best = { ...best, chosen, values, objective, cost, atLeast, upperBound, ties: [], tied: 0 };
  };
  // A search without proof, or one that was ended, may have passed over what a simpler rule finds.
  if (!best.certified) for (const [, other] of others) improveBy(other);
  const costs = options.frontier && (await frontierOf(options.frontier));
  // Nor may it stand beside a frontier that has a better one, or a proof that it has not.
  const top = costs?.points.at(-1);
  if (costs && top && !best.certified) {
    improveBy(chosenOf(top.chosen));
    if (costs.complete) best = { ...best, upperBound: best.objective, certified: true, ended: false };
  }
  const random = randomOnes(problem, search.evaluate, seed, best.objective);
  // Where all is explained that there is, nothing can be better; else a choice may, whose value is a lower bound.
  const most = highest(problem);
  if ((search.evaluate.metBounds() || costs?.metBounds) && best.objective < most - 1e-9)
    best = { ...best, upperBound: most, certified: false, metBounds: true };
  if (search.evaluate.drawn()) best = { ...best, upperBound: most, certified: false, drawn: true };
  const rated = others.map(([name, other]) => [
    name,
    { ...other, efficiency: share(other.objective, best.objective) },
  ]);
  return {
    sets: looked ?? sets,
    allCounted: looked !== undefined || sets <= limit || needsNoCounting(family),
    best,
    comparators: Object.fromEntries(rated) as Record<ComparatorName, Comparator>,
    random,
    ties: forward.ties,
    frontier: costs ? withoutProof(costs, best) : null,
  };
}

function withoutProof(frontier: DesignFrontier, { metBounds, drawn }: BestDesign): DesignFrontier {
  if (!metBounds && !drawn) return frontier;
  return { ...frontier, points: frontier.points.map((point) => ({ ...point, certified: false })) };
}

const pointOf = ({ chosen, objective, cost, certified }: BestDesign) => ({
  chosen,
  objective,
  cost,
  certified,
});

/** 1 for the best and less for the others; a regret counts downwards, and an objective of 0 is no share of anything. */
function share(objective: number, best: number): number {
  if (objective === best) return 1;
  if (best > 0) return objective / best;
  return best < 0 ? best / objective : 0;
}

/** What no protocol can exceed whatever the law: a value of 1 under every scenario. */
function highest({ objective, scenarios }: DesignProblem): number {
  if (objective.kind === 'regret') return 0;
  if (objective.kind === 'mean' && objective.weights) return objective.weights.reduce((a, b) => a + b, 0);
  return scenarios.length > 0 ? 1 : 0;
}

function randomOnes(
  { family }: DesignProblem,
  evaluate: ReturnType<typeof searcher>['evaluate'],
  seed: number,
  best: number,
): RandomComparator {
  const sets = Array.from({ length: RANDOM_DRAWS }, (_, draw) =>
    randomProtocol(family, seed, draw).sort((a, b) => a - b),
  );
  const { objective: each, atLeast } = evaluate(sets);
  const objective = each.slice().sort();
  const median = quantile(objective, 0.5);
  return {
    draws: RANDOM_DRAWS,
    mean: meanAndDeviation(objective).mean,
    median,
    low: objective[0]!,
    high: objective.at(-1)!,
    efficiency: share(median, best),
    atLeast: atLeast.includes(1),
  };
}
