import {
  COMPARATORS,
  canMiss,
  type DesignProblem,
  design,
  diminishingReturns,
  protocolValues,
  type RandomComparator,
  searcher,
  sensitivity,
  setEvaluator,
  targetVariance,
} from '@sightline/engine/internal';
import { refused } from '../../file/parse-study.ts';
import { familyValues, type MissedResult, missedResult } from '../../law/family-values.ts';
import type { FittedLaw } from '../../law/fitted-values.ts';
import { rmse, targetMoments } from '../../law/target-of-law.ts';
import { gridSummary, weightsName } from '../../parts/horizon.ts';
import type { Warning } from '../../problems/warning.ts';
import type { ResultOrigin } from '../../schema/result-head.ts';
import { clockOf, countsOf } from '../../words/text.ts';
import { choiceRules } from './choice-rules.ts';
import { type DesignAim, designAim, type MadePlan, madePlan, ownScenarios } from './laws.ts';
import type { DesignPlan } from './plan.ts';
import type { DesignRequest } from './request.ts';
import type {
  ChosenActions,
  DesignResult,
  ProposedResult,
  RandomResult,
  ReturnsResult,
  SensitivityResult,
} from './result.ts';
import { endingOf, searchOptions, searchTimes } from './search.ts';
import { plainDesign, preferred, underResult, withPreferred } from './under.ts';
import { designWarnings } from './warnings.ts';

export async function designResult(
  given: DesignPlan,
  origin: ResultOrigin,
  request: DesignRequest = {},
): Promise<DesignResult> {
  return ofTheTargets(given, async () => {
    const plan = await madePlan(given, request, origin.seed);
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
    const targets = ownScenarios(plan).map(({ model, target }, i) =>
      targetMoments(latent, target, given.aims[i]!.target, targetVariance(model, target)),
    );
    const single = targets.length === 1 ? targets[0]! : undefined;
    const errorOf = (value: number) => (single ? rmse(single.variance, value) : null);
    const own = ownEvaluator(plan, aim);
    const chosen = ({
      chosen: actions,
      objective,
      cost,
      atLeast,
    }: Pick<typeof found.best, 'chosen' | 'objective' | 'cost' | 'atLeast'>) => {
      const alone = own(actions);
      const value = alone?.value ?? objective;
      return {
        ...actionsOf(plan, actions),
        value,
        rmse: errorOf(value),
        objective,
        ...marked(atLeast || (alone?.atLeast ?? false)),
        cost,
      };
    };
    const plain = await plainDesign(plan, aim, request, origin.seed, times.plain);
    const best = preferred(found.best, plain, request);
    const costs = withPreferred(found.frontier, found.best, best);
    return {
      sightline: 1,
      command: 'design',
      ...origin,
      title: study.title ?? null,
      warnings: designWarnings(
        plan,
        request,
        aim,
        {
          method: best.method,
          best: ended,
          frontier: found.frontier?.ended ?? false,
          plain: plain?.ended ?? false,
          metBounds: best.metBounds,
          drawn: best.drawn,
        },
        await fitWarnings(plan, request),
      ),
      repairs: latent.repairs,
      grid: gridSummary(grid, catalogue, { named: best.chosen.map((a) => catalogue[a]!) }),
      law: plan.from,
      estimand: latent.estimand,
      ...sampleOf(plan),
      target: {
        name: aims.map(({ target }) => target.name).join(', '),
        weights: weightsName(study.weights, grid.unit),
        unit: targets[0]!.unit,
        quantity: single?.quantity ?? 'other',
        variance: single?.variance ?? null,
        mean: single?.mean ?? null,
      },
      targets: aims.map(({ target, weight }, i) => ({
        name: target.name,
        weight: plan.combine === 'worst' ? null : weight,
        ...targets[i]!,
      })),
      objective: objectiveName(plan, aim),
      ...(canMiss(catalogue) && {
        missed: { by: request.missed ?? 'mean', quantile: plan.missed.quantile ?? null },
      }),
      choose: choiceRules(study.choose!, grid),
      catalogue: catalogue.length,
      places: catalogue.map(({ at, width }) => ({ at, width })),
      sets: found.sets,
      allCounted: found.allCounted,
      under: underResult(
        aim,
        request,
        best.values,
        plain && { ...chosen(plain), certified: plain.certified },
      ),
      best: {
        ...chosen(best),
        ...(single && ofBest(plan, best.chosen)),
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
        ...(best.drawn && { patternsDrawn: true }),
        ties: best.ties,
        tied: best.tied,
      },
      proposed: objectiveName(plan, aim) === 'value' ? proposedOf(plan, best.objective, origin.seed) : null,
      comparators: Object.fromEntries(
        COMPARATORS.map(({ name }) => {
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
          rmse: objectiveName(plan, aim) === 'value' ? errorOf(objective) : null,
          ...marked(atLeast),
          certified,
        })) ?? null,
      sensitivity: request.sensitivity ? await movedActions(plan, problem, best.chosen, request) : null,
      returns: request.returns ? returnsOf(problem) : null,
    };
  });
}

