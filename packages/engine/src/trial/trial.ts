import type { TargetSpec } from '../model/target.ts';
import { type DataScale, targetMean, targetUnder } from '../model/target-under.ts';
import { applyAction, type Measurement } from '../model/value/action.ts';
import { informativeOrder } from '../model/value/informative-order.ts';
import { measurementCovariance } from '../model/value/measurement-covariance.ts';
import type { PredictingLaw } from '../model/value/predictor.ts';
import { protocolValues, targetVariance } from '../model/value/value.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { zeros } from '../numerics/matrix.ts';
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
  /** What the predictor makes of the profile, at each time: SKSAᵀG⁻¹Aδ. */
  recovered: Float64Array;
  /** (Aδ)ᵀG⁻¹Aδ: the squared shift of the best linear combination of the readings, in its standard deviations. */
  detection: number;
}

/**
 * What a shift of the latent mean by δ does to Θ and to Θ̂ = E(Θ | Y), the predictor of the control law. With Y the readings' mean moves by
 * Aδ, and E(Z | Y) by the recovered profile ρ. Given Y, each Z_j has the same variance as before: the mean of Θ̂ is therefore that of Θ in
 * a law whose mean is m + ρ, and the variance of Θ̂ is what the protocol explains of Θ there (the Gaussian protocol-value identity).
 * Exact for the mean, thresholds and the mean under a logarithm.
 */
export function trial(
  law: PredictingLaw,
  spec: TargetSpec,
  profile: Float64Array,
  protocols: readonly (readonly Measurement[])[],
  kernels: Kernels = defaultKernels(),
): Trial {
  const { weights, transform = 'none' } = law;
  const p = weights.length;
  const own: DataScale = {
    mean: law.mean ?? new Float64Array(p),
    scale: law.scale ?? new Float64Array(p).fill(1),
    transform,
  };
  const under = (shift?: Float64Array) =>
    targetUnder(spec, shift ? { ...own, mean: own.mean.map((m, j) => m + shift[j]!) } : own);
  const control = under();
  const { variance, protocols: values } = protocolValues(law, control, protocols, kernels);
  const [before, linear] = [targetMean(control, weights), spec === 'mean' && transform === 'none'];
  const moved = (
    shift: Float64Array,
    explained: number,
    after: (target: ReturnType<typeof under>) => number,
  ) => {
    // Nothing but the mean of a linear target moves.
    if (linear)
      return {
        shift: weights.reduce((sum, weight, j) => sum + weight * shift[j]!, 0),
        variance: { control: explained, treated: explained },
      };
    const target = under(shift);
    return {
      shift: targetMean(target, weights) - before,
      variance: { control: explained, treated: after(target) },
    };
  };
  return {
    complete: moved(profile, variance, (target) => targetVariance(law, target, kernels)),
    protocols: protocols.map((actions, i) => {
      const { value, explained, atLeast } = values[i]!;
      const { recovered, detection } = recoveredProfile(law, own.scale, profile, actions, kernels);
      return {
        ...moved(
          recovered,
          explained,
          (target) => protocolValues(law, target, [actions], kernels).protocols[0]!.explained,
        ),
        value,
        atLeast,
        recovered,
        detection,
      };
    }),
  };
}

/** With x = G⁻¹Aδ: ρ = SKSAᵀx and xᵀAδ, in informative order, where readings repeat each other. O(d³ + dp). */
function recoveredProfile(
  law: PredictingLaw,
  scale: Float64Array,
  profile: Float64Array,
  actions: readonly Measurement[],
  kernels: Kernels,
): Pick<TrialProtocol, 'recovered' | 'detection'> {
  const { cross, between } = measurementCovariance(law, actions);
  const d = actions.length;
  const p = cross.cols;
  const noise = Float64Array.from(actions, (action) => action.noise);
  const order = informativeOrder(between, noise, Int32Array.from(actions.keys()));
  const recovered = new Float64Array(p);
  if (order.length === 0) return { recovered, detection: 0 };
  const among = zeros(order.length, order.length);
  const shifts = zeros(order.length, 1);
  order.forEach((a, i) => {
    order.forEach((b, k) => {
      among.data[i * order.length + k] = between.data[a * d + b]! + (a === b ? noise[a]! : 0);
    });
    shifts.data[i] = applyAction(actions[a]!, profile);
  });
  const factored = kernels.cholesky(among);
  if (!factored.ok) throw new RangeError('readings that were chosen as informative are collinear');
  const solved = kernels.solveLowerTransposed(factored.factor, kernels.solveLower(factored.factor, shifts));
  let detection = 0;
  order.forEach((a, i) => {
    const x = solved.data[i]!;
    detection += x * shifts.data[i]!;
    for (let j = 0; j < p; j++) recovered[j]! += scale[j]! * cross.data[a * p + j]! * x;
  });
  return { recovered, detection };
}
