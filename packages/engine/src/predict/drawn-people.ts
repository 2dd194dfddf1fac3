import type { TargetSpec } from '../model/target.ts';
import type { Measurement } from '../model/value/action.ts';
import { canMiss, keptByUnits } from '../model/value/missed.ts';
import {
  expectedReadings,
  type PredictingLaw,
  type Predictor,
  predictor,
  scaleOf,
  targetOfTrajectory,
} from '../model/value/predictor.ts';
import { type Matrix, transpose } from '../numerics/matrix.ts';
import { randomStream } from '../numerics/random/random-stream.ts';
import { drawnReadings, readOf } from './drawn-residuals.ts';

/** Units drawn from a law, one row or entry each: what happened, what a protocol read of it, and what that says of the target. */
export interface DrawnPeople {
  /** people × p, in the law's scale: of log X with 'log'. */
  readonly trajectories: Matrix;
  /** people × d, in the law's scale, with their noise; NaN where one is missed. */
  readonly readings: Matrix;
  /** Θ. */
  readonly targets: Float64Array;
  /** E(Θ | Y), of those that were read. */
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
  const { mean, scale, transform } = scaleOf(law);
  const p = law.weights.length;
  const trajectories = transpose(drawn.trajectories);
  for (let at = 0; at < people * p; at++)
    trajectories.data[at] = mean[at % p]! + scale[at % p]! * trajectories.data[at]!;
  const readings = transpose(drawn.readings);
  const d = protocol.length;
  const expected = expectedReadings(law, protocol);
  for (let at = 0; at < people * d; at++) readings.data[at]! += expected[at % d]!;
  const truth = targetOfTrajectory(target, law.weights, transform);
  if (canMiss(protocol)) {
    const missing = randomStream(seed, 'missed by people');
    keptByUnits(protocol, people, missing).forEach((kept, m) => {
      for (let a = 0; a < d; a++) if (!kept.includes(a)) readings.data[m * d + a] = Number.NaN;
    });
  }
  const predict = predictingReads(law, target, protocol);
  const each = (of: (m: number) => number) => Float64Array.from({ length: people }, (_, m) => of(m));
  return {
    trajectories,
    readings,
    targets: each((m) => truth(trajectories.data, m * p)),
    predicted: each((m) => predict(readings.data.subarray(m * d, (m + 1) * d))),
  };
}

/** By what was read of each unit: those that miss the same readings share their predictor. */
function predictingReads(law: PredictingLaw, target: TargetSpec, protocol: readonly Measurement[]) {
  const made = new Map<string, Predictor>();
  return (readings: Float64Array): number => {
    const read = readOf(readings);
    const key = read.join(' ');
    const own =
      made.get(key) ??
      predictor(
        law,
        target,
        read.map((a) => protocol[a]!),
      );
    made.set(key, own);
    return own(read.map((a) => readings[a]!));
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