/** What the law was estimated from. */
function sampleOf({ estimated, latent: { fitted } }: MadePlan) {
  if (estimated) return countsOf(estimated.data);
  return fitted
    ? { units: fitted.units, trajectories: fitted.trajectories, readings: fitted.readings }
    : { units: null, trajectories: null };
}

async function fitWarnings(plan: MadePlan, { under }: DesignRequest): Promise<Warning[]> {
  if (!plan.latent.fitted) return [];
  const { atEstimateWarnings, fittedWarnings } = await import('../../law/fitted-values.ts');
  return under === 'draws'
    ? fittedWarnings(plan, plan.latent as FittedLaw)
    : atEstimateWarnings(plan, plan.latent);
}

/** What the study's own protocols are worth for the target of the choice. */
function proposedOf(plan: MadePlan, best: number, seed: number): Record<string, ProposedResult> {
  const { protocols, latent, aims } = plan;
  if (protocols.length === 0) return {};
  const { variance, protocols: values } = familyValues(plan, latent, aims[0]!.target, seed);
  return Object.fromEntries(
    protocols.map(({ name, actions }, i) => {
      const { value, atLeast } = values[i]!;
      return [
        name,
        {
          at: actions.map(({ at }) => at),
          widths: actions.map(({ width }) => width),
          value,
          rmse: rmse(variance, value),
          ...marked(atLeast),
          ...missedResult(values[i]!),
          efficiency: value === best ? 1 : best > 0 ? value / best : null,
          cost: actions.reduce((sum, { cost }) => sum + cost, 0),
        },
      ];
    }),
  );
}

export function actionsOf(
  { catalogue, grid }: Pick<DesignPlan, 'catalogue' | 'grid'>,
  actions: readonly number[],
): ChosenActions {
  const at = actions.map((a) => catalogue[a]!.at);
  return {
    actions: [...actions],
    at,
    ...clockOf(at, grid),
    widths: actions.map((a) => catalogue[a]!.width),
  };
}

/** What the choice is worth with every reading, and where some are missing; nothing where none may be. */
function ofBest({ catalogue, latent, aims, missed }: MadePlan, chosen: readonly number[]): MissedResult {
  const actions = chosen.map((a) => catalogue[a]!);
  const [own] = protocolValues(latent.model, aims[0]!.target, [actions], undefined, missed.seed).protocols;
  return missedResult(own!);
}

/** The value under the study's own law, a mean over what may be missing; undefined where that is the objective already. */
function ownEvaluator(
  plan: MadePlan,
  aim: DesignAim,
): (actions: readonly number[]) => { value: number; atLeast: boolean } | undefined {
  if (aim.laws === null && !isQuantile(plan)) return () => undefined;
  const scenarios = ownScenarios({ ...plan, missed: { seed: plan.missed.seed } });
  const objective = aim.laws === null ? aim.objective : ({ kind: 'mean' } as const);
  const evaluate = setEvaluator(scenarios, objective, plan.catalogue);
  return (actions) => {
    const { objective: value, atLeast } = evaluate([actions]);
    return { value: value[0]!, atLeast: atLeast[0] === 1 };
  };
}

/** Whether a lower quantile over what may be missing is maximised. */
const isQuantile = ({ catalogue, missed }: MadePlan) => canMiss(catalogue) && missed.quantile !== undefined;

const marked = (atLeast: boolean) => (atLeast ? { lowerBound: true as const } : {});

const randomOf = ({ atLeast, ...random }: RandomComparator): RandomResult => ({
  ...random,
  ...marked(atLeast),
});

function objectiveName(plan: MadePlan, { objective, scenarios, laws }: DesignAim): DesignResult['objective'] {
  if (objective.kind !== 'mean') return objective.kind;
  if (laws === null && scenarios.length === 1 && isQuantile(plan)) return 'quantile';
  return scenarios.length > 1 && laws === null ? 'weighted mean' : 'value';
}

async function movedActions(
  plan: Pick<DesignPlan, 'catalogue' | 'grid'>,
  problem: DesignProblem,
  chosen: readonly number[],
  { workers }: DesignRequest,
): Promise<SensitivityResult[]> {
  const { catalogue, grid } = plan;
  return (await sensitivity(problem, grid, chosen, workers)).map(({ action, curve, freedom }) => ({
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
    const at = study.choose?.targets ? ['choose', 'targets'] : ['target'];
    return refused(error, source, (problem) => ({
      ...problem,
      path: problem.path[0] === 'target' ? at : problem.path,
    }));
  }
}
