import {
  type CurvePoint,
  type UnitsPlan as EngineUnitsPlan,
  planUnits,
  type UnitsAndTrajectories,
  type UnitsNeeded,
  USUAL_RESAMPLING,
} from '@sightline/engine/internal';
import type { FittedSummary } from '../../law/fitted-law.ts';
import { gridSummary } from '../../parts/horizon.ts';
import type { GridResult, ResultOrigin } from '../../schema/result-head.ts';
import { countsOf, type SampleCounts } from '../../words/text.ts';
import { estimatorInput, ofTheStudy, targetOf, withRepair } from '../calibrate/compute.ts';
import type { CalibrateRequest, CalibrateResult, NamedComparison } from '../calibrate/plan-and-result.ts';
import { calibrateWarnings } from '../calibrate/warnings.ts';
import type { FittedUnitsPlan, Members, UnitsPlan } from './plan.ts';

/** The answer of `sightline plan`. */
/** `units` and `trajectories` are those at hand. */
export interface UnitsPlanResult extends GridResult, SampleCounts {
  command: 'plan';
  estimand: CalibrateResult['estimand'];
  target: CalibrateResult['target'];
  data: CalibrateResult['data'];
  repair: CalibrateResult['repair'];
  fitted?: FittedSummary;
  level: number;
  draws: number;
  /** The uniform error at hand. */
  epsilon: number;
  /** The difference in value that is to be resolved, and where it comes from. */
  gap: number;
  gapFrom: 'option' | 'pair';
  /** null where the gap was given and no pair. Where it was asked for, the interval and all else is of this pair alone. */
  pair: Omit<NamedComparison, 'alone'> | null;
  /** What `unitsNeeded` is: that of the pair asked for, or until 2·epsilon is down to the gap. */
  criterion: 'pair' | 'uniform';
  unitsNeeded: number | null;
  range: UnitsNeeded['range'];
  realistic: boolean;
  why: string;
  /** With this probability a pair that differs by the gap is told apart with `pairwise.unitsNeeded` units. */
  power: number;
  /** Until the pair, or the one that is hardest to tell apart, is told apart at that power. */
  pairwise: { unitsNeeded: number | null } & Pick<UnitsNeeded, 'range' | 'realistic' | 'why'>;
  curve: CurvePoint[];
  /**
   * Of the error's logarithm over that of the units; `fitted` is null where there are too few units for subsamples, `assured` false where
   * errors may fall more slowly than the theory's rate.
   */
  slope: { fitted: number | null; theory: number; assured: boolean };
  /** Present where units have several trajectories: what more units, and more trajectories a unit, would give. */
  clustering?: UnitsAndTrajectories;
}

export interface UnitsPlanRequest extends CalibrateRequest {
  gap?: number;
  /** Two names with a comma between them, which may hold commas themselves. */
  pair?: string;
  power?: number;
}

/** The theory's rate for the uniform error. */
const ROOT_M = -0.5;

/** What a number of units was found from, and what the result says of it. */
type Found = { found: EngineUnitsPlan } & Pick<
  UnitsPlanResult,
  'warnings' | 'repairs' | 'estimand' | 'target' | 'data' | 'repair' | 'fitted' | keyof SampleCounts
>;
type Options = Parameters<typeof planUnits>[1];

/** From dense data of units. */
async function fromUnits(given: UnitsPlan, members: Members, options: Options, seed: number): Promise<Found> {
  const plan = withRepair(given);
  const { data } = plan;
  const found = await ofTheStudy(plan, () => planUnits(estimatorInput(plan, members, seed), options));
  return {
    found,
    warnings: calibrateWarnings({
      ...plan,
      protocols: plan.pair ? plan.protocols.filter((_, i) => plan.pair!.includes(i)) : plan.protocols,
    }),
    repairs: plan.repairs,
    ...countsOf(data),
    estimand: data.estimand,
    target: targetOf(plan, found.variance),
    data: { file: data.file, ...data.report },
    repair: plan.repair,
  };
}

export async function unitsPlanResult(
  plan: UnitsPlan | FittedUnitsPlan,
  origin: ResultOrigin,
  request: UnitsPlanRequest = {},
): Promise<UnitsPlanResult> {
  const { study, grid, family } = plan;
  const { level, draws } = { ...USUAL_RESAMPLING, ...request };
  const members = family.named > 0 ? family.members.slice(0, family.named) : family.members;
  const asked = plan.pair ? members.filter((_, i) => plan.pair!.includes(i)) : members;
  const { gap, power, workers, signal, onProgress } = request;
  const options = {
    level,
    draws,
    seed: origin.seed,
    signal,
    onProgress,
    ...(workers && { workers }),
    ...(gap !== undefined && { gap }),
    ...(power !== undefined && { power }),
    ...(plan.pair && { pair: plan.pair }),
  };
  const actions = members.map((one) => one.actions);
  const { found, ...about } =
    'data' in plan
      ? await fromUnits(plan, actions, options, origin.seed)
      : await (await import('./fitted.ts')).fromFit(plan, actions, options);
  const { pair, uniform, pairwise } = found;
  const answer = plan.pair ? pairwise : uniform;
  const nameOf = (i: number) => members[i]!.name!;
  return {
    sightline: 1,
    command: 'plan',
    ...origin,
    title: study.title ?? null,
    grid: gridSummary(
      grid,
      asked.flatMap((one) => one.actions),
    ),
    ...about,
    level,
    draws,
    epsilon: found.epsilon,
    gap: found.gap,
    gapFrom: gap === undefined ? 'pair' : 'option',
    power: found.power,
    pair:
      pair === undefined || family.named === 0
        ? null
        : {
            a: nameOf(pair.a),
            b: nameOf(pair.b),
            difference: pair.difference,
            low: pair.low,
            high: pair.high,
            distinguishable: pair.distinguishable,
          },
    criterion: plan.pair ? 'pair' : 'uniform',
    unitsNeeded: answer.units,
    range: answer.range,
    realistic: answer.realistic,
    why: answer.why,
    pairwise: {
      unitsNeeded: pairwise.units,
      range: pairwise.range,
      realistic: pairwise.realistic,
      why: pairwise.why,
    },
    curve: found.curve,
    slope: { fitted: found.fitted?.slope ?? null, theory: ROOT_M, assured: found.assured },
    ...(found.clustering && { clustering: found.clustering }),
  };
}
