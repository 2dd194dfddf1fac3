import { applyAction, type Measurement } from '../../model/value/action.ts';
import { crossCovariance, readingVariances } from '../../model/value/measurement-covariance.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { square } from '../../numerics/elementary.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import type { Scenario } from './scenarios.ts';

/**
 * What every action of a catalogue would still tell after those chosen (Proposition 'Rank-one marginal gains'): row a of
 * `vectors` is v_{a|S} = P_Sℓ_a and variances[a] is s_{a|S}, noise included. P_S itself is never formed. It is that of Z; where
 * the law has a scale, ℓ_a stands for ℓ_a∘s, and variances are in the unit of the data.
 */
export interface Residual extends Weighing {
  readonly catalogue: readonly Measurement[];
  readonly vectors: Matrix;
  readonly variances: Float64Array;
  /** hᵀv_{a|S} for the weights h of the mean: ω, or ω∘s. */
  readonly weighted: Float64Array;
  /** Var ℓ_aᵀZ + r_a before anything was chosen: against it rounding is judged. */
  readonly initial: Float64Array;
}

/** Below this share of its first variance, what an action tells beyond the others is rounding. */
const NOTHING_LEFT = 1e-12;

export function initialResidual({ model }: Scenario, catalogue: readonly Measurement[]): Residual {
  const cross = crossCovariance(model, catalogue);
  const variances = readingVariances(cross, catalogue, model.scale).map(
    (variance, a) => variance + catalogue[a]!.noise,
  );
  const ofMean = meanWeights(model);
  const weighted = Float64Array.from(catalogue, (_, a) => {
    let sum = 0;
    for (let j = 0; j < cross.cols; j++) sum += ofMean[j]! * cross.data[a * cross.cols + j]!;
    return sum;
  });
  return {
    catalogue,
    weights: model.weights,
    scale: model.scale,
    vectors: cross,
    variances,
    weighted,
    initial: variances.slice(),
  };
}

/** Whether an action tells anything beyond those chosen. */
export function tellsNothing({ variances, initial }: Residual, a: number): boolean {
  return !(variances[a]! > NOTHING_LEFT * initial[a]!);
}

/** After one more action: every residual loses its part along u = v_a/√s_a. O(n·p). */
export function afterChoosing(residual: Residual, a: number): Residual {
  const { catalogue, scale, vectors, variances, weighted } = residual;
  const { rows: n, cols: p, data } = vectors;
  if (tellsNothing(residual, a)) return residual;
  const root = Math.sqrt(variances[a]!);
  const u = data.slice(a * p, (a + 1) * p);
  for (let j = 0; j < p; j++) u[j]! /= root;
  const along = weighted[a]! / root;
  const next = zeros(n, p);
  const left = new Float64Array(n);
  const weightedLeft = new Float64Array(n);
  catalogue.forEach((action, b) => {
    // ℓ_bᵀu: how much of action b lies along u.
    const share = applyAction(action, u, 0, scale);
    const from = b * p;
    for (let j = 0; j < p; j++) next.data[from + j] = data[from + j]! - share * u[j]!;
    left[b] = variances[b]! - share * share;
    weightedLeft[b] = weighted[b]! - share * along;
  });
  return { ...residual, vectors: next, variances: left, weighted: weightedLeft };
}

/** Δ_mean(a | S) = (hᵀv)²/s (eq. marginal-mean). */
export function meanGain(residual: Residual, a: number): number {
  return tellsNothing(residual, a) ? 0 : square(residual.weighted[a]!) / residual.variances[a]!;
}
