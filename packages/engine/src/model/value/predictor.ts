import { exp, log, square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix } from '../../numerics/matrix.ts';
import { type DataScale, type TargetSpec, targetFunction, targetKindOf, targetLevels } from '../target.ts';
import { normalDensity, upperShare } from '../transform/normal-tail.ts';
import { applyAction, type Measurement } from './action.ts';
import { informativeReadings } from './informative-order.ts';
import { type Model, meanWeights } from './model.ts';

/** A law with its mean: X_j = T⁻¹(m_j + s_j·Z_j). Without mean and scale it is standardised. */
export interface PredictingLaw extends Model {
  readonly mean?: Float64Array | undefined;
  /** 'log': X = e^(m + sZ), and what is read is log X with its noise. */
  readonly transform?: 'none' | 'log';
}

/** The law of the trajectory given what a protocol read: E(Z | Y) = gainᵀ(y − expected), Var(Z | Y) = K − recoveredᵀ·recovered. */
export interface ConditionalLaw {
  /** d × p; a row of zeros where a reading adds nothing to the others. */
  readonly gain: Matrix;
  /** E Y. */
  readonly expected: Float64Array;
  /** Of each reading that tells something what it tells beyond those before it, of norm 1; a row for each. */
  readonly recovered: Matrix;
  /** Var(Z_j | Y). */
  readonly open: Float64Array;
}

/** (A S K S Aᵀ + R)⁻¹ A S K, in informative order, where readings repeat each other. O(d³ + d²p). */
export function conditionalLaw(
  law: PredictingLaw,
  protocol: readonly Measurement[],
  kernels: Kernels = defaultKernels(),
): ConditionalLaw {
  const { recovered, gain } = informativeReadings(law, protocol, kernels);
  const p = recovered.cols;
  const open = new Float64Array(p).fill(1);
  for (let i = 0; i < recovered.rows; i++)
    for (let j = 0; j < p; j++) open[j]! -= square(recovered.data[i * p + j]!);
  return {
    gain: gain(),
    recovered,
    expected: expectedReadings(law, protocol),
    // What is read without noise is known, up to rounding.
    open: open.map((variance) => Math.max(0, variance)),
  };
}

/** E Y. */
export function expectedReadings(
  { mean }: Pick<PredictingLaw, 'mean'>,
  actions: readonly Measurement[],
): Float64Array {
  return Float64Array.from(actions, (action) => (mean ? applyAction(action, mean) : 0));
}

/** m and s of a law, 0 and 1 where it is standardised. */
export function scaleOf({ weights, mean, scale, transform = 'none' }: PredictingLaw): Required<DataScale> {
  const p = weights.length;
  return { mean: mean ?? new Float64Array(p), scale: scale ?? new Float64Array(p).fill(1), transform };
}

/** Of each grid point the reading without noise that is of it alone; −1 where there is none. */
export function exactReadings(actions: readonly Measurement[], points: number): Int32Array {
  const read = new Int32Array(points).fill(-1);
  actions.forEach(({ first, last, noise }, a) => {
    if (first === last && noise === 0) read[first] = a;
  });
  return read;
}

/** E(Z | Y). */
export function latentGiven(
  { gain, expected }: Pick<ConditionalLaw, 'gain' | 'expected'>,
  readings: ArrayLike<number>,
): Float64Array {
  const p = gain.cols;
  const latent = new Float64Array(p);
  for (let a = 0; a < expected.length; a++) {
    const away = readings[a]! - expected[a]!;
    for (let j = 0; j < p; j++) latent[j]! += gain.data[a * p + j]! * away;
  }
  return latent;
}

/** Of a latent variance of 1, what rounding leaves of one that is known. */
export const DETERMINED = 1e-12;

/** What a protocol's readings predict of the target, E(Θ | Y), under a law. */
export interface Predictor {
  (readings: ArrayLike<number>): number;
  /** Where it is linear in the readings. */
  readonly linear?: { readonly intercept: number; readonly coefficients: Float64Array };
}

/**
 * The Bayes predictor of the law: Σ_j ω_j E{g_j(X_j) | Y}. Given Y, each X_j (or log X_j) is normal: linear for the mean, a sum of
 * normal tails for thresholds, e^(m + s²v/2) for the mean with 'log', and an integral otherwise. O(p·d) a unit.
 *
 * @example
 * ```ts
 * import { action, latentCovariance, predictor, targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(10, 64, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const law = { covariance, weights: targetWeights('uniform', grid) };
 * const predict = predictor(law, 'mean', [2, 8].map((at) => action({ at, noise: 0.25 }, grid)));
 * console.log(predict([1, 1])); // → 0.4952951…
 * ```
 */
