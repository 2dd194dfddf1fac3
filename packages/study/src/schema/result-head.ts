import { type Action, clockText, type Repair, type TimeGrid } from '@sightline/engine';
import type { Warning } from '../problems/warning.ts';
import type { Study } from './study.ts';
import type { StudyWords } from './words.ts';

/** What every result carries. */
export interface ResultHead {
  sightline: 1;
  command: string;
  /** The study file as it was named. */
  study: string;
  inputHash: string;
  seed: number;
  /** What the study calls things, where it says so. */
  words?: StudyWords;
}

/** What a command is given for its head; the rest it knows itself. */
export type ResultOrigin = Omit<ResultHead, 'sightline' | 'command'>;

/** What results over a time grid have in common. */
export interface GridResult extends ResultHead {
  title: string | null;
  warnings: Warning[];
  repairs: ResultRepair[];
  grid: GridSummary;
}

/** What was changed in an input before it was used: in a covariance, in an estimate of one, or in dense data. */
export interface ResultRepair extends Omit<Repair, 'kind'> {
  kind:
    | Repair['kind']
    | 'shrunk'
    | 'lifted'
    | 'dropped'
    | 'interpolated'
    | 'averaged'
    | 'reordered'
    | 'aligned'
    | 'unused'
    | 'outside'
    | 'ignored'
    | 'limits'
    | 'clock'
    | 'pairwise';
}

export interface GridSummary {
  horizon: number;
  points: number;
  unit: string;
  spacing: number;
  /** The time of day at which the horizon begins, in seconds; absent where the study has no clock. */
  start?: number;
  /** The furthest that a point action's time lies from the grid point it reads. */
  largestShift: number;
  /** Times half-way between two grid points, with the cell that each reads; absent where there are none. */
  reads?: CellRead[];
}

/** A time that its cell, from ≤ t < to, does not hold. */
export interface CellRead {
  at: number;
  from: number;
  to: number;
  /** What the clock shows at these, where there is one. */
  clock?: { at: string; from: string; to: string };
}

/** `named`: the actions whose cells are named, where that are not all of them. */
export function gridSummary(
  grid: TimeGrid,
  actions: readonly Action[],
  { otherShift = 0, named = actions }: { otherShift?: number; named?: readonly Action[] } = {},
): GridSummary {
  const { horizon, points, unit, spacing, start } = grid;
  const largestShift = actions.reduce((most, { shift }) => Math.max(most, shift), otherShift);
  const reads = cellsRead(grid, named);
  return {
    horizon,
    points,
    unit,
    spacing,
    ...(start !== undefined && { start }),
    largestShift,
    ...(reads.length > 0 && { reads }),
  };
}

/** The cell of a time that lies between two: the earlier one, which does not hold it. */
function cellsRead(grid: TimeGrid, actions: readonly Action[]): CellRead[] {
  const times = new Map(
    actions.flatMap(({ at, width, first }) => {
      const end = ((first + 1) * grid.horizon) / grid.points;
      const between = width === 0 && first < grid.points - 1 && at >= end - 1e-9 * grid.spacing;
      return between ? [[at, first]] : [];
    }),
  );
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([at, first]) => {
      const [from, to] = [first, first + 1].map((j) => (j * grid.horizon) / grid.points) as [number, number];
      const clock = (time: number) => clockText(time, grid)!;
      return {
        at,
        from,
        to,
        ...(grid.start !== undefined && { clock: { at: clock(at), from: clock(from), to: clock(to) } }),
      };
    });
}

export function weightsName(weights: Study['weights'] = 'uniform', unit: string): string {
  if (weights === 'uniform') return 'uniform';
  return 'recency' in weights ? `recency ${weights.recency} ${unit}`.trim() : 'as given';
}
