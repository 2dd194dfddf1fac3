import type { TargetSpec } from '../model/target.ts';
import { applyAction, type Measurement } from '../model/value/action.ts';
import { type PredictingLaw, predictor, targetOfTrajectory } from '../model/value/predictor.ts';
import { type Matrix, transpose } from '../numerics/matrix.ts';
import { drawnReadings } from './drawn-residuals.ts';

/** Units drawn from a law, one row or entry each: what happened, what a protocol read of it, and what that says of the target. */
export interface DrawnPeople {
  /** people × p, in the law's scale: of log X with 'log'. */
  readonly trajectories: Matrix;
  /** people × d, in the law's scale, with their noise. */
  readonly readings: Matrix;
  /** Θ. */
  readonly targets: Float64Array;
  /** E(Θ | Y). */
  readonly predicted: Float64Array;
}

/**
 * Seeded units of a law. Whatever the protocol is, unit m has the same trajectory, and its reading a the same noise in standard deviations:
 * who moves a reading sees the same units otherwise. O(people·p²).
 */
export function drawnPeople(
  law: PredictingLaw,
  target: TargetSpec,
  protocol: readonly Measurement[],
  { people, seed }: { people: number; seed: number },
): DrawnPeople {
  const drawn = drawnReadings(law, protocol, people, seed, 'people');
  const { mean, scale, transform } = law;
  const p = law.weights.length;
  const trajectories = transpose(drawn.trajectories);
  if (mean || scale)
    for (let at = 0; at < people * p; at++)
      trajectories.data[at] =
        (mean ? mean[at % p]! : 0) + (scale ? scale[at % p]! : 1) * trajectories.data[at]!;
  const readings = transpose(drawn.readings);
  const d = protocol.length;
  if (mean) {
    const expected = protocol.map((action) => applyAction(action, mean));
    for (let at = 0; at < people * d; at++) readings.data[at]! += expected[at % d]!;
  }
  const truth = targetOfTrajectory(target, law.weights, transform);
  const predict = predictor(law, target, protocol);
  const each = (of: (m: number) => number) => Float64Array.from({ length: people }, (_, m) => of(m));
  return {
    trajectories,
    readings,
    targets: each((m) => truth(trajectories.data, m * p)),
    predicted: each((m) => predict(readings.data.subarray(m * d, (m + 1) * d))),
  };
}

/** 1 − Σ(Θ − Θ̂)² / Σ(Θ − mean)²: the share of the units' differences that is predicted; the value, but for chance. */
export function shareExplained(targets: ArrayLike<number>, predicted: ArrayLike<number>): number {
  let [sum, squares, missed] = [0, 0, 0];
  for (let m = 0; m < targets.length; m++) sum += targets[m]!;
  const mean = sum / targets.length;
  for (let m = 0; m < targets.length; m++) {
    squares += (targets[m]! - mean) * (targets[m]! - mean);
    missed += (targets[m]! - predicted[m]!) * (targets[m]! - predicted[m]!);
  }
  return 1 - missed / squares;
}
