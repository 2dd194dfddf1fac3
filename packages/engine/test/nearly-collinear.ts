import { readFileSync } from 'node:fs';
import { latentCovariance } from '../src/model/latent-covariance.ts';
import type { KernelSpec } from '../src/model/latent-kernel.ts';
import type { TargetSpec } from '../src/model/target.ts';
import { targetWeights } from '../src/model/target-weights.ts';
import { timeGrid } from '../src/model/time/time-grid.ts';
import type { Measurement } from '../src/model/value/action.ts';

/** Of fixtures/nearly_collinear.py, to 80 digits. */
export interface CollinearCase {
  kernel: KernelSpec;
  trait: number;
  scale?: number[];
  horizon: number;
  points: number;
  /** First and last point, and noise. */
  readings: [number, number, number][];
  targets: TargetSpec[];
  values: number[];
  /** Of the best linear predictor of the mean. */
  coefficients: number[];
  /** Of a shift of the latent mean that rises from 0 to 1 over the points: its detection, and the shift of the predicted mean. */
  detection: number;
  shift: number;
}

export const collinearCases: CollinearCase[] = JSON.parse(
  readFileSync(new URL('../fixtures/nearly_collinear.json', import.meta.url), 'utf8'),
);

export function collinearLaw({
  kernel,
  trait,
  scale,
  horizon,
  points,
}: Pick<CollinearCase, 'kernel' | 'trait' | 'scale' | 'horizon' | 'points'>) {
  const grid = timeGrid(horizon, points);
  return {
    ...latentCovariance({ kernel, trait }, grid),
    weights: targetWeights('uniform', grid),
    ...(scale && { scale: Float64Array.from(scale) }),
  };
}

export const collinearReadings = (readings: CollinearCase['readings']): Measurement[] =>
  readings.map(([first, last, noise]) => ({ first, last, noise }));
