import { MOST_POINTS } from '../../model/time/time-grid.ts';
import { applyAction, type Measurement } from '../../model/value/action.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { normalAt, randomStream } from '../../numerics/random/random-stream.ts';
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
  const noisy = ({ features, ...rest }: RecordTarget) => {
    const points = Array.from({ length: features.cols }, (_, j) => ({ first: j, last: j, noise: variance }));
    return { ...rest, features: withNoise(features, points, set.records, seed) };
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

/** What a reading covers, and the variance of its noise. */
type NoisyReading = Pick<Measurement, 'first' | 'last' | 'noise'>;

/**
 * Readings with independent normal noise. It is drawn, since a predictor would be fitted to readings that have it. It hangs on
 * the record and on what is read, and on no name, order or other record: who takes the same reading gets the same noise.
 */
export function withNoise(
  readings: Matrix,
  taken: readonly NoisyReading[],
  records: readonly string[],
  seed: number,
): Matrix {
  if (taken.every(({ noise }) => noise === 0)) return readings;
  const { cols } = readings;
  const out = { ...readings, data: readings.data.slice() };
  const deviations = taken.map(({ noise }) => Math.sqrt(noise));
  const numbers = numbersInStream(taken);
  records.forEach((record, i) => {
    const stream = randomStream(seed, 'reading noise', record);
    deviations.forEach((deviation, a) => {
      out.data[i * cols + a]! += deviation * normalAt(stream, numbers[a]!);
    });
  });
  return out;
}

/** Readings of the same grid points come one after the other, the most precise first: equal ones may change places. */
function numbersInStream(taken: readonly NoisyReading[]): number[] {
  const numbers = new Array<number>(taken.length);
  const before = new Map<number, number>();
  const precise = [...taken.keys()].sort((a, b) => taken[a]!.noise - taken[b]!.noise || a - b);
  for (const a of precise) {
    const place = taken[a]!.first * MOST_POINTS + taken[a]!.last;
    const turn = before.get(place) ?? 0;
    before.set(place, turn + 1);
    numbers[a] = turn * MOST_POINTS * MOST_POINTS + place;
  }
  return numbers;
}
