import type { LayoutName, R2Interval, ValueTarget } from '@sightline/engine/internal';
import type { Work } from '../../asking/question.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import type { ResultHead } from '../../schema/result-head.ts';
import type { FoldsFrom, Part } from './analyses.ts';
import type { StabilityResult, SweepResult } from './stability.ts';
import type { SupportAgreement } from './support-agreement.ts';

export interface RetrospectRequest extends Work {
  draws?: number;
  /** The folder that holds the public databases, and maybe splits/. */
  data?: string | undefined;
  /** Subsamples of the units. */
  stability?: number | undefined;
  sweep?: boolean | undefined;
  /** What these are about; the first target and the middle budget, or 16, unless given. */
  target?: string | undefined;
  budget?: number | undefined;
}

/** The answer of `sightline retrospect`. */
export interface RetrospectResult extends ResultHead {
  command: 'retrospect';
  title: string | null;
  warnings: RetrospectWarning[];
  /** Nothing of a record is ever repaired. */
  repairs: never[];
  records: number;
  units: number;
  /** Valid hours of all records, and of the one in the middle. */
  hours: number;
  medianHours: number;
  skipped: { file: string; why: string }[];
  /** What is strange about files that were used nonetheless. */
  notes: { file: string; what: string }[];
  strata: { name: string; records: number; units: number }[];
  grid: {
    points: number;
    reading: string;
    seconds: number;
    rounding: string;
    block: number;
    /** What a grid point is: a share of each record, or a time of the horizon. */
    time: 'relative' | 'clock';
    /** By the clock; `start` is null where the study does not say when its horizon begins. */
    horizon?: number;
    unit?: string;
    start?: string | null;
  };
  /** By the clock: what records with empty cells got: how many were dropped, how many cells were filled in how many records; and readings
   * outside the horizon. */
  missing: {
    rule: 'drop' | 'interpolate';
    dropped: number;
    filled: number;
    records: number;
    outside: number;
  } | null;
  /** Columns of the table that nothing uses. */
  ignored: string[];
  invalid: string[];
  baselines: string[];
  weights: 'unit' | 'record';
  /** Of all records; parts of them may have their own. */
  folds: FoldsFrom;
  layouts: LayoutName[];
  /** What each protocol reads: the times asked for and the grid points that are averaged, from 0, with the noise of the mean. */
  protocols: Record<string, { at: number; width: number; first: number; last: number; noise: number }[]>;
  budgets: number[];
  learning: { rounding: string; swaps: number; floor: number; moments: string };
  /** Variance of what layouts read, where that are values. */
  noise: number;
  /** Of the contrasts' ranges. */
  level: number;
  draws: number;
  targets: Record<string, TargetResult>;
  /** Of learned supports of different targets, as the mean over the outer folds. */
  overlaps: SupportOverlap[];
  /** Of supports of one target, learned from other units. */
  agreement: SupportAgreement[];
  stability: StabilityResult | null;
  sweep: SweepResult | null;
}

export interface TargetResult {
  target: string;
  /** What it is the share of time in; none where it is about values. */
  states: string[];
  /** The states whose time it is a share of; null where that is all valid time. */
  among: string[] | null;
  /** What a reading tells. */
  reads: 'states' | 'values' | 'indicators';
  /** What is taken of values; null where it is about states. */
  value: ValueTarget | null;
  cohort: Part & { records: number; units: number };
  folds: FoldsFrom;
  /** Weighted, over its records. */
  mean: number;
  deviation: number;
  /** R² of the baselines alone. */
  baselineR2: number;
  templates: Record<string, TemplateResult>;
  contrasts: { a: string; b: string; difference: number; low: number; high: number }[];
  /** Grid points from 0, in ascending order, of each outer fold. */
  supports: Record<string, number[][]>;
}

/** A layout at a budget, or a protocol under its own name. */
export interface TemplateResult extends R2Interval {
  r2: number;
  /** R² of least squares in the sample, without folds, penalty or weights of units; null where supports differ or with baselines. */
  linearValue: number | null;
  penalties: number[];
}

/** How much of the supports learned for two targets is the same: |A ∩ B|/|A ∪ B|, the mean over the outer folds. */
export interface SupportOverlap {
  layout: LayoutName;
  budget: number;
  a: string;
  b: string;
  jaccard: number;
}
