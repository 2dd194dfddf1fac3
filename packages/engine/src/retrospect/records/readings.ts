import { applyAction, type Measurement } from '../../model/value/action.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import { type RecordSet, type RecordTarget, someColumns } from './record-set.ts';

/** The columns that readings of these grid points make: one each, or two where a reading tells something besides. */
export function readingsAt({ features, beside }: RecordTarget, support: readonly number[]): Matrix {
  const own = someColumns(features, support);
  return beside ? sideBySide(own, someColumns(beside, support)) : own;
}

/** The same of points and windows: a window averages its grid points. */
export function readingsOver(
  { features, beside }: RecordTarget,
  actions: readonly Pick<Measurement, 'first' | 'last'>[],
): Matrix {
  const own = windowMeans(features, actions);
  return beside ? sideBySide(own, windowMeans(beside, actions)) : own;
}

/**
 * Records as layouts read them, with noise of this variance. A reading of a grid point has the same noise whichever layout
 * takes it, so that differences keep what is common.
 */
export function noisyRecords(set: RecordSet, variance: number, seed: number): RecordSet {
  const noisy = ({ name, features, ...rest }: RecordTarget) => {
    const variances = new Array<number>(features.cols).fill(variance);
    return { ...rest, name, features: withNoise(features, variances, set.records, seed, name) };
  };
  return { ...set, targets: set.targets.map(noisy) };
}

function windowMeans(
  { rows, cols, data }: Matrix,
  actions: readonly Pick<Measurement, 'first' | 'last'>[],
): Matrix {
  const out = zeros(rows, actions.length);
  for (let i = 0; i < rows; i++)
    actions.forEach((action, a) => {
      out.data[i * actions.length + a] = applyAction(action, data, i * cols);
    });
  return out;
}

function sideBySide(a: Matrix, b: Matrix): Matrix {
  const out = zeros(a.rows, a.cols + b.cols);
  for (let i = 0; i < a.rows; i++) {
    out.data.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), i * out.cols);
    out.data.set(b.data.subarray(i * b.cols, (i + 1) * b.cols), i * out.cols + a.cols);
  }
  return out;
}

/**
 * Readings with independent normal noise of these variances. It is drawn, since a predictor would be fitted to readings that
 * have it; a record's noise hangs on its name and on what it is drawn for, and on no other record.
 */
export function withNoise(
  readings: Matrix,
  variances: readonly number[],
  records: readonly string[],
  seed: number,
  ...of: (string | number)[]
): Matrix {
  if (variances.every((variance) => variance === 0)) return readings;
  const { cols } = readings;
  const out = { ...readings, data: readings.data.slice() };
  const deviations = variances.map(Math.sqrt);
  const drawn = new Float64Array(cols);
  records.forEach((record, i) => {
    fillNormal(randomStream(seed, 'reading noise', ...of, record), drawn);
    for (let j = 0; j < cols; j++) out.data[i * cols + j]! += deviations[j]! * drawn[j]!;
  });
  return out;
}
