// What the pictures show, as plain data beside the rows.
import type { Banded } from '@sightline/answers/pictures';
import type { LayoutName } from '@sightline/engine/internal';

export type { Banded };

/** Figure 1: correlations by lag in the two worlds, what the benchmark sees of them, and the value along ε. */
export interface TwoWorlds {
  kind: 'two worlds';
  epsilon: number;
  /** Correlation at lag 0, 1, … in the worlds −ε, 0 and +ε. */
  minus: number[];
  middle: number[];
  plus: number[];
  benchmark: { what: string; minus: number; plus: number }[];
  values: { epsilon: number; value: number }[];
  /** Invisible directions by measurements added, among stationary laws and among all. */
  invisible: { added: number; stationary: number | null; any: number }[];
}

/** Figure 2a: the uniform error of each target against the number of units. */
export interface UniformErrors {
  kind: 'uniform errors';
  units: number[];
  targets: { name: string; errors: Banded[]; slope: number; tailSlope: number }[];
}

/** Figure 2b: regret and uniform error of each cell, by number of units. */
export interface Regrets {
  kind: 'regrets';
  units: number[];
  cells: { name: string; regret: Banded[]; error: Banded[] }[];
  /** Single replications: regret against 2ε, of some of them. */
  cloud: { regret: number; bound: number; units: number }[];
}

/** Figure 2c,d: each class from coarse to fine. */
export interface Resolutions {
  kind: 'resolutions';
  units: number[];
  classes: { size: number; regret: Banded[]; error: Banded[] }[];
}

/** Figure 3: held-out R² by budget and layout; contrasts of dispersed less contiguous with ranges. */
export interface HeldOut {
  kind: 'held out';
  panels: {
    name: string;
    records: number;
    units: number;
    budgets: number[];
    baseline: number | null;
    /** R² at each budget; the paper's where it prints it. */
    layouts: { name: LayoutName; r2: number[]; published?: (number | null)[] }[];
  }[];
  /** By the name of their panel. */
  contrasts: { name: string; budget: number; difference: Banded }[];
}

/** Figure 4: supports learned from fewer units, and everything again on subsamples. */
export interface Stabilities {
  kind: 'stabilities';
  budget: number;
  target: string;
  sweep: { units: number; whole: boolean; differences: { versus: LayoutName; difference: Banded }[] }[];
  subsamples: { versus: LayoutName; spread: Banded; values: number[] }[];
}

export type Series = TwoWorlds | UniformErrors | Regrets | Resolutions | HeldOut | Stabilities;
