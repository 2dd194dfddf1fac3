import { type Problem, refuse } from '../model/invalid-input.ts';

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
export interface GriddedRecord {
  /** One number in 0 … 1 for each grid point. */
  features: Float64Array;
  /** The exact share over the whole valid recording, not that of the grid. */
  target: number;
  /** Valid epochs. */
  epochs: number;
}

/** The valid epochs of a recording: of each, the share in the states asked for. */
export function validEpochs(
  intervals: readonly StateInterval[],
  states: ReadonlySet<string>,
  mapping: StateMapping,
): Float64Array {
  const { resolution, rounding, block } = mapping;
  const invalid = new Set(mapping.invalid);
  const at = rounding === 'nearest' ? halfToEven : Math.floor;
  const samples: number[] = [];
  let end = 0;
  for (const { from, to, state } of intervals) {
    // Intervals follow each other; one that begins before the last has ended does not count twice.
    const first = Math.max(end, at(from / resolution));
    const last = at(to / resolution);
    if (last <= first) continue;
    end = last;
    if (invalid.has(state)) continue;
    const inside = states.has(state) ? 1 : 0;
    for (let i = first; i < last; i++) samples.push(inside);
  }
  const epochs = new Float64Array(Math.floor(samples.length / block));
  for (let e = 0; e < epochs.length; e++) {
    let sum = 0;
    for (let i = e * block; i < (e + 1) * block; i++) sum += samples[i]!;
    epochs[e] = sum / block;
  }
  return epochs;
}

/** Epochs on the grid. Refuses recordings with fewer epochs than points: bins would be empty. */
export function onGrid(epochs: Float64Array, { points: p, reading }: StateMapping): GriddedRecord {
  const n = epochs.length;
  const problems: Problem[] = [];
  if (n < p)
    problems.push({
      path: [],
      value: n,
      why: `a recording with ${n} valid epochs has less than one for each of ${p} grid points`,
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
