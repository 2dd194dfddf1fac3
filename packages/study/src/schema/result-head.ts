import type { Repair } from '@sightline/engine/internal';
import type { Warning } from '../problems/warning.ts';
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
    | 'pairwise'
    | 'logarithm'
    | 'repeated';
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
