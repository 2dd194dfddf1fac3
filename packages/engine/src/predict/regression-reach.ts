import { student } from '../model/transform/student.ts';
import type { Measurement } from '../model/value/action.ts';
import { informativeReadings } from '../model/value/informative-order.ts';
import { expectedReadings, type PredictingLaw } from '../model/value/predictor.ts';
import { square } from '../numerics/elementary.ts';
import { defaultKernels } from '../numerics/kernels/kernels.ts';
import { chiSquareAt } from '../numerics/random/chi-square.ts';
import { randomStream } from '../numerics/random/random-stream.ts';

/** What the moments of a law were estimated from: trajectories, and the units that they are of. */
export interface EstimatedFrom {
  readonly trajectories: number;
  readonly units: number;
}

/**
 * How far the prediction interval of a regression reaches from what is predicted, in residual standard deviations (divisor N − 1):
 *   t·√{(N − 1)/(N − d − 1)·(1 + 1/N + h/(N − 1))},   h = (y − E y)ᵀS⁻¹(y − E y),
 * with d readings and Student's t for units − d − 1 degrees of freedom. Exact for normal errors where each trajectory is a unit of its own.
 */
export function regressionReach(
  law: PredictingLaw,
  actions: readonly Measurement[],
  level: number,
  { trajectories, units }: EstimatedFrom,
): (readings: ArrayLike<number>) => number {
  const kernels = defaultKernels();
  // Readings that repeat others are none of the regression.
  const { order, half } = informativeReadings(law, actions, kernels);
  const d = order.length;
  const expected = expectedReadings(law, actions);
  const left = (count: number) => Math.max(1, count - d - 1);
  const factor =
    student(left(units)).exceeded((1 - level) / 2) * Math.sqrt((trajectories - 1) / left(trajectories));
  return (readings) => {
    const away = { rows: d, cols: 1, data: Float64Array.from(order, (a) => readings[a]! - expected[a]!) };
    const leverage = half(away).data.reduce((sum, own) => sum + square(own), 0);
    return factor * Math.sqrt(1 + 1 / trajectories + leverage / (trajectories - 1));
  };
}

/**
 * The same for trajectories that are drawn: by how much their residuals are larger where the law was estimated, draw by draw. A scale that
 * is uncertain by its degrees of freedom, and the leverage that readings have on average.
 */
export function predictiveFactors(
  readings: number,
  { trajectories, units }: EstimatedFrom,
  draws: number,
  seed: number,
): Float64Array {
  const left = (count: number) => Math.max(1, count - readings - 1);
  const stream = randomStream(seed, 'predictions', 'scale');
  const leverage = 1 + 1 / trajectories + readings / (trajectories - 1);
  const scale = ((trajectories - 1) / left(trajectories)) * leverage * left(units);
  return Float64Array.from({ length: draws }, (_, m) =>
    Math.sqrt(scale / chiSquareAt(stream, left(units), m)),
  );
}
