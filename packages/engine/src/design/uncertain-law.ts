import { withCanonicalSample } from '../calibrate/calibrate.ts';
import { type EstimatorInput, estimator } from '../calibrate/resampling/estimator.ts';
import { linearLaw } from '../calibrate/resampling/linear-law.ts';
import { resampledTimes } from '../calibrate/resampling/resample.ts';
import { type TargetSpec, target } from '../model/target.ts';
import { targetUnder } from '../model/target-under.ts';
import type { Model } from '../model/value/model.ts';
import { exhaustiveWithin, isSmall } from './bounds/exhaustive.ts';
import { forwardSelection, searcher } from './selection/forward-selection.ts';
import { oneSwap } from './selection/one-swap.ts';
import type { FeasibleFamily } from './selection/rules.ts';
import type { Objective, Scenario } from './selection/scenarios.ts';
import type { SearchLimit } from './selection/search-limit.ts';

/** The law of a draw; where it is in the unit of the data, its mean too. */
export type DrawnLaw = Model & { readonly mean?: Float64Array };

/** Laws that the calibration data could as well have come from: the estimate of each of some bootstrap draws. */
export function drawnLaws(
  {
    estimand = 'gaussian',
    ...input
  }: Omit<EstimatorInput, 'estimand' | 'protocols' | 'targets'> & Partial<Pick<EstimatorInput, 'estimand'>>,
  draws: number,
  seed: number,
): DrawnLaw[] {
  const whole = withCanonicalSample<EstimatorInput>({ ...input, estimand, protocols: [], targets: [] });
  const lawOf = (times: Int32Array): DrawnLaw => {
    if (estimand === 'linear') return linearLaw(whole, times).model;
    const { model, mean } = estimate(times);
    return { ...model, ...(mean && { mean }) };
  };
  const estimate = estimator(whole);
  return Array.from({ length: draws }, (_, draw) =>
    lawOf(resampledTimes(whole.sample, { kind: 'bootstrap', draw }, seed)),
  );
}

/** One scenario for each law: in the unit of the data a threshold stands elsewhere in each. */
export function scenariosOf(
  laws: readonly DrawnLaw[],
  spec: TargetSpec,
  transform: EstimatorInput['transform'] = 'none',
): Scenario[] {
  return laws.map(({ mean, ...model }) => ({
    model,
    target: mean && model.scale ? targetUnder(spec, { mean, scale: model.scale, transform }) : target(spec),
  }));
}

/** What is best under each law by itself, so that regret can be counted against it. */
export interface EachBest {
  chosen: number[];
  value: number;
  /** Whether every protocol was looked at; without that the regret is counted against the best one found. */
  certified: boolean;
}

/** Families of at most so many protocols are looked through under each law, and fewer where each takes long. */
const MOST_SETS = 20_000;

export async function bestUnderEach(
  scenarios: readonly Scenario[],
  family: FeasibleFamily,
  limit: SearchLimit = {},
): Promise<EachBest[]> {
  const small = isSmall({ scenarios, family }, MOST_SETS);
  const each: EachBest[] = [];
  for (const scenario of scenarios) {
    const search = searcher({ scenarios: [scenario], objective: { kind: 'mean' }, family });
    const looked = small ? await exhaustiveWithin(search, limit) : undefined;
    const found =
      looked?.complete && looked.best
        ? looked.best
        : oneSwap(search, forwardSelection(search).path, limit).path;
    each.push({
      chosen: [...found.chosen].sort((a, b) => a - b),
      value: found.objective,
      certified: looked?.complete === true,
    });
  }
  return each;
}

/** Minimax regret over laws: the largest loss against what each law's own best would have given, made least. */
export function regretObjective(each: readonly EachBest[]): Objective {
  return { kind: 'regret', best: each.map(({ value }) => value) };
}
