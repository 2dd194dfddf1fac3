import type { Target, TargetSpec } from '../model/target.ts';
import { targetMean, targetUnder } from '../model/target-under.ts';
import { applyAction, type Measurement } from '../model/value/action.ts';
import { informativeReadings } from '../model/value/informative-order.ts';
import { patternsOf } from '../model/value/missed.ts';
import { type PredictingLaw, scaleOf } from '../model/value/predictor.ts';
import { readCompletely } from '../model/value/protocol-family.ts';
import { protocolValues, targetVariance } from '../model/value/value.ts';
import { square } from '../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { dot, zeros } from '../numerics/matrix.ts';
import type { Difference } from './two-arm-size.ts';

/** A treatment that shifts the mean of the latent trajectory by a profile, as the target and its predictions see it. */
export interface Trial {
  /** Of the target itself, known for every unit. */
  complete: Difference;
  protocols: TrialProtocol[];
}

export interface TrialProtocol extends Difference {
  /** I_g under the control law. */
  value: number;
  atLeast: boolean;
  /**
   * Of the linear combination of the readings that sees the profile best, G⁻¹Aδ: its shift (Aδ)ᵀG⁻¹Aδ is its variance, too. Where
   * readings may be missing, their mean, that of a comparison of units with the same readings: no other test needs fewer.
   */
  best: Difference;
}

/**
 * What a shift of the latent mean by δ does to Θ and to Θ̂ = E(Θ | Y), the predictor of the control law. The readings' mean moves by Aδ,
 * and E(Z | Y) by the recovered profile ρ = SKSAᵀG⁻¹Aδ. Given Y, each Z_j has the same variance as before: the mean of Θ̂ is therefore that
 * of Θ in a law whose mean is m + ρ, and the variance of Θ̂ is what the protocol explains of Θ there (the Gaussian protocol-value
 * identity). Exact for the mean, thresholds and the mean under a logarithm. Readings may be missing, in both arms alike: predictions are
 * then a mixture over what is left.
 *
 * @example
 * ```ts
 * import { action, latentCovariance, targetWeights, timeGrid, trial } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 32, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 1 } } }, grid);
 * const law = { covariance, weights: targetWeights('uniform', grid) };
 * // A treatment that lowers the mean by half a standard deviation at all times.
 * const profile = new Float64Array(32).fill(-0.5);
 * const { complete, protocols } = trial(law, 'mean', profile, [[action({ at: 4, noise: 0.2 }, grid)]]);
 * console.log(complete.shift, protocols[0].value); // → -0.5 0.2302960…
 * ```
 */
export function trial(
  law: PredictingLaw,
  spec: TargetSpec,
  profile: Float64Array,
  protocols: readonly (readonly Measurement[])[],
  { kernels = defaultKernels(), seed = 1 }: { kernels?: Kernels; seed?: number } = {},
): Trial {
  const { weights } = law;
  const own = scaleOf(law);
  const under = (shift?: Float64Array) =>
    targetUnder(spec, shift ? { ...own, mean: own.mean.map((m, j) => m + shift[j]!) } : own);
  const control = under();
  const { variance, protocols: values } = protocolValues(law, control, protocols, kernels, seed);
  const before = targetMean(control, weights);
  // Nothing but the mean of a linear target moves.
  const linear = spec === 'mean' && own.transform === 'none';
  const moved = (shift: Float64Array, varianceOf: (target: Target) => number): Moved => {
    if (linear)
      return {
        shift: weights.reduce((sum, weight, j) => sum + weight * shift[j]!, 0),
        variance: varianceOf(control),
      };
    const target = under(shift);
    return { shift: targetMean(target, weights) - before, variance: varianceOf(target) };
  };
  const complete = moved(profile, (target) => targetVariance(law, target, kernels));
  return {
    complete: { shift: complete.shift, variance: { control: variance, treated: complete.variance } },
    protocols: protocols.map((actions, i) => {
      const { value, explained, atLeast } = values[i]!;
      const left = patternsOf(actions, seed).patterns.map(({ kept, probability }) => {
        const read = readCompletely(kept.map((k) => actions[k]!));
        const { recovered, detection } = recoveredProfile(law, own.scale, profile, read, kernels);
        const predicted = moved(
          recovered,
          (target) => protocolValues(law, target, [read], kernels).protocols[0]!.explained,
        );
        return { ...predicted, probability, detection };
      });
      const predicted = mixture(left);
      // Units are compared with those that have the same readings: what is left of them is known, and adds no variance.
      const seen = left.reduce((sum, one) => sum + one.probability * one.detection, 0);
      return {
        shift: predicted.shift,
        variance: { control: explained, treated: predicted.variance },
        value,
        atLeast,
        best: { shift: seen, variance: { control: seen, treated: seen } },
      };
    }),
  };
}

/** By how much a mean moves, and the variance that it then has. */
interface Moved {
  shift: number;
  variance: number;
}

/** Of what is one of several with their probabilities: the variance within each, and between their means. */
function mixture(parts: readonly (Moved & { probability: number })[]): Moved {
  if (parts.length === 1) return parts[0]!;
  const shift = parts.reduce((sum, one) => sum + one.probability * one.shift, 0);
  const variance = parts.reduce(
    (sum, one) => sum + one.probability * (one.variance + square(one.shift - shift)),
    0,
  );
  return { shift, variance };
}

/** With y = L⁻¹Aδ and W = L⁻¹ASK: ρ = SWᵀy, and yᵀy, in informative order, where readings repeat each other. O(d³ + d²p). */
function recoveredProfile(
  law: PredictingLaw,
  scale: Float64Array,
  profile: Float64Array,
  actions: readonly Measurement[],
  kernels: Kernels,
): { recovered: Float64Array; detection: number } {
  const { order, recovered, half } = informativeReadings(law, actions, kernels);
  const p = recovered.cols;
  const shifts = zeros(order.length, 1);
  order.forEach((a, i) => {
    shifts.data[i] = applyAction(actions[a]!, profile);
  });
  const seen = half(shifts).data;
  const moved = new Float64Array(p);
  seen.forEach((y, i) => {
    for (let j = 0; j < p; j++) moved[j]! += scale[j]! * recovered.data[i * p + j]! * y;
  });
  return { recovered: moved, detection: dot(seen, seen) };
}
