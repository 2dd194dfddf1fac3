import type { ProtocolReadings } from '@sightline/data';
import type { Prediction } from '@sightline/engine/internal';
import type { PredictedTarget } from '../../law/target-of-law.ts';
import type { Protocol } from '../../parts/actions.ts';
import type { GridResult } from '../../schema/result-head.ts';
import type { ValueResult } from '../value/index.ts';
import type { LawPlan } from '../value/plan.ts';
import type { LinearPredictor } from '../value/predictors.ts';

/** Trajectories that intervals are drawn from: 100 in a tail of 2.5 %. */
export const USUAL_DRAWS = 4000;

export interface PredictRequest {
  protocol?: string;
  /** The table, relative to where the command is given. */
  readings: string;
  /** Names of columns with commas between them. */
  columns?: string;
  /** Two numbers with a comma between them, of which one may be empty. */
  limits?: string;
  level?: number;
  draws?: number;
}

/** What `sightline predict` computes with. */
export interface PredictPlan extends LawPlan {
  protocol: Protocol;
  /** As it was named. */
  file: string;
  /** 'log': of logarithms. */
  readings: ProtocolReadings;
}

/** The answer of `sightline predict`. */
export interface PredictResult extends GridResult {
  command: 'predict';
  law: ValueResult['law'];
  estimand: ValueResult['estimand'];
  /** The protocol by name, and what it is worth where no reading is missing. */
  protocol: string;
  value: number;
  rmse: number;
  target: PredictedTarget;
  readings: ReadingsRead;
  level: number;
  /** Trajectories that intervals were drawn from; null where they are normal. */
  draws: number | null;
  /** Of all readings; null where it is not linear in them. */
  predictor: LinearPredictor | null;
  predictions: UnitPrediction[];
}

export interface ReadingsRead {
  file: string;
  rows: number;
  /** Their columns in the protocol's order, and how it was found which is which. */
  columns: string[];
  by: ProtocolReadings['report']['by'];
  /** Cells without a reading, and different sets of readings that are there. */
  missing: number;
  patterns: number;
}

export interface UnitPrediction extends Prediction {
  unit: string;
  /** How many readings were there; present where some were missing. */
  read?: number;
}
