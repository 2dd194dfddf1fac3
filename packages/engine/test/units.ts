import { square } from '../src/numerics/elementary.ts';

// Units for tests: an OU-like course with a mean, a scale and noise of its own.

import type { DenseUnits } from '../src/calibrate/sample/dense-units.ts';
import { simulatedUnits, unitLaw } from '../src/calibrate/sample/simulated-units.ts';
import { kernelMatrix } from '../src/model/latent-kernel.ts';
import { targetWeights } from '../src/model/target-weights.ts';
import { type TimeGrid, timeGrid } from '../src/model/time/time-grid.ts';
import { type Action, action } from '../src/model/value/action.ts';
import type { Matrix } from '../src/numerics/matrix.ts';
import { fillNormal, randomStream } from '../src/numerics/random/random-stream.ts';

export const HORIZON = 10;

export interface TestStudy {
  grid: TimeGrid;
  weights: Float64Array;
  covariance: Matrix;
  values: Matrix;
}

export function testStudy(m: number, p: number, seed: number, noise = 0): TestStudy {
  const grid = timeGrid(HORIZON, p);
  const covariance = kernelMatrix({ ou: { tau: 2 } }, 0.2, grid);
  return {
    grid,
    weights: targetWeights('uniform', grid),
    covariance,
    values: simulatedUnits(unitLaw(covariance), m, noise, randomStream(seed, 'test units')),
  };
}

/** Each unit measured `replicates` times with noise; as means and sums of squares. */
export function replicated(latent: Matrix, replicates: number, noise: number, seed: number): DenseUnits {
  const { rows: m, cols: p } = latent;
  const readings = Array.from({ length: replicates }, (_, r) => {
    const normals = new Float64Array(m * p);
    fillNormal(randomStream(seed, 'replicate', r), normals);
    return latent.data.map((value, n) => value + Math.sqrt(noise) * normals[n]!);
  });
  const mean = latent.data.map((_, n) => readings.reduce((sum, one) => sum + one[n]!, 0) / replicates);
  const within = latent.data.map((_, n) =>
    readings.reduce((sum, one) => sum + square(one[n]! - mean[n]!), 0),
  );
  return {
    values: { rows: m, cols: p, data: mean },
    within: { rows: m, cols: p, data: within },
    counts: new Int32Array(m).fill(replicates),
  };
}

export function points(grid: TimeGrid, times: readonly number[], noise = 0.5): Action[] {
  return times.map((at) => action({ at, noise }, grid));
}

/** Some rows again and again, as a resample holds them. */
export function repeatedRows({ rows, cols, data }: Matrix, times: ArrayLike<number>): Matrix {
  const out: number[] = [];
  for (let i = 0; i < rows; i++)
    for (let n = 0; n < times[i]!; n++) out.push(...data.subarray(i * cols, (i + 1) * cols));
  return { rows: out.length / cols, cols, data: Float64Array.from(out) };
}
