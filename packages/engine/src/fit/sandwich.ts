import { dot } from '../numerics/matrix.ts';
import type { FitData } from './fit-data.ts';
import type { FittedKernel } from './fit-model.ts';
import { eachTrajectory, type Point } from './likelihood.ts';
import type { Maximum } from './maximum.ts';
import { applied, positiveInverse } from './small-matrices.ts';
import { unitCount } from './sparse-readings.ts';

/** A step of the central differences by which scores become observed information. */
const STEP = 1e-4;

/** As a share of the diagonal, and the least of it. */
const TRACE = 1e-8;

export interface EstimateCovariance {
  /** By unit: holds whatever the law and however alike the trajectories of a unit are. */
  readonly byUnit: Float64Array;
  /** The inverse of the observed information: holds where the model does and trajectories are independent. */
  readonly ofModel: Float64Array;
}

/**
 * Covariance of the estimates along some directions of point and mean, by the sandwich A⁻¹BA⁻¹: A the observed information and B from the
 * units' scores s_u. A unit's own part in the estimate makes its score too small; (A − A_u)⁻¹s_u, with its expected information A_u, is to
 * first order how far the estimate moves without the unit, so that what comes out is the jackknife's covariance. Where nothing tells some
 * direction, A is the expected information, with a trace of its diagonal added, or the diagonal alone: the variance there is huge, not missing.
 */
export function estimateCovariance(
  data: FitData,
  kernel: FittedKernel,
  { point, likelihood: { mean } }: Maximum,
  directions: readonly Float64Array[],
): EstimateCovariance {
  const width = point.length + mean.length;
  const n = directions.length;
  const { scores, informations } = eachTrajectory(data, kernel, point, mean);
  const { clusters } = data.readings;
  const units = unitCount(data.readings);
  const scoreOf = new Float64Array(units * n);
  const informationOf = new Float64Array(units * n * n);
  data.patterns.forEach(({ first, count }, k) => {
    const own = quadratic(informations[k]!, directions);
    for (let i = first; i < first + count; i++) {
      const unit = clusters[i]!;
      directions.forEach((direction, a) => {
        scoreOf[unit * n + a]! += dot(direction, scores.subarray(i * width, (i + 1) * width));
      });
      for (let a = 0; a < n * n; a++) informationOf[unit * n * n + a]! += own[a]!;
    }
  });
  const expected = new Float64Array(n * n);
  informationOf.forEach((x, k) => {
    expected[k % (n * n)]! += x;
  });
  const { information, inverse } = [
    observedInformation(data, kernel, point, mean, directions),
    expected,
    expected.map((x, k) => (k % (n + 1) === 0 ? x * (1 + TRACE) : x)),
    expected.map((x, k) => (k % (n + 1) === 0 ? Math.max(x, TRACE) : 0)),
  ]
    .map((information) => ({ information, inverse: positiveInverse(information, n)?.inverse }))
    .find((one) => one.inverse !== undefined)!;
  // Not 0 under restricted likelihood, nor along what stands on its boundary.
  const middle = new Float64Array(n);
  scoreOf.forEach((x, k) => {
    middle[k % n]! += x / units;
  });
  const byUnit = new Float64Array(n * n);
  const moves = Array.from({ length: units }, (_, u) => {
    const left = information.map((x, a) => x - informationOf[u * n * n + a]!);
    const score = middle.map((x, a) => scoreOf[u * n + a]! - x);
    return applied(positiveInverse(left, n)?.inverse ?? inverse!, score);
  });
  for (const move of moves)
    for (let a = 0; a < n; a++)
      for (let b = 0; b < n; b++) byUnit[a * n + b]! += ((units - 1) / units) * move[a]! * move[b]!;
  return { byUnit, ofModel: inverse! };
}

/** −∂²ℓ along the directions, at the maximum: central differences of the score, which is exact. */
function observedInformation(
  data: FitData,
  kernel: FittedKernel,
  point: Point,
  mean: Float64Array,
  directions: readonly Float64Array[],
): Float64Array {
  const q = point.length;
  const width = q + mean.length;
  const n = directions.length;
  const total = (at: Point, coefficients: Float64Array) => {
    const { scores } = eachTrajectory(data, kernel, at, coefficients);
    const sum = new Float64Array(width);
    for (let k = 0; k < scores.length; k++) sum[k % width]! += scores[k]!;
    return sum;
  };
  const rows = directions.map((direction) => {
    const step = STEP / direction.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const moved = (sign: number) =>
      total(
        point.map((x, k) => x + sign * step * direction[k]!),
        mean.map((x, k) => x + sign * step * direction[q + k]!),
      );
    const [ahead, behind] = [moved(1), moved(-1)];
    return directions.map((other) =>
      other.reduce((sum, x, k) => sum + (x * (behind[k]! - ahead[k]!)) / (2 * step), 0),
    );
  });
  return Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return (rows[i]![j]! + rows[j]![i]!) / 2;
  });
}

/** DᵀAD. */
function quadratic(a: Float64Array, directions: readonly Float64Array[]): Float64Array {
  const n = directions.length;
  const turned = directions.map((direction) => applied(a, direction));
  return Float64Array.from({ length: n * n }, (_, k) => dot(directions[k % n]!, turned[Math.floor(k / n)]!));
}
