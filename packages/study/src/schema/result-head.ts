import type { Action, Repair, TimeGrid } from '@sightline/engine';
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
    | 'unused';
}

export interface GridSummary {
  horizon: number;
  points: number;
  unit: string;
  spacing: number;
  /** The furthest that a point action's time lies from the grid point it reads. */
  largestShift: number;
}

export function gridSummary(grid: TimeGrid, actions: readonly Action[], otherShift = 0): GridSummary {
  const { horizon, points, unit, spacing } = grid;
  const largestShift = actions.reduce((most, { shift }) => Math.max(most, shift), otherShift);
  return { horizon, points, unit, spacing, largestShift };
}

export function weightsName(weights: Study['weights'] = 'uniform', unit: string): string {
  if (weights === 'uniform') return 'uniform';
  return 'recency' in weights ? `recency ${weights.recency} ${unit}`.trim() : 'as given';
}
