import { meanAndDeviation, quantile } from '../numerics/quantile.ts';
import { type BranchOptions, branchAndBound } from './branch-and-bound.ts';
import {
  byOwnGain,
  type ComparatorChoice,
  kernelQuadrature,
  layout,
  linearTarget,
  mutualInformationGain,
  posteriorVarianceGain,
  randomProtocol,
} from './comparators.ts';
import { exhaustive, exhaustiveLimit } from './exhaustive.ts';
import { countFeasibleSets, wholeFamily } from './feasible-sets.ts';
import {
  type DesignProblem,
  type Effort,
  forwardSelection,
  searcher,
  type Tie,
} from './forward-selection.ts';
import { oneSwap, type SwapOptions } from './one-swap.ts';
import type { Scenario } from './scenarios.ts';

export interface DesignOptions extends BranchOptions {
  /** 'auto': exhaustive where the family is small enough, else branch and bound; 'heuristic': no proof is asked for. */
  method?: 'auto' | 'exhaustive' | 'branch' | 'heuristic';
  swaps?: SwapOptions;
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
}

export interface BestDesign extends Chosen {
  method: 'exhaustive' | 'branch and bound' | 'forward selection and swaps';
  /** No feasible protocol has a larger objective; 1 at most where nothing better is known. */
  upperBound: number;
  certified: boolean;
  effort: Effort;
  /** Other protocols that are as good, as far as they were met; exhaustive search meets all. */
  ties: number[][];
  tied: number;
}

export interface Comparator extends Chosen {
  /** The objective's share of the best one's. */
  efficiency: number;
  /** How often its own criterion left the choice open: the earlier action was taken. */
  ties: number;
}

export const COMPARATORS = [
  'mutualInformation',
  'posteriorVariance',
  'linearTarget',
  'kernelQuadrature',
  'greedy',
  'swap',
  'uniform',
  'contiguous',
  'dispersed',
] as const;
export type ComparatorName = (typeof COMPARATORS)[number];

/** Random protocols: where their objective lies. */
export interface RandomComparator {
  draws: number;
  mean: number;
  median: number;
  low: number;
  high: number;
  /** The median's share of the best objective. */
  efficiency: number;
}

export interface Design {
  /** Protocols of the family, counted up to the limit of exhaustive search. */
  sets: number;
  best: BestDesign;
  comparators: Record<ComparatorName, Comparator>;
  random: RandomComparator;
  /** Ties on the path of forward selection. */
  ties: Tie[];
}

const RANDOM_DRAWS = 200;

/** The best protocol with its proof, and what others would have chosen. */
export async function design(problem: DesignProblem, options: DesignOptions = {}): Promise<Design> {
  const { method = 'auto', swaps = {}, seed = 1 } = options;
  const { family } = problem;
  const search = searcher(problem);
  const forward = forwardSelection(search);
  const swapped = oneSwap(search, forward.path, swaps);
  const limit = exhaustiveLimit(problem);
  const sets = countFeasibleSets(family, wholeFamily(family), limit);
  const { effort } = search;

  const chosenOf = (chosen: readonly number[]): Chosen => {
    const ordered = [...chosen].sort((a, b) => a - b);
    const { values, objective } = search.evaluate([ordered]);
    return {
      chosen: ordered,
      values: [...values],
      objective: objective[0]!,
      cost: family.spent(ordered).cost,
    };
  };
  let best: BestDesign;
  if (method === 'exhaustive' || (method === 'auto' && sets <= limit)) {
    const found = exhaustive(search);
    best = {
      ...chosenOf(found.chosen),
      method: 'exhaustive',
      upperBound: found.objective,
      certified: true,
      effort,
      ties: found.ties,
      tied: found.tied,
    };
    best.upperBound = best.objective;
  } else if (method === 'heuristic') {
    const chosen = chosenOf(swapped.path.chosen);
    const upperBound = highest(problem);
    best = {
      ...chosen,
      method: 'forward selection and swaps',
      upperBound,
      certified: false,
      effort,
      ties: [],
      tied: 0,
    };
  } else {
    const found = await branchAndBound(search, swapped.path, options);
    const chosen = chosenOf(found.chosen);
    const upperBound = found.certified ? chosen.objective : Math.min(found.upperBound, highest(problem));
    best = {
      ...chosen,
      method: 'branch and bound',
      upperBound,
      certified: found.certified,
      effort,
      ties: [],
      tied: 0,
    };
  }

  const reference = options.reference ?? problem.scenarios[0]!;
  const choices: Record<ComparatorName, ComparatorChoice> = {
    mutualInformation: byOwnGain(reference, family, mutualInformationGain),
    posteriorVariance: byOwnGain(reference, family, posteriorVarianceGain),
    linearTarget: linearTarget({ ...problem, scenarios: [reference] }, swaps),
    kernelQuadrature: kernelQuadrature(reference, family),
    greedy: { chosen: [...forward.path.chosen], ties: forward.ties.length },
    swap: { chosen: [...swapped.path.chosen], ties: 0 },
    uniform: layout('uniform', family),
    contiguous: layout('contiguous', family),
    dispersed: layout('dispersed', family),
  };
  const others = Object.entries(choices).map(
    ([name, { chosen, ties }]) => [name, { ...chosenOf(chosen), ties }] as const,
  );
  // A search without proof, or one that was stopped, may have passed over what a simpler rule finds.
  if (!best.certified)
    for (const [, { ties: _, ...other }] of others)
      if (other.objective > best.objective && family.holds(other.chosen)) best = { ...best, ...other };
  const compared = others.map(([name, other]) => [
    name,
    { ...other, efficiency: share(other.objective, best.objective) },
  ]);
  return {
    sets,
    best,
    comparators: Object.fromEntries(compared) as Record<ComparatorName, Comparator>,
    random: randomOnes(problem, search.evaluate, seed, best.objective),
    ties: forward.ties,
  };
}

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
    randomProtocol(family, seed, draw).chosen.sort((a, b) => a - b),
  );
  const objective = evaluate(sets).objective.slice().sort();
  const median = quantile(objective, 0.5);
  return {
    draws: RANDOM_DRAWS,
    mean: meanAndDeviation(objective).mean,
    median,
    low: objective[0]!,
    high: objective.at(-1)!,
    efficiency: share(median, best),
  };
}