export function predictor(
  law: PredictingLaw,
  spec: TargetSpec,
  protocol: readonly Measurement[],
  kernels: Kernels = defaultKernels(),
): Predictor {
  const { weights } = law;
  const { mean, scale, transform } = scaleOf(law);
  const p = weights.length;
  if (spec === 'mean' && transform === 'none') return linearPredictor();
  const given = conditionalLaw(law, protocol, kernels);
  const { open } = given;
  const deviations = open.map((variance, j) => scale[j]! * Math.sqrt(variance));
  const expectation = conditionalMean(spec, transform);
  const known = inScale(spec, transform);
  // What is read without noise is what was read: rounding would move it across a threshold. Where the rest tells a point, it nearly is.
  const read = exactReadings(protocol, p);
  return (readings) => {
    const latent = latentGiven(given, readings);
    let sum = 0;
    for (let j = 0; j < p; j++) {
      const centre = mean[j]! + scale[j]! * latent[j]!;
      const own =
        read[j]! >= 0
          ? known(readings[read[j]!]!)
          : open[j]! <= DETERMINED
            ? known(centre)
            : expectation(centre, deviations[j]!);
      sum += weights[j]! * own;
    }
    return sum;
  };

  function linearPredictor(): Predictor {
    const coefficients = informativeReadings(law, protocol, kernels).gain(meanWeights(law)).data;
    const intercept = dot(weights, mean) - dot(coefficients, expectedReadings(law, protocol));
    const predict = (readings: ArrayLike<number>) =>
      coefficients.reduce((sum, own, a) => sum + own * readings[a]!, intercept);
    return Object.assign(predict, { linear: { intercept, coefficients } });
  }
}

/** The trapezoidal rule for E f(U): its error falls faster than any power of the step where f is smooth. */
const NODES = Array.from({ length: 129 }, (_, k) => {
  const at = (k - 64) / 8;
  return { at, share: normalDensity(at) / 8 };
});

/** g of a value in the scale of the law: a threshold is moved there, so that a value at the threshold stays at it. */
export function inScale(spec: TargetSpec, transform: 'none' | 'log'): (w: number) => number {
  if (transform === 'none') return targetFunction(spec);
  if (spec === 'mean') return exp;
  const levels = targetLevels(spec).map(logOf);
  const { kind } = targetKindOf(spec);
  return targetFunction({ [kind.name]: levels.length === 1 ? levels[0] : levels } as TargetSpec);
}

/** A level in the scale of the law. */
export const logOf = (level: number) => (level > 0 ? log(level) : Number.NEGATIVE_INFINITY);

/** E g(T⁻¹(W)) of a normal W with this mean and standard deviation. */
function conditionalMean(
  spec: TargetSpec,
  transform: 'none' | 'log',
): (mean: number, deviation: number) => number {
  if (spec === 'mean') return (mean, deviation) => exp(mean + square(deviation) / 2);
  const g = targetFunction(spec);
  const levels = targetLevels(spec);
  if (levels.length === 0)
    return (mean, deviation) =>
      NODES.reduce((sum, { at, share }) => sum + share * g(mean + deviation * at), 0);
  const ends = transform === 'none' ? levels : levels.map(logOf);
  const { first, jumps } = stepsOf(g, levels);
  return (mean, deviation) =>
    ends.reduce((sum, end, i) => sum + jumps[i]! * upperShare((end - mean) / deviation), first);
}

/** Of a g that is constant between its levels: below the first of them, and by how much it jumps at each. */
export function stepsOf(
  g: (w: number) => number,
  levels: readonly number[],
): { first: number; jumps: number[] } {
  const between = levels.slice(1).map((level, i) => (level + levels[i]!) / 2);
  const values = [levels[0]! - 1, ...between, levels.at(-1)! + 1].map(g);
  return { first: values[0]!, jumps: levels.map((_, i) => values[i + 1]! - values[i]!) };
}

/** Θ of a trajectory that is known throughout, in the scale of the law: of log X with 'log'. */
export function targetOfTrajectory(
  spec: TargetSpec,
  weights: Float64Array,
  transform: 'none' | 'log' = 'none',
): (trajectory: ArrayLike<number>, offset?: number) => number {
  const g = inScale(spec, transform);
  return (trajectory, offset = 0) => {
    let sum = 0;
    for (let j = 0; j < weights.length; j++) sum += weights[j]! * g(trajectory[offset + j]!);
    return sum;
  };
}
