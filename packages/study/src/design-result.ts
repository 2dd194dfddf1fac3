import {
  type BranchOptions,
  COMPARATORS,
  type ComparatorName,
  type DesignProblem,
  design,
  diminishingReturns,
  InvalidInput,
  type RandomComparator,
  type Returns,
  type ReturnsWitness,
  searcher,
  sensitivity,
  setEvaluator,
  targetVariance,
} from '@sightline/engine';
import { type Understood, understood } from './design-choice.ts';
import { type DesignAim, designAim, ownScenarios, type UnderRequest } from './design-laws.ts';
import type { DesignPlan } from './design-plan.ts';
import { type DesignMethod, type Ending, endingOf, searchOptions, searchTimes } from './design-search.ts';
import { type DesignUnder, plainDesign, preferred, underResult, withPreferred } from './design-under.ts';
import { designWarnings } from './design-warnings.ts';
import { InvalidStudy } from './located-problem.ts';
import { located } from './parse-study.ts';
import { type GridResult, gridSummary, type ResultOrigin, weightsName } from './result-head.ts';
import type { Placed } from './timeline.ts';

/** The answer of `sightline design`. */
export interface DesignResult extends GridResult {
  command: 'design';
  /** Where the study's own law comes from. */
  law: 'latent' | 'calibration';
  /** That the law was estimated from; null where it is given. */
  units: number | null;
  /** What the choice is made for; `variance` is null where there are several targets. */
  target: { name: string; weights: string; variance: number | null };
  /** The same one by one; the weights sum to 1, and are null where the least value counts. */
  targets: { name: string; weight: number | null; variance: number }[];
  /** What is maximised: the value itself, or what several values become. */
  objective: 'value' | 'weighted mean' | 'worst' | 'quantile' | 'regret';
  choose: Understood;
  /** Actions that there are to choose from, and where they stand. */
  catalogue: number;
  places: Placed[];
  /** Protocols within the rules, and whether that is all of them or as far as was counted. */
  sets: number;
  allCounted: boolean;
  under: DesignUnder | null;
  best: BestResult;
  comparators: Record<ComparatorName, ComparatorResult>;
  random: RandomResult;
  frontier: FrontierResult[] | null;
  sensitivity: SensitivityResult[] | null;
  returns: ReturnsResult | null;
}

/** Some actions of the catalogue, in its order. */
export interface ChosenActions {
  actions: number[];
  at: number[];
  widths: number[];
}

export interface ChosenResult extends ChosenActions {
  /** Under the study's own law; of several targets what their values become. */
  value: number;
  /** What is maximised: the value again, unless other laws are asked for. */
  objective: number;
  /** Present where `value` or `objective` rests on a lower bound; a warning says why. */
  lowerBound?: true;
  cost: number;
}

export interface BestResult extends ChosenResult {
  repeats: number[];
  noise: number[];
  costs: number[];
  /** For each target, or under each law; null where there is one. */
  values: number[] | null;
  method: 'exhaustive' | 'branch and bound' | 'forward selection and swaps';
  /** Why a search ended before it was done; null where it was not. */
  ended: Ending;
  /** Sets whose value was in question, and those whose value was computed. */
  considered: number;
  evaluations: number;
  /** No choice within the rules has a larger objective; `gap` is how far that is above this one. */
  upperBound: number;
  gap: number;
  certified: boolean;
  /** Present where nothing is proved because values that were compared are lower bounds. */
  lowerBoundsMet?: true;
  /** Other choices that are as good, up to ten, and how many there are. */
  ties: number[][];
  tied: number;
}

export interface ComparatorResult extends ChosenResult {
  /** Its objective as a share of the best one's. */
  efficiency: number;
  /** How often its own criterion left the choice open. */
  ties: number;
}

export interface RandomResult extends Omit<RandomComparator, 'atLeast'> {
  /** Present where a value among them is a lower bound. */
  lowerBound?: true;
}

