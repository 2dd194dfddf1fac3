import { type Matrix, someRows, zeros } from '../../numerics/matrix.ts';

/**
 * Recordings on a common grid, ready to be predicted from. Plain data. Folds and draws go by the numbers of units and
 * strata: numbered by their labels they are the same ones whatever order recordings come in.
 */
export interface RecordSet {
  readonly records: readonly string[];
  /** Whose each recording is, as a number: whole units are held out together. */
  readonly unit: Int32Array;
  readonly units: readonly string[];
  /** What folds and resamples keep in proportion, as a number for each recording. */
  readonly stratum: Int32Array;
  readonly strata: readonly string[];
  readonly weights: Float64Array;
  /** What is known of every recording at no cost: n × k. */
  readonly baselines: Matrix;
  readonly targets: readonly RecordTarget[];
}

export interface RecordTarget {
  readonly name: string;
  /** What a reading of each grid point tells: n × p. */
  readonly features: Matrix;
  /** What it tells besides: n × p. Supports are learned without it. */
  readonly beside?: Matrix;
  readonly values: Float64Array;
}

/** 1/n_s for the n_s recordings of a unit, so that every unit counts the same. */
export function unitWeights(unit: Int32Array): Float64Array {
  const counts = new Map<number, number>();
  for (const u of unit) counts.set(u, (counts.get(u) ?? 0) + 1);
  return Float64Array.from(unit, (u) => 1 / counts.get(u)!);
}

/** Some of the recordings, in the order given. Units and strata keep their numbers. */
export function someRecords(set: RecordSet, rows: readonly number[]): RecordSet {
  const pick = (values: Float64Array) => Float64Array.from(rows, (i) => values[i]!);
  return {
    ...set,
    records: rows.map((i) => set.records[i]!),
    unit: Int32Array.from(rows, (i) => set.unit[i]!),
    stratum: Int32Array.from(rows, (i) => set.stratum[i]!),
    weights: pick(set.weights),
    baselines: someRows(set.baselines, rows),
    targets: set.targets.map(({ name, features, beside, values }) => ({
      name,
      features: someRows(features, rows),
      ...(beside && { beside: someRows(beside, rows) }),
      values: pick(values),
    })),
  };
}

export function someColumns({ rows, cols, data }: Matrix, columns: readonly number[]): Matrix {
  const out = zeros(rows, columns.length);
  for (let i = 0; i < rows; i++)
    columns.forEach((from, to) => {
      out.data[i * columns.length + to] = data[i * cols + from]!;
    });
  return out;
}
