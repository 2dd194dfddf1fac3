import { applyAction, type Measurement } from '../model/value/action.ts';
import type { Law } from '../model/value/model.ts';
import type { ConditionalLaw } from '../model/value/predictor.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, transpose, zeros } from '../numerics/matrix.ts';
import { fillNormal, randomStream, split } from '../numerics/random/random-stream.ts';

/** Trajectories of the law, and what a protocol reads of each: by their draws, at p and at d places. */
export interface DrawnReadings {
  /** p × draws: Z. */
  readonly trajectories: Matrix;
  /** d × draws: Y − E Y. */
  readonly readings: Matrix;
}

/** By their places the readings of a unit that are there. */
export function readOf(readings: Float64Array): number[] {
  return [...readings.keys()].filter((a) => !Number.isNaN(readings[a]!));
}

export function drawnReadings(
  law: Law,
  protocol: readonly Measurement[],
  draws: number,
  seed: number,
  purpose = 'predictions',
): DrawnReadings {
  const kernels = defaultKernels();
  const stream = randomStream(seed, purpose);
  const p = law.covariance.rows;
  const normals = zeros(draws, p);
  fillNormal(split(stream, 'latent'), normals.data);
  const units = kernels.multiply(normals, root(law.covariance), 'right');
  const readings = zeros(protocol.length, draws);
  fillNormal(split(stream, 'noise'), readings.data);
  protocol.forEach((action, a) => {
    const noise = Math.sqrt(action.noise);
    for (let m = 0; m < draws; m++) {
      const at = a * draws + m;
      readings.data[at] = noise * readings.data[at]! + applyAction(action, units.data, m * p, law.scale);
    }
  });
  return { trajectories: transpose(units), readings };
}

/** B with BBᵀ = K; K may be singular, as it is where nothing but a trait differs between units. */
function root(covariance: Matrix): Matrix {
  const kernels = defaultKernels();
  const factored = kernels.cholesky(covariance);
  if (factored.ok) return factored.factor;
  const { values, vectors } = kernels.eigenSymmetric(covariance);
  const p = covariance.rows;
  const made = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++)
      made.data[j * p + k] = vectors.data[j * p + k]! * Math.sqrt(Math.max(0, values[k]!));
  return made;
}

/**
 * Z − E(Z | Y) of every draw, p × draws: given Y it has the same law whatever Y is, so that one set of draws is for all units
 * with the same readings (`members` of the protocol). O(draws·p·d).
 */
export function drawnResiduals(
  { trajectories, readings }: DrawnReadings,
  { gain }: Pick<ConditionalLaw, 'gain'>,
  members: readonly number[],
): Matrix {
  const { rows: p, cols: draws } = trajectories;
  const left = { ...trajectories, data: trajectories.data.slice() };
  members.forEach((member, a) => {
    const read = readings.data.subarray(member * draws, (member + 1) * draws);
    for (let j = 0; j < p; j++) {
      const own = gain.data[a * p + j]!;
      if (own !== 0) for (let m = 0; m < draws; m++) left.data[j * draws + m]! -= own * read[m]!;
    }
  });
  return left;
}
