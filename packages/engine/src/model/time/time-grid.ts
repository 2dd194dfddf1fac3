import { numberAbove, numberFrom, oneOf, wholeFrom } from '../input/expectation.ts';
import { type Problem, refuse } from '../input/invalid-input.ts';
import { secondsIn, UNITS } from './time-units.ts';

/** The grid of midpoints t_j = (j + ½)·T/p on [0, T]; every time of a study is in `unit`. */
export interface TimeGrid {
  readonly horizon: number;
  readonly points: number;
  readonly unit: string;
  readonly spacing: number;
  readonly times: Float64Array;
  /** The time of day at which the horizon begins, in seconds; absent where the study has no clock. */
  readonly start?: number;
}

/** Grids above this size would need matrices that the kernels are not made for. */
export const MOST_POINTS = 2048;

/** Beyond these, sums and products of times overflow or vanish; another unit of time brings any horizon between them. */
const SHORTEST_HORIZON = 1e-100;
const LONGEST_HORIZON = 1e100;

/**
 * A horizon in cells of one length, read at their middles; refuses what is no horizon (InvalidInput).
 *
 * @example
 * ```ts
 * import { timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(24, 48, 'h');
 * console.log(grid.spacing, grid.times[0]); // → 0.5 0.25
 * ```
 */
export function timeGrid(horizon: number, points: number, unit = '', start?: number): TimeGrid {
  const problems: Problem[] = [];
  const known = horizon > 0 && Number.isFinite(horizon);
  if (!(known && horizon >= SHORTEST_HORIZON && horizon <= LONGEST_HORIZON))
    problems.push({
      path: ['horizon'],
      value: horizon,
      why: known
        ? 'the horizon is so far from 1 that products of times overflow or underflow'
        : 'the horizon is not a length of time',
      accepted: known
        ? {
            ...numberFrom(SHORTEST_HORIZON, LONGEST_HORIZON),
            unit: 'time',
            unitOfTime: 'another unit of time',
          }
        : numberAbove(0),
    });
  if (!(Number.isInteger(points) && points >= 2 && points <= MOST_POINTS))
    problems.push({
      path: ['points'],
      value: points,
      why: 'this is not a possible number of grid points',
      accepted: wholeFrom(2, MOST_POINTS),
    });
  if (start !== undefined && secondsIn(unit) === undefined)
    problems.push({
      path: ['unit'],
      value: unit || undefined,
      why: unit
        ? 'there is a clock, and the length of this unit is not known'
        : 'a clock needs a unit of time',
      accepted: oneOf(UNITS),
    });
  refuse(problems);
  const times = Float64Array.from({ length: points }, (_, j) => ((j + 0.5) * horizon) / points);
  return { horizon, points, unit, spacing: horizon / points, times, ...(start !== undefined && { start }) };
}

/**
 * Two times closer than this share of the spacing count as one: it decides ties and window edges, so that the same
 * study in hours and in minutes reads the same grid points.
 */
const SAME_TIME = 1e-9;

/** Whether a time lies in the horizon, rounding at its ends included. */
export function withinHorizon({ horizon, spacing }: TimeGrid, time: number): boolean {
  const margin = SAME_TIME * spacing;
  return time >= -margin && time - horizon <= margin;
}

/** The grid point nearest to a time; halfway between two it is the earlier one. */
export function nearestPoint(grid: TimeGrid, time: number): number {
  const position = (time / grid.horizon) * grid.points - 0.5;
  const index = Math.ceil(position - 0.5 - SAME_TIME);
  return Math.min(grid.points - 1, Math.max(0, index));
}

/** First and last grid point in [from, to]; last < first where there is none. */
export function pointsWithin(grid: TimeGrid, from: number, to: number): { first: number; last: number } {
  const position = (time: number) => (time / grid.horizon) * grid.points - 0.5;
  const first = Math.max(0, Math.ceil(position(from) - SAME_TIME));
  const last = Math.min(grid.points - 1, Math.floor(position(to) + SAME_TIME));
  return { first, last };
}
