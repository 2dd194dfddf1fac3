import { meanAt, square } from '@sightline/engine/internal';
import type { LawPlan, MadeLaw } from '@sightline/study';

type Fitted = NonNullable<MadeLaw['latent']['fitted']>;

/** What a law was estimated from, to stand behind its trajectories; in the unit of the law. */
export interface DataPicture {
  /** Some trajectories at the picture's times; null where a value is missing. */
  paths: (number | null)[][];
  /** Some readings of sparse data: time and value. */
  readings: [number, number][];
  /** Units that the data have. */
  units: number;
  /** Half of the 95 % interval of m(t), at the picture's times. */
  error: number[];
}

/** As many as can be told apart. */
const MOST_PATHS = 24;
const MOST_READINGS = 400;
/** Of the normal law: 95 % within. */
const Z = 1.96;

/** undefined where the law is not an estimate. `chosen` are grid points, `times` theirs. */
export function dataPicture(
  { latent, estimated }: MadeLaw,
  source: LawPlan['law'],
  chosen: readonly number[],
  times: readonly number[],
): DataPicture | undefined {
  if (estimated) return denseData(estimated, chosen, latent.mean === null);
  if (!latent.fitted) return undefined;
  const readings: [number, number][] = [];
  if ('fit' in source) {
    const own = source.fit.readings;
    const every = Math.ceil(own.values.length / MOST_READINGS);
    for (let i = 0; i < own.values.length; i += every) readings.push([own.times[i]!, own.values[i]!]);
  }
  return { paths: [], readings, units: latent.fitted.units, error: meanError(latent.fitted, times) };
}

/** Standardised like the law where that is. */
function denseData(
  { data: { sample, units }, scale }: NonNullable<MadeLaw['estimated']>,
  chosen: readonly number[],
  standardised: boolean,
): DataPicture | undefined {
  // Summed up, there is no trajectory left to draw.
  if ('moments' in sample || !scale) return undefined;
  const { values, clusters } = sample;
  const { rows, cols, data } = values;
  const every = Math.ceil(rows / MOST_PATHS);
  const points = chosen.map((j) => {
    const column = Array.from({ length: rows }, (_, i) => data[i * cols + j]!);
    const there = column.flatMap((value, i) => (Number.isNaN(value) ? [] : [i]));
    const mean = there.reduce((sum, i) => sum + column[i]!, 0) / there.length;
    const own = (value: number) => (standardised ? (value - mean) / scale[j]! : value);
    const variance = squaredByUnit(there, (i) => column[i]! - mean, clusters);
    return {
      values: column.map((value) => (Number.isNaN(value) ? null : own(value))),
      error: (Z * Math.sqrt(variance)) / there.length / (standardised ? scale[j]! : 1),
    };
  });
  return {
    paths: Array.from({ length: Math.ceil(rows / every) }, (_, n) =>
      points.map((point) => point.values[n * every]!),
    ),
    readings: [],
    units,
    error: points.map(({ error }) => error),
  };
}

/** Variance of a sum over units: trajectories of one unit are not independent of each other. */
function squaredByUnit(
  rows: readonly number[],
  value: (row: number) => number,
  clusters: Int32Array | undefined,
): number {
  const sums = new Map<number, number>();
  for (const i of rows) {
    const unit = clusters?.[i] ?? i;
    sums.set(unit, (sums.get(unit) ?? 0) + value(i));
  }
  const total = [...sums.values()].reduce((sum, one) => sum + square(one), 0);
  return (total * sums.size) / (sums.size - 1);
}

/** By the covariance of its values at the knots, in which a smooth mean is linear. */
function meanError({ parameters, covariance, knots }: Fitted, times: readonly number[]): number[] {
  const own = parameters.flatMap(({ name }, i) => (/^mean\d*$/.test(name) ? [i] : []));
  const bases = own.map((_, k) =>
    meanAt(knots ? { knots, values: knots.map((_knot, l) => (l === k ? 1 : 0)) } : 1, times),
  );
  return times.map((_, t) => {
    let variance = 0;
    own.forEach((i, k) => {
      own.forEach((j, l) => {
        variance += bases[k]![t]! * bases[l]![t]! * covariance.data[i * covariance.cols + j]!;
      });
    });
    return Z * Math.sqrt(Math.max(0, variance));
  });
}
