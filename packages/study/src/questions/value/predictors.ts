import {
  conditionalLaw,
  type Measurement,
  type PredictingLaw,
  predictor,
  type TargetSpec,
} from '@sightline/engine';
import type { Law } from '../../law/law.ts';

/**
 * What predicts the target from a protocol's readings. Linear in them: intercept + Σ coefficients·y. Otherwise the trajectory given the readings
 * is Gaussian, E(Z | y) = gainᵀ(y − expected) with variances `open`, and the target's conditional mean is taken over it; with a logarithm
 * y and Z are of logarithms.
 */
export type ProtocolPredictor =
  | { intercept: number; coefficients: number[] }
  | { expected: number[]; gain: number[][]; open: number[] };

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

export function protocolPredictor(
  latent: Law,
  spec: TargetSpec,
  actions: readonly Measurement[],
): ProtocolPredictor {
  const { law, target } = predictingLaw(latent, spec);
  const { linear } = predictor(law, target, actions);
  if (linear) return { intercept: linear.intercept, coefficients: [...linear.coefficients] };
  const { expected, gain, open } = conditionalLaw(law, actions);
  return {
    expected: [...expected],
    gain: actions.map((_, a) => [...gain.data.subarray(a * gain.cols, (a + 1) * gain.cols)]),
    open: [...open],
  };
}