export interface FrontierResult extends ChosenActions {
  cost: number;
  value: number;
  /** Present where the value is a lower bound. */
  lowerBound?: true;
  certified: boolean;
}

export interface SensitivityResult {
  action: number;
  at: number;
  freedom: { from: number; to: number };
  /** `allowed`: whether the rules let the action stand there; `lowerBound`: present where the value is one. */
  curve: { at: number; value: number; lowerBound?: true; loss: number; allowed: boolean }[];
}

export interface ReturnsResult extends Omit<Returns, 'ratio' | 'witness'> {
  /** null where there are no two actions to compare. */
  ratio: number | null;
  witness: ReturnsWitness | null;
}

export interface DesignRequest extends UnderRequest {
  method?: DesignMethod;
  /** Ends all searches together after so long. */
  seconds?: number;
  frontier?: boolean;
  sensitivity?: boolean;
  returns?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: BranchOptions['onProgress'];
}

export async function designResult(
  plan: DesignPlan,
  origin: ResultOrigin,
  request: DesignRequest = {},
): Promise<DesignResult> {
  return ofTheTargets(plan, async () => {
    const { study, grid, family, aims, catalogue, latent } = plan;
    const times = searchTimes(request);
    const aim = await designAim(plan, request, origin.seed, times.best);
    const problem: DesignProblem = { ...aim, family };
    const [reference] = ownScenarios(plan);
    const found = await design(problem, {
      ...searchOptions(plan, aim, request, times.best),
      seed: origin.seed,
      ...(reference && { reference }),
      ...(request.frontier && { frontier: times.frontier }),
    });
    const ended = endingOf(found.best, request);
    const own = ownEvaluator(plan, aim);
    const chosen = ({
      chosen: actions,
      objective,
      cost,
      atLeast,
    }: Pick<typeof found.best, 'chosen' | 'objective' | 'cost' | 'atLeast'>) => {
      const alone = own(actions);
      return {
        ...actionsOf(plan, actions),
        value: alone?.value ?? objective,
        objective,
        ...marked(atLeast || (alone?.atLeast ?? false)),
        cost,
      };
    };
    const plain = await plainDesign(plan, aim, request, origin.seed, times.plain);
    const best = preferred(found.best, plain, request);
    const costs = withPreferred(found.frontier, found.best, best);
    const single = aims.length === 1;
    const variances = ownScenarios(plan).map(({ model, target }) => targetVariance(model, target));
    return {
      sightline: 1,
      command: 'design',
      ...origin,
      title: study.title ?? null,
      warnings: designWarnings(plan, request, aim, {
        method: best.method,
        best: ended,
        frontier: found.frontier?.ended ?? false,
        plain: plain?.ended ?? false,
        metBounds: best.metBounds,
      }),
      repairs: latent.repairs,
      grid: gridSummary(grid, catalogue),
      law: plan.estimated ? 'calibration' : 'latent',
      units: plan.estimated?.data.report.units ?? null,
      target: {
        name: aims.map(({ target }) => target.name).join(', '),
        weights: weightsName(study.weights, grid.unit),
        variance: single ? variances[0]! : null,
      },
      targets: aims.map(({ target, weight }, i) => ({
        name: target.name,
        weight: plan.combine === 'worst' ? null : weight,
        variance: variances[i]!,
      })),
      objective: objectiveName(aim),
      choose: understood(study.choose!),
      catalogue: catalogue.length,
      places: catalogue.map(({ at, width }) => ({ at, width })),
      sets: found.sets,
      allCounted: (best.method === 'exhaustive' && best.certified) || countsAll(plan),
      under: underResult(
        aim,
        request,
        best.values,
        plain && { ...chosen(plain), certified: plain.certified },
      ),
      best: {
        ...chosen(best),
        repeats: best.chosen.map((a) => catalogue[a]!.repeats),
        noise: best.chosen.map((a) => catalogue[a]!.noise),
        costs: best.chosen.map((a) => catalogue[a]!.cost),
        values: best.values.length > 1 ? best.values : null,
        method: best.method,
        ended,
        considered: best.effort.considered,
        evaluations: best.effort.evaluations,
        upperBound: best.upperBound,
        gap: best.certified ? 0 : best.upperBound - best.objective,
        certified: best.certified,
        ...(best.metBounds && { lowerBoundsMet: true }),
        ties: best.ties,
        tied: best.tied,
      },
      comparators: Object.fromEntries(
        COMPARATORS.map((name) => {
          const one = found.comparators[name];
          return [name, { ...chosen(one), efficiency: one.efficiency, ties: one.ties }];
        }),
      ) as DesignResult['comparators'],
      random: randomOf(found.random),
      frontier:
        costs?.points.map(({ cost, objective, chosen: actions, certified, atLeast }) => ({
          ...actionsOf(plan, actions),
          cost,
          value: objective,
          ...marked(atLeast),
          certified,
        })) ?? null,
      sensitivity: request.sensitivity ? movedActions(plan, problem, best.chosen) : null,
      returns: request.returns ? returnsOf(problem) : null,
    };
  });
}

