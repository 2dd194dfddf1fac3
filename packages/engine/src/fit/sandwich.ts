import type { FitData } from './fit-data.ts';
import type { FittedKernel } from './fit-model.ts';
import { eachTrajectory, type Point } from './likelihood.ts';
import type { Maximum } from './maximum.ts';
import { multiplied, positiveInverse } from './small-matrices.ts';

/** A step of the central differences by which scores become observed information. */
const STEP = 1e-4;

/**
 * The covariance of estimates by unit: A⁻¹BA⁻¹, A the observed information and B the sum of squares of the units' scores, along some directions
 * of point and mean. It holds whatever the law and however alike the trajectories of a unit are.
 */
export function sandwich(
  data: FitData,
  kernel: FittedKernel,
  { point, likelihood: { mean } }: Maximum,
  directions: readonly Float64Array[],
): Float64Array {
  const width = directions[0]!.length;
  const q = point.length;
  const n = directions.length;
  const total = (at: Point, coefficients: Float64Array) => {
    const { scores } = eachTrajectory(data, kernel, at, coefficients);
    const sum = new Float64Array(width);
    for (let k = 0; k < scores.length; k++) sum[k % width]! += scores[k]!;
    return sum;
  };
  const along = (vector: Float64Array, direction: Float64Array) =>
    direction.reduce((sum, x, k) => sum + x * vector[k]!, 0);
  const bread = new Float64Array(n * n);
  directions.forEach((direction, i) => {
    const largest = direction.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const step = STEP / largest;
    const moved = (sign: number) =>
      total(
        point.map((x, k) => x + sign * step * direction[k]!),
        mean.map((x, k) => x + sign * step * direction[q + k]!),
      );
    const [ahead, behind] = [moved(1), moved(-1)];
    const slope = ahead.map((x, k) => (behind[k]! - x) / (2 * step));
    directions.forEach((other, k) => {
      bread[i * n + k] = along(slope, other);
    });
  });
  for (let i = 0; i < n; i++)
    for (let k = 0; k < i; k++) {
      const middle = (bread[i * n + k]! + bread[k * n + i]!) / 2;
      bread[i * n + k] = middle;
      bread[k * n + i] = middle;
    }
  const inverted = positiveInverse(bread, n);
  if (!inverted) return new Float64Array(n * n).fill(Number.NaN);
  const { scores } = eachTrajectory(data, kernel, point, mean);
  const { clusters } = data.readings;
  const units = clusters.reduce((most, unit) => Math.max(most, unit), 0) + 1;
  const byUnit = new Float64Array(units * n);
  for (let i = 0; i < clusters.length; i++)
    directions.forEach((direction, k) => {
      byUnit[clusters[i]! * n + k]! += along(scores.subarray(i * width, (i + 1) * width), direction);
    });
  const meat = new Float64Array(n * n);
  for (let u = 0; u < units; u++)
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) meat[i * n + k]! += byUnit[u * n + i]! * byUnit[u * n + k]!;
  const out = multiplied(multiplied(inverted.inverse, meat, n), inverted.inverse, n);
  return out.map((x) => (x * units) / (units - 1));
}
