// Sparse readings of units with a known law, for the studies of how often intervals hold.
import {
  fillNormal,
  fillUniform,
  type KernelSpec,
  kernelMatrix,
  type RandomStream,
  type SparseReadings,
  simulatedUnits,
  split,
  timeGrid,
  unitLaw,
} from '@sightline/engine/internal';

export interface ReadingsLaw {
  kernel: KernelSpec;
  trait: number;
  /** m(t) at a time. */
  mean: (t: number) => number;
  sd: number;
  noise: number;
  units: number;
  /** Each with the unit's own part that never decays; 1 unless given. */
  trajectories?: number;
  readings: number;
  /** Of the Student law of a whole unit about its mean, of the same covariance; Gaussian unless given. */
  freedom?: number;
}

/** How many readings there are, in words. */
export const readingsText = ({ units, trajectories = 1, readings }: ReadingsLaw) =>
  `${units} units${trajectories > 1 ? ` of ${trajectories} trajectories` : ''} with ${readings} readings`;

/** Readings are at random cells of this grid. */
const fine = timeGrid(24, 96);

export function simulatedReadings(
  { kernel, trait, mean, sd, noise, units, trajectories = 1, readings, freedom }: ReadingsLaw,
  stream: RandomStream,
): SparseReadings {
  const count = units * trajectories;
  // The part that never decays is the unit's, the same on all of its days.
  const decaying = simulatedUnits(
    unitLaw(kernelMatrix(kernel, 0, fine)),
    count,
    0,
    split(stream, 'decaying'),
  );
  const lasting = new Float64Array(units);
  fillNormal(split(stream, 'lasting'), lasting);
  const errors = new Float64Array(count * readings);
  fillNormal(split(stream, 'errors'), errors);
  const cells = split(stream, 'cells');
  const places = new Float64Array(fine.points);
  const times = new Float64Array(count * readings);
  const values = new Float64Array(count * readings);
  const heavy = scales(units, freedom, split(stream, 'scale'));
  for (let i = 0; i < count; i++) {
    const unit = Math.floor(i / trajectories);
    fillUniform(split(cells, i), places);
    const order = Array.from(places, (_, j) => j).sort((a, b) => places[a]! - places[b]!);
    for (let r = 0; r < readings; r++) {
      const n = i * readings + r;
      const j = order[r]!;
      const z =
        Math.sqrt(1 - trait) * decaying.data[i * fine.points + j]! + Math.sqrt(trait) * lasting[unit]!;
      times[n] = fine.times[j]!;
      values[n] = mean(fine.times[j]!) + heavy[unit]! * (sd * z + Math.sqrt(noise) * errors[n]!);
    }
  }
  return {
    times,
    values,
    starts: Int32Array.from({ length: count + 1 }, (_, i) => i * readings),
    clusters: Int32Array.from({ length: count }, (_, i) => Math.floor(i / trajectories)),
  };
}

function scales(units: number, freedom: number | undefined, stream: RandomStream): Float64Array {
  const normals = new Float64Array(units * (freedom ?? 0));
  fillNormal(stream, normals);
  return Float64Array.from({ length: units }, (_, i) => {
    if (freedom === undefined) return 1;
    const own = normals.subarray(i * freedom, (i + 1) * freedom);
    return Math.sqrt((freedom - 2) / own.reduce((sum, x) => sum + x * x, 0));
  });
}