export function actionsOf({ catalogue }: DesignPlan, actions: readonly number[]): ChosenActions {
  return {
    actions: [...actions],
    at: actions.map((a) => catalogue[a]!.at),
    widths: actions.map((a) => catalogue[a]!.width),
  };
}

/** The value under the study's own law; undefined where that is the objective already. */
function ownEvaluator(
  plan: DesignPlan,
  { laws }: DesignAim,
): (actions: readonly number[]) => { value: number; atLeast: boolean } | undefined {
  if (laws === null) return () => undefined;
  const evaluate = setEvaluator(ownScenarios(plan), { kind: 'mean' }, plan.catalogue);
  return (actions) => {
    const { objective, atLeast } = evaluate([actions]);
    return { value: objective[0]!, atLeast: atLeast[0] === 1 };
  };
}

const marked = (atLeast: boolean) => (atLeast ? { lowerBound: true as const } : {});

const randomOf = ({ atLeast, ...random }: RandomComparator): RandomResult => ({
  ...random,
  ...marked(atLeast),
});

function objectiveName({ objective, scenarios, laws }: DesignAim): DesignResult['objective'] {
  if (objective.kind !== 'mean') return objective.kind;
  return scenarios.length > 1 && laws === null ? 'weighted mean' : 'value';
}

/** Where nothing but a number of actions is asked for, how many choices there are needs no counting. */
function countsAll({ family: { rules } }: DesignPlan): boolean {
  const { exactly, budget, spacing, oneVariant, groups } = rules;
  return exactly !== undefined && budget === undefined && !spacing && !oneVariant && !groups;
}

function movedActions(
  plan: DesignPlan,
  problem: DesignProblem,
  chosen: readonly number[],
): SensitivityResult[] {
  const { catalogue, grid } = plan;
  return sensitivity(problem, grid, chosen).map(({ action, curve, freedom }) => ({
    action,
    at: catalogue[action]!.at,
    freedom,
    curve: curve.map(({ at, objective, loss, allowed, atLeast }) => ({
      at,
      value: objective,
      ...marked(atLeast),
      loss,
      allowed,
    })),
  }));
}

function returnsOf(problem: DesignProblem): ReturnsResult {
  const { ratio, steps, witness, complete } = diminishingReturns(searcher(problem));
  return { ratio: Number.isFinite(ratio) ? ratio : null, steps, witness: witness ?? null, complete };
}

/** A target that does not vary is a problem of the study. */
async function ofTheTargets<Result>(
  { source, study }: DesignPlan,
  compute: () => Promise<Result>,
): Promise<Result> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const at = study.choose?.targets ? ['choose', 'targets'] : ['target'];
    throw new InvalidStudy(
      error.problems.map((problem) =>
        located({ ...problem, path: problem.path[0] === 'target' ? at : problem.path }, source),
      ),
    );
  }
}
