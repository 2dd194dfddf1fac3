import { conditionalLaw, type PredictingLaw, predictor, type TargetSpec } from '@sightline/engine/internal';
import type { Law } from '../../law/law.ts';
import type { Protocol } from '../../parts/actions.ts';
import { clockOf } from '../../words/text.ts';
import type { LawPlan } from './plan.ts';

/** What predicts the target from a protocol's readings y, which stand in its order. */
export type ProtocolPredictor = LinearPredictor | GaussianPredictor;

/** The times of the readings, and what the clock shows there. */
interface Readings {
  at: number[];
  clock?: string[];
}

/** Θ̂ = intercept + Σ coefficients·y. */
export interface LinearPredictor extends Readings {
  intercept: number;
  coefficients: number[];
}

/**
 * The target's mean over a trajectory that is Gaussian given the readings: E(Z | y) = gainᵀ(y − expected) at the points of the grid, with
 * variances `open`, of the standardised Z; with a logarithm y is one.
 */
export interface GaussianPredictor extends Readings {
  expected: number[];
  /** A row for each reading. */
  gain: number[][];
  open: number[];
}

/** The law as the engine predicts under it; the best-linear value has its target as a point, or as the mean. */
export function predictingLaw(
  { model, mean, transform, estimand }: Law,
  target: TargetSpec,
): { law: PredictingLaw; target: TargetSpec } {
  return {
    law: { ...model, ...(mean && { mean }), transform },
    target: estimand === 'linear' ? 'mean' : target,
  };
}

type About = Pick<LawPlan, 'target' | 'grid'>;

export function protocolPredictor(
  { target: spec, grid }: About,
  latent: Law,
  { actions }: Protocol,
): ProtocolPredictor {
  const { law, target } = predictingLaw(latent, spec);
  const times = actions.map(({ at }) => at);
  const readings: Readings = { at: times, ...clockOf(times, grid) };
  const { linear } = predictor(law, target, actions);
  if (linear) return { ...readings, intercept: linear.intercept, coefficients: [...linear.coefficients] };
  const { expected, gain, open } = conditionalLaw(law, actions);
  return {
    ...readings,
    expected: [...expected],
    gain: actions.map((_, a) => [...gain.data.subarray(a * gain.cols, (a + 1) * gain.cols)]),
    open: [...open],
  };
}

/** Of each protocol; with 'linear' of those that have a linear one, which all have or none. */
export function protocolPredictors(
  plan: About & Pick<LawPlan, 'protocols'>,
  latent: Law,
  which: true | 'linear',
): (ProtocolPredictor | undefined)[] {
  const { law, target } = predictingLaw(latent, plan.target);
  if (which === 'linear' && !predictor(law, target, []).linear) return [];
  return plan.protocols.map((protocol) => protocolPredictor(plan, latent, protocol));
}
