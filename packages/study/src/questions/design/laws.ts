import {
  bestUnderEach,
  drawnLaws,
  type EachBest,
  identify,
  type Matrix,
  type Objective,
  type PatternRule,
  regretObjective,
  type Scenario,
  type SearchLimit,
  scenariosOf,
  type Target,
  type TargetSpec,
} from '@sightline/engine/internal';
import type { FitWork } from '../../law/fit-law.ts';
import { type MadeLaw, withLaw } from '../../law/law.ts';
import { preparedTarget } from '../../law/target-of-law.ts';
import { refuseImpossible } from '../identify/benchmark-law.ts';
import type { DesignPlan } from './plan.ts';
import { LAWS_DRAWN, LOWER_QUANTILE, type NamedLaw, patternRule, type UnderRequest } from './request.ts';

/** What a design maximises: the scenarios and how their values become one number. */
export interface DesignAim {
  scenarios: Scenario[];
  objective: Objective;
  /** The laws, where there are others than the study's own; as many as scenarios. */
  laws: NamedLaw[] | null;
  /** What is best under each law by itself, where regret is counted. */
  each: EachBest[] | null;
  /** Whether a solver that looked for worlds did not reach its tolerance: there may be others. */
  unsolved: boolean;
}

/** A plan whose law is made, and its targets under it. */
export type MadePlan = Omit<DesignPlan, 'aims'> &
  MadeLaw & {
    aims: { spec: TargetSpec; target: Target; weight: number }[];
    /** How what may be missing is counted. */
    missed: PatternRule;
  };

export async function madePlan(
  plan: DesignPlan,
  request: FitWork & UnderRequest,
  seed: number,
): Promise<MadePlan> {
  const made = await withLaw(plan, request);
  const { study, source } = plan;
  const aims = plan.aims.map(({ target, weight }, i) => {
    const at = study.choose?.targets ? ['choose', 'targets', i, 'target'] : ['target'];
    return { spec: target, target: preparedTarget(made.latent, target, source, at), weight };
  });
  return { ...made, aims, missed: patternRule(request, seed) };
}

export async function designAim(
  plan: MadePlan,
  request: UnderRequest,
  seed: number,
  limit: SearchLimit = {},
): Promise<DesignAim> {
  const { under } = request;
  if (under === 'draws') return underDraws(plan, request, seed);
  if (under === 'worlds') return underWorlds(plan, request, seed, limit);
  const { aims, combine } = plan;
  const objective: Objective =
    combine === 'worst'
      ? { kind: 'worst' }
      : aims.length === 1
        ? { kind: 'mean' }
        : { kind: 'mean', weights: aims.map(({ weight }) => weight) };
  return { scenarios: ownScenarios(plan), objective, laws: null, each: null, unsolved: false };
}

/** The study's own law, once for each target. */
export function ownScenarios({ aims, latent, missed }: MadePlan): Scenario[] {
  return aims.map(({ target }) => ({ model: latent.model, target, missed }));
}

async function underDraws(plan: MadePlan, request: UnderRequest, seed: number): Promise<DesignAim> {
  const { draws = LAWS_DRAWN, quantile = LOWER_QUANTILE } = request;
  const aim = (scenarios: readonly Scenario[]): DesignAim => ({
    scenarios: scenarios.map((scenario) => ({ ...scenario, missed: plan.missed })),
    objective: { kind: 'quantile', level: quantile },
    laws: scenarios.map(() => ({ from: 'draw', alternative: null, end: null })),
    each: null,
    unsolved: false,
  });
  if (plan.latent.fitted) {
    const { lawsOfFit } = await import('../../law/fitted-values.ts');
    const drawn = lawsOfFit(plan, plan.latent, draws, seed);
    return aim(scenariosOf(drawn, plan.aims[0]!.spec, plan.latent.transform));
  }
  const { sample, estimand, scale, transform, noise, shrinkage } = plan.estimated!.data;
  const { spec, target } = plan.aims[0]!;
  const input = { sample, estimand, scale, transform, noise, shrinkage, weights: plan.weights };
  const laws = drawnLaws(input, draws, seed);
  return aim(
    estimand === 'linear' ? laws.map((model) => ({ model, target })) : scenariosOf(laws, spec, transform),
  );
}

/** The study's own law, and the worlds that no benchmark could tell from it. */
async function underWorlds(
  plan: MadePlan,
  { criterion = 'worst' }: UnderRequest,
  seed: number,
  limit: SearchLimit,
): Promise<DesignAim> {
  const { family } = plan;
  const { model } = plan.latent;
  const { realised, alternatives, assume, knowledge } = plan.benchmark!;
  refuseImpossible(plan.benchmark!, plan);
  const { target } = plan.aims[0]!;
  const found: { covariance: Matrix; law: NamedLaw }[] = [
    { covariance: model.covariance, law: { from: 'own', alternative: null, end: null } },
  ];
  let unsolved = false;
  for (const { name, actions } of alternatives) {
    const answer = identify(
      {
        ...model,
        target,
        realised: realised.map((protocol) => protocol.actions),
        alternative: actions,
        covarianceClass: assume,
        knowledge,
      },
      { seed },
    );
    unsolved ||= answer.unsolved !== null;
    answer.worlds.forEach(({ covariance }, k) => {
      if (found.some((known) => isSame(known.covariance, covariance))) return;
      found.push({ covariance, law: { from: 'world', alternative: name, end: k === 0 ? 'low' : 'high' } });
    });
  }
  const scenarios = found.map(({ covariance }) => ({
    model: { ...model, covariance },
    target,
    missed: plan.missed,
  }));
  const each = criterion === 'regret' ? await bestUnderEach(scenarios, family, limit) : null;
  return {
    scenarios,
    objective: each ? regretObjective(each) : { kind: 'worst' },
    laws: found.map(({ law }) => law),
    each,
    unsolved,
  };
}

/** Worlds whose correlations differ by no more are one. */
const ROUNDING = 1e-8;

function isSame(one: Matrix, other: Matrix): boolean {
  return one.data.every((value, n) => Math.abs(value - other.data[n]!) <= ROUNDING);
}
