import { InvalidInput } from '../../model/input/invalid-input.ts';
import type { TimeGrid } from '../../model/time/time-grid.ts';
import { meanAndDeviation } from '../../numerics/quantile.ts';
import { fillIntegersBelow, randomStream } from '../../numerics/random/random-stream.ts';
import { inOrder, type SparseReadings, someTrajectories, trajectoriesByUnit } from '../sparse-readings.ts';
import { type FittedSurface, fitSurface, type SurfaceOptions } from './fit-surface.ts';

/** Enough to tell a standard error to a tenth of it; of many readings, whose smoothing takes its time, to a sixth. */
const usualResamples = (readings: number) => Math.max(20, Math.min(50, Math.floor(5e5 / readings)));

interface SurfaceErrors {
  /** Standard deviations over the resamples. */
  errors: number[];
  resamples: number;
  /** Resamples from which no law could be smoothed. */
  failed: number;
}

/**
 * How much numbers that are computed from a surface vary: units are drawn with replacement, all of their trajectories with them, and the
 * surface is smoothed anew with the same bandwidths.
 */
export function surfaceErrors(
  given: SparseReadings,
  grid: TimeGrid,
  { bandwidth, leastUnits }: FittedSurface,
  options: Pick<SurfaceOptions, 'noise' | 'kernels'>,
  valuesOf: (surface: FittedSurface) => readonly number[],
  { resamples = usualResamples(given.times.length), seed = 0 }: { resamples?: number; seed?: number } = {},
): SurfaceErrors {
  const ordered = inOrder(given);
  const units = trajectoriesByUnit(ordered);
  const drawn = new Int32Array(units.length);
  const found: (readonly number[])[] = [];
  for (let r = 0; r < resamples; r++) {
    fillIntegersBelow(randomStream(seed, 'surface errors', r), units.length, drawn);
    const trajectories = Array.from(drawn).flatMap((unit) => units[unit]!);
    // A unit that was drawn twice counts as two.
    const clusters = Int32Array.from(Array.from(drawn).flatMap((unit, k) => units[unit]!.map(() => k)));
    try {
      const sample = { ...someTrajectories(ordered, trajectories), clusters };
      found.push(valuesOf(fitSurface(sample, grid, { ...options, bandwidth, units: leastUnits })));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  }
  const errors = (found[0] ?? []).map(
    (_, i) => meanAndDeviation(found.map((values) => values[i]!)).deviation,
  );
  return { errors, resamples, failed: resamples - found.length };
}
