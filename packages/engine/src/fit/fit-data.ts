import { splineBasis } from './smooth-mean.ts';
import { type OrderedReadings, trajectoryCount } from './sparse-readings.ts';

/**
 * Readings as the likelihood needs them. Trajectories with the same times have the same covariance, and the likelihood needs no more of
 * them than their number, mean and scatter about it; each different lag stands once.
 */
export interface FitData {
  readonly readings: OrderedReadings;
  /** Columns of the mean's design: 1, or the number of knots. */
  readonly columns: number;
  readonly patterns: readonly Pattern[];
  /** Of each pattern and time: the mean reading, then the row of the design. */
  readonly rows: Float64Array;
  readonly lags: Float64Array;
  /** Where the lag of two times of a pattern stands: below the diagonal, row by row. */
  readonly lagOf: Int32Array;
  /** How many readings a pattern has at most. */
  readonly widest: number;
}

export interface Pattern {
  readonly size: number;
  /** The first of its trajectories, which stand one after the other, and how many they are. */
  readonly first: number;
  readonly count: number;
  readonly rowsFrom: number;
  readonly lagsFrom: number;
  /** Σ(y − ȳ)(y − ȳ)ᵀ of its trajectories; absent for one alone. */
  readonly scatter?: Float64Array;
}

/** `readings` in their own order (`inOrder`); `knots` of the mean, none where it is constant. */
export function fitData(readings: OrderedReadings, knots: readonly number[] | undefined): FitData {
  const { times, values, starts } = readings;
  const columns = knots?.length ?? 1;
  const width = columns + 1;
  const groups: { first: number; count: number; size: number }[] = [];
  for (let i = 0; i < trajectoryCount(readings); i++) {
    const last = groups.at(-1);
    if (last && sameTimes(readings, last.first, i)) last.count++;
    else groups.push({ first: i, count: 1, size: starts[i + 1]! - starts[i]! });
  }
  const rows = new Float64Array(groups.reduce((sum, { size }) => sum + size, 0) * width);
  const lagOf = new Int32Array(groups.reduce((sum, { size }) => sum + (size * (size - 1)) / 2, 0));
  const lagAt = new Float64Array(lagOf.length);
  let [rowsFrom, lagsFrom] = [0, 0];
  const patterns = groups.map(({ first, count, size }): Pattern => {
    const from = starts[first]!;
    const own = times.subarray(from, from + size);
    const basis = knots ? splineBasis(knots, own).data : new Float64Array(size).fill(1);
    const pattern = { size, first, count, rowsFrom, lagsFrom };
    let at = lagsFrom;
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let n = 0; n < count; n++) sum += values[from + n * size + j]!;
      rows[rowsFrom + j * width] = sum / count;
      for (let k = 0; k < columns; k++) rows[rowsFrom + j * width + 1 + k] = basis[j * columns + k]!;
      for (let k = 0; k < j; k++) lagAt[at++] = own[j]! - own[k]!;
    }
    const mean = (j: number) => rows[pattern.rowsFrom + j * width]!;
    rowsFrom += size * width;
    lagsFrom = at;
    return count > 1 ? { ...pattern, scatter: scatterOf(values, from, size, count, mean) } : pattern;
  });
  const lags = Float64Array.from(new Set(lagAt)).sort();
  const place = new Map(Array.from(lags, (lag, n) => [lag, n]));
  lagAt.forEach((lag, n) => {
    lagOf[n] = place.get(lag)!;
  });
  const widest = groups.reduce((most, { size }) => Math.max(most, size), 0);
  return { readings, columns, patterns, rows, lags, lagOf, widest };
}

function sameTimes({ times, starts }: OrderedReadings, a: number, b: number): boolean {
  const size = starts[a + 1]! - starts[a]!;
  if (starts[b + 1]! - starts[b]! !== size) return false;
  for (let k = 0; k < size; k++) if (times[starts[a]! + k] !== times[starts[b]! + k]) return false;
  return true;
}

function scatterOf(
  values: Float64Array,
  from: number,
  size: number,
  count: number,
  mean: (j: number) => number,
): Float64Array {
  const scatter = new Float64Array(size * size);
  for (let n = 0; n < count; n++)
    for (let j = 0; j < size; j++) {
      const away = values[from + n * size + j]! - mean(j);
      for (let k = 0; k <= j; k++) scatter[j * size + k]! += away * (values[from + n * size + k]! - mean(k));
    }
  for (let j = 0; j < size; j++) for (let k = 0; k < j; k++) scatter[k * size + j] = scatter[j * size + k]!;
  return scatter;
}
