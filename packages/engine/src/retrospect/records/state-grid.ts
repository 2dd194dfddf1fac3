import { type Problem, refuse } from '../../model/input/invalid-input.ts';

/** A stretch of a recording in one state, in seconds from its beginning. */
export interface StateInterval {
  from: number;
  to: number;
  state: string;
}

/** How recordings of any length come onto one grid of relative time. */
export interface StateMapping {
  /** Seconds of one sample. */
  resolution: number;
  /** Whether an interval's ends go to the nearest sample or down to the one that they fall into. */
  rounding: 'nearest' | 'down';
  /** States that count as no annotation: their time is taken out before the grid is laid. */
  invalid: readonly string[];
  /** Samples averaged into one epoch; an incomplete last epoch is left out. */
  block: number;
  /** Points of the grid. */
  points: number;
  /** What a grid point reads of its bin: the epoch in its middle, the mean of its epochs, or its exact share of time. */
  reading: 'anchor' | 'mean' | 'overlap';
}

/** A recording on the grid, for one target: the share of time in some states. */
interface GriddedRecord {
  /** One number in 0 … 1 for each grid point. */
  features: Float64Array;
  /** The exact share over the whole valid recording, not that of the grid. */
  target: number;
  /** Valid epochs. */
  epochs: number;
}

/** Epochs of one recording, at most: a day of them at 10 ms. More are nearly always a wrong unit of time. */
export const MOST_EPOCHS = 10_000_000;

/** A stretch of a recording in samples; `state` is undefined where nobody annotated. */
export interface SampleRun {
  state: string | undefined;
  first: number;
  samples: number;
}

/** The recording as runs of samples, annotated or not, from its beginning to its end or to `length` seconds. O(intervals). */
export function sampleRuns(
  intervals: readonly StateInterval[],
  { resolution, rounding }: Pick<StateMapping, 'resolution' | 'rounding'>,
  length: number | null = null,
): SampleRun[] {
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  const runs: SampleRun[] = [];
  let end = 0;
  const upTo = (first: number) => {
    if (first > end) runs.push({ state: undefined, first: end, samples: first - end });
  };
  for (const { from, to, state } of intervals) {
    // Intervals follow each other; one that begins before the last has ended does not count twice.
    const first = Math.max(end, at(from / resolution));
    const last = at(to / resolution);
    if (last <= first) continue;
    upTo(first);
    runs.push({ state, first, samples: last - first });
    end = last;
  }
  if (length !== null) upTo(at(length / resolution));
  return runs;
}

/** How many valid epochs a recording has; infinitely many where samples are too many to be counted exactly. */
export function countEpochs(runs: readonly SampleRun[], { invalid, block }: StateMapping): number {
  const last = runs.at(-1);
  if (last && !(last.first + last.samples <= Number.MAX_SAFE_INTEGER)) return Number.POSITIVE_INFINITY;
  const valid = runs.filter(({ state }) => state !== undefined && !invalid.includes(state));
  return Math.floor(valid.reduce((sum, { samples }) => sum + samples, 0) / block);
}

/** The valid epochs of a recording: of each, the share in the states asked for. Refuses more than MOST_EPOCHS. */
export function validEpochs(
  intervals: readonly StateInterval[],
  states: ReadonlySet<string>,
  mapping: StateMapping,
): Float64Array {
  const { block } = mapping;
  const runs = sampleRuns(intervals, mapping);
  const count = countEpochs(runs, mapping);
  if (!(count <= MOST_EPOCHS)) refuse([tooManyEpochs(count, mapping)]);
  const invalid = new Set(mapping.invalid);
  const epochs = new Float64Array(count);
  let at = 0;
  for (const { state, samples } of runs) {
    if (state === undefined || invalid.has(state)) continue;
    const end = Math.min(at + samples, count * block);
    // Samples are counted epoch by epoch, in whole numbers.
    if (states.has(state))
      for (let i = at; i < end; ) {
        const e = Math.floor(i / block);
        const next = Math.min(end, (e + 1) * block);
        epochs[e]! += next - i;
        i = next;
      }
    at += samples;
  }
  return epochs.map((inside) => inside / block);
}

export function tooManyEpochs(
  count: number,
  { resolution, block }: Pick<StateMapping, 'resolution' | 'block'>,
): Problem {
  return {
    path: ['resolution'],
    value: resolution,
    why: `a recording would have ${count} epochs of ${resolution * block} s`,
    accepted: `at most ${MOST_EPOCHS} epochs: longer ones, or times in seconds`,
  };
}

/** Epochs on the grid. Refuses recordings with fewer epochs than points: bins would be empty. */
export function onGrid(epochs: Float64Array, { points: p, reading }: StateMapping): GriddedRecord {
  const n = epochs.length;
  const problems: Problem[] = [];
  if (n < p)
    problems.push({
      path: [],
      value: n,
      why: `a recording with ${n} valid epochs has fewer than one for each of ${p} grid points`,
      accepted: `at least ${p} valid epochs, or a grid with fewer points`,
    });
  refuse(problems);
  const target = epochs.reduce((sum, share) => sum + share, 0) / n;
  return { features: FEATURES[reading](epochs, p), target, epochs: n };
}

const FEATURES: Record<StateMapping['reading'], (epochs: Float64Array, p: number) => Float64Array> = {
  anchor(epochs, p) {
    const edge = (j: number) => halfToEven((j * epochs.length) / p);
    return Float64Array.from({ length: p }, (_, j) => epochs[Math.floor((edge(j) + edge(j + 1)) / 2)]!);
  },
  mean(epochs, p) {
    const n = epochs.length;
    const sums = new Float64Array(p);
    const counts = new Float64Array(p);
    for (let i = 0; i < n; i++) {
      const k = Math.floor((i * p) / n);
      sums[k]! += epochs[i]!;
      counts[k]!++;
    }
    return sums.map((sum, k) => sum / counts[k]!);
  },
  overlap(epochs, p) {
    const n = epochs.length;
    return Float64Array.from({ length: p }, (_, k) => overlapMean(epochs, (k * n) / p, ((k + 1) * n) / p));
  },
};

/** The mean over a stretch of epochs, the first and the last of which may count in part. */
export function overlapMean(epochs: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = Math.floor(from); i < to && i < epochs.length; i++)
    sum += epochs[i]! * (Math.min(i + 1, to) - Math.max(i, from));
  return sum / (to - from);
}

/** Rounding as numerical software does it: halves go to the even number. */
export function halfToEven(x: number): number {
  const down = Math.floor(x);
  const part = x - down;
  if (part < 0.5) return down;
  if (part > 0.5) return down + 1;
  return down % 2 === 0 ? down : down + 1;
}
