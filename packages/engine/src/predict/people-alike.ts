import { applyAction, type Measurement } from '../model/value/action.ts';
import { measurementCovariance } from '../model/value/measurement-covariance.ts';
import { type Model, meanWeights } from '../model/value/model.ts';
import { expectedReadings, type PredictingLaw, predictor } from '../model/value/predictor.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { fillNormal, randomStream } from '../numerics/random/random-stream.ts';
import { drawnReadings } from './drawn-residuals.ts';

/** The same units as two protocols see them: each entry one unit. */
export interface PeopleAlike {
  readonly targets: Float64Array;
  /** E(Θ | Y) by the benchmark. */
  readonly byBenchmark: Float64Array;
  /** E(Θ | Y) by the protocol in question. */
  readonly byProtocol: Float64Array;
}

/** Of the largest eigenvalue, what rounding leaves of 0. */
const NOTHING = 1e-12;

/**
 * Units that look alike: in every law with the same benchmark law of (Y_A, Θ), unit m has the same readings Y_A and the same Θ, and only the
 * rest of its trajectory is another. Θ is the mean. By Matheron's rule: drawn from the law as it is, and then moved to the benchmark
 * that the unit is to have. O(people·p²).
 */
export function peopleAlike(
  law: PredictingLaw,
  benchmark: readonly Measurement[],
  protocol: readonly Measurement[],
  { people, seed }: { people: number; seed: number },
): PeopleAlike {
  const [p, d] = [law.weights.length, benchmark.length];
  const actions = [...benchmark, ...protocol];
  const { trajectories, readings } = drawnReadings(law, actions, people, seed, 'people');
  const weights = meanWeights(law);
  const { cross, joint } = jointly(law, benchmark, weights);
  const { root, inverse } = rootAndInverse(joint);
  const normals = zeros(people, d + 1);
  fillNormal(randomStream(seed, 'people alike'), normals.data);
  const wanted = defaultKernels().multiply(normals, root).data;
  const expected = expectedReadings(law, actions);
  const targetMean = law.weights.reduce((sum, weight, j) => sum + weight * (law.mean?.[j] ?? 0), 0);
  const byBenchmark = predictor(law, 'mean', benchmark);
  const byProtocol = predictor(law, 'mean', protocol);
  const found = { byBenchmark: new Float64Array(people), byProtocol: new Float64Array(people) };
  const moved = new Float64Array(p);
  for (let m = 0; m < people; m++) {
    // (Y_A, Θ) as it is to be, less as it was drawn.
    const away = Float64Array.from({ length: d + 1 }, (_, i) => {
      let drawn = i < d ? readings.data[i * people + m]! : 0;
      if (i === d) for (let j = 0; j < p; j++) drawn += weights[j]! * trajectories.data[j * people + m]!;
      return wanted[m * (d + 1) + i]! - drawn;
    });
    moved.fill(0);
    for (let i = 0; i <= d; i++) {
      let step = 0;
      for (let k = 0; k <= d; k++) step += inverse.data[i * (d + 1) + k]! * away[k]!;
      for (let j = 0; j < p; j++) moved[j]! += step * cross.data[i * p + j]!;
    }
    found.byBenchmark[m] = byBenchmark(benchmark.map((_, i) => expected[i]! + wanted[m * (d + 1) + i]!));
    found.byProtocol[m] = byProtocol(
      protocol.map(
        (action, a) =>
          expected[d + a]! + readings.data[(d + a) * people + m]! + applyAction(action, moved, 0, law.scale),
      ),
    );
  }
  const targets = Float64Array.from({ length: people }, (_, m) => targetMean + wanted[m * (d + 1) + d]!);
  return { targets, ...found };
}

/** Of (Y_A, Θ): its covariances with Z, a row each, and its own. */
function jointly(
  law: Model,
  benchmark: readonly Measurement[],
  weights: Float64Array,
): { cross: Matrix; joint: Matrix } {
  const [p, d] = [weights.length, benchmark.length];
  const read = measurementCovariance(law, benchmark);
  const cross = zeros(d + 1, p);
  cross.data.set(read.cross.data);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++) cross.data[d * p + k]! += weights[j]! * law.covariance.data[j * p + k]!;
  const joint = zeros(d + 1, d + 1);
  for (let i = 0; i <= d; i++) {
    let withTarget = 0;
    for (let j = 0; j < p; j++) withTarget += cross.data[i * p + j]! * weights[j]!;
    joint.data[i * (d + 1) + d] = joint.data[d * (d + 1) + i] = withTarget;
    for (let k = 0; i < d && k < d; k++)
      joint.data[i * (d + 1) + k] = read.between.data[i * d + k]! + (i === k ? benchmark[i]!.noise : 0);
  }
  return { cross, joint };
}

/** The symmetric root, which a rounding in S hardly changes, and the inverse; where S is singular, that of Moore and Penrose. */
function rootAndInverse(joint: Matrix): { root: Matrix; inverse: Matrix } {
  const { values, vectors } = defaultKernels().eigenSymmetric(joint);
  const n = joint.rows;
  const least = NOTHING * values[n - 1]!;
  const made = (of: (value: number) => number) => {
    const matrix = zeros(n, n);
    for (let k = 0; k < n; k++) {
      const own = values[k]! > least ? of(values[k]!) : 0;
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++)
          matrix.data[i * n + j]! += own * vectors.data[i * n + k]! * vectors.data[j * n + k]!;
    }
    return matrix;
  };
  return { root: made(Math.sqrt), inverse: made((value) => 1 / value) };
}
