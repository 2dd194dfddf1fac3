import type { LayoutName, ValueTarget } from '@sightline/engine';
import type { Work } from '../../asking/question.ts';
import type { RetrospectWarning } from '../../records/warning.ts';
import type { ResultHead } from '../../schema/result-head.ts';
import type { FoldsFrom, Part } from './analyses.ts';
import type { StabilityResult, SweepResult } from './stability.ts';

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
  grid: { points: number; reading: string; seconds: number; rounding: string; block: number };
  invalid: string[];
  baselines: string[];
  weights: 'unit' | 'record';
  /** Of all records; parts of them may have their own. */
  folds: FoldsFrom;
  layouts: LayoutName[];
  budgets: number[];
  learning: { rounding: string; swaps: number; floor: number; moments: string };
  /** Of the contrasts' ranges. */
  level: number;
  draws: number;
  targets: Record<string, TargetResult>;
  /** Of learned supports of different targets, as the mean over the outer folds. */
  overlaps: SupportOverlap[];
  stability: StabilityResult | null;
  sweep: SweepResult | null;
}

export interface TargetResult {
  target: string;
  /** What it is the share of time in; none where it is about values. */
  states: string[];
  /** What is taken of values; null where it is about states. */
  value: ValueTarget | null;
  cohort: Part & { records: number; units: number };
  folds: FoldsFrom;
  /** Weighted, over its records. */
  mean: number;
  deviation: number;
  /** R² of the baselines alone. */
  baselineR2: number;
  templates: Record<string, { r2: number; penalties: number[] }>;
  contrasts: { a: string; b: string; difference: number; low: number; high: number }[];
  /** Grid points from 0, in ascending order, of each outer fold. */
  supports: Record<string, number[][]>;
}

/** How much of the supports learned for two targets is the same: |A ∩ B|/|A ∪ B|, the mean over the outer folds. */
export interface SupportOverlap {
  layout: LayoutName;
  budget: number;
  a: string;
  b: string;
  jaccard: number;
}
