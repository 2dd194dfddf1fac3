import type {
  CalibratedValue,
  CalibrateOptions,
  CalibrationTheory,
  ClassResolution,
  GaussianFit,
  HeldOutFit,
  HeldOutValue,
} from '@sightline/engine/internal';
import type { GridPlan, Work } from '../../asking/question.ts';
import type { CalibrationData } from '../../law/calibration-data.ts';
import type { FittedSummary } from '../../law/fitted-law.ts';
import type { LawSource } from '../../law/law.ts';
import type { LawRepair } from '../../law/law-repair.ts';
import type { PredictedTarget } from '../../law/target-of-law.ts';
import type { GridResult, ResultRepair } from '../../schema/result-head.ts';
import type { SampleCounts } from '../../words/text.ts';
import type { ProtocolFamily } from './protocol-classes.ts';

/** What `sightline calibrate` and `sightline plan` compute with. */
export interface CalibratePlan extends GridPlan {
  data: CalibrationData;
  family: ProtocolFamily;
}

/** What both compute with where the law was fitted to sparse readings. */
export type FittedPlan = Omit<CalibratePlan, 'data'> & { law: LawSource };

/** A plan with what the estimate of the law needed, where the estimand makes one. */
export interface RepairedPlan extends CalibratePlan {
  repair: LawRepair;
  repairs: ResultRepair[];
}

/** The answer of `sightline calibrate`. */
export interface CalibrateResult extends GridResult, SampleCounts {
  command: 'calibrate';
  /** What the bootstrap drew from; of a fitted law its parameters are drawn, so many. */
  resampled: { units: number } | { groups: number } | { parameters: number };
  /** Present where the law was fitted to sparse readings. */
  fitted?: FittedSummary;
  estimand: 'gaussian' | 'linear';
  /** `weights` is null for a target that was measured; `variance` is that of the target in these units, less the noise. */
  target: Omit<PredictedTarget, 'weights'> & { weights: string | null };
  /** The file and what reading did; with `repair` null where the law was fitted. */
  data: ({ file: string } & CalibrationData['report']) | null;
  repair: LawRepair | null;
  /** Of intervals, epsilon and comparisons. */
  level: number;
  draws: number;
  /** Draws that were made again, because by chance nothing varied in them. */
  redrawn: number;
  protocols: Record<string, CalibratedProtocol>;
  /** The uniform error over the protocols with a name, or over all of the classes where none has one. */
  epsilon: number;
  comparisons: NamedComparison[];
  /** Whether all pairs are listed; otherwise those with the best one. */
  complete: boolean;
  /** The protocols that no other one is distinguishably better than, best estimate first. */
  bestSet: string[];
  selected: { protocol: string; eta: number; guarantee: number } | null;
  theory: TheoryResult | null;
  resolution: ResolutionResult | null;
  /** Whether the Gaussian law fits; null for the best-linear value, which supposes none, and for units not held one by one. */
  fit: LawFitResult | null;
}

export interface CalibratedProtocol extends Omit<CalibratedValue, 'belowNothing' | 'atLeast'> {
  /** √(V·(1 − value)), and the same of the ends of the interval, both with V as estimated; of a fitted law V is drawn too. */
  rmse: number;
  rmseInterval: { low: number; high: number };
  /** Of `corrected`, to which the interval belongs. */
  correctedRmse?: number;
  /** Present where the value is a lower bound, and with it all that rests on it; a warning says why. */
  lowerBound?: true;
  cost: number;
  actions: number;
}

/** `a` has the larger estimate; of the best-linear value all differences are of corrected values. `low` and `high` hold together for all pairs, `alone` for this one. */
export interface NamedComparison {
  a: string;
  b: string;
  difference: number;
  low: number;
  high: number;
  distinguishable: boolean;
  alone: { low: number; high: number };
}

/** Whether the Gaussian law fits: what it promises beside what its predictor reaches, and the shape of what was measured. */
export interface LawFitResult {
  /** Of units left out; a protocol is null where its readings have less noise than the data. null for targets that noisy data cannot show. */
  heldOut:
    | (Omit<HeldOutFit, 'protocols'> & {
        /** Whether one unit has so much of the target's variance that a held-out R² rests on few of them. */
        few: boolean;
        protocols: Record<string, HeldOutProtocol | null>;
      })
    | null;
  /** At each time: skewness and kurtosis are 0 under a Gaussian law. The least value in the scale of the law, and how many different ones, up to 10. */
  marginals: Pick<GaussianFit, 'skewness' | 'kurtosis' | 'least' | 'different'>;
  /** Of standardised values, beside those of a normal distribution; `points` are times. */
  quantiles: Omit<GaussianFit['quantiles'], 'points'> & { points: { at: number; values: number[] }[] };
  /** Of pairs of these times. */
  pairs: Omit<GaussianFit['pairs'], 'points'> & { at: number[] };
}

export interface HeldOutProtocol extends HeldOutValue {
  /** Whether the two are further apart than chance explains, for all protocols together; never where a held-out R² rests on few units. */
  differs: boolean;
  linear:
    | (NonNullable<HeldOutValue['linear']> & {
        /** Whether the best-linear value is further from the one that the law promises than chance explains, for all protocols together. */
        differs: boolean;
        /** Whether it is as far from the Gaussian value `promised`. */
        far: boolean;
      })
    | null;
}

/** Numbers that are not finite are null. */
export type TheoryResult = {
  [Field in keyof CalibrationTheory]: CalibrationTheory[Field] extends boolean
    ? boolean
    : CalibrationTheory[Field] | null;
};

export interface ResolutionResult {
  classes: (Omit<ClassResolution, 'best'> & { best: BestOfClass })[];
  /** The class with the least guaranteed loss, and that with the least average loss. */
  guaranteed: string;
  selected: string;
}

export interface BestOfClass {
  /** null where the study gives it no name. */
  name: string | null;
  at: number[];
  /** What the clock shows at these times, where the study has one. */
  clock?: string[];
  width: number[];
}

export type CalibrateRequest = Work & Pick<CalibrateOptions, 'level' | 'draws'>;
