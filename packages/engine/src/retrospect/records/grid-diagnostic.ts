import { square } from '../../numerics/elementary.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';

/** A window of relative time, as shares of the record. */
export interface RelativeWindow {
  from: number;
  to: number;
}

/** Singular values below this share of the largest are left out. */
const RCOND = 1e-10;

/**
 * Î_L,p of windows on one grid (the paper's grid diagnostic): binwise fractions F of all records, the target their mean over
 * bins, second moments without a floor, and windows that take from each bin exactly the share that they cover. How much it
 * changes with the grid says what the grid does.
 */
export function gridDiagnostic(fractions: Matrix, windows: readonly RelativeWindow[]): number {
  const { rows: n, cols: p, data } = fractions;
  const d = windows.length;
  const actions = windowRows(windows, p);
  const readings = zeros(n, d);
  const targets = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < p; k++) targets[i]! += data[i * p + k]! / p;
    for (let a = 0; a < d; a++)
      for (let k = 0; k < p; k++) readings.data[i * d + a]! += actions.data[a * p + k]! * data[i * p + k]!;
  }
  const mean = (column: (i: number) => number) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += column(i);
    return sum / n;
  };
  const targetMean = mean((i) => targets[i]!);
  const means = Float64Array.from({ length: d }, (_, a) => mean((i) => readings.data[i * d + a]!));
  const covariance = zeros(d, d);
  const cross = zeros(d, 1);
  let variance = 0;
  for (let i = 0; i < n; i++) {
    const away = targets[i]! - targetMean;
    variance += square(away);
    for (let a = 0; a < d; a++) {
      const x = readings.data[i * d + a]! - means[a]!;
      cross.data[a]! += x * away;
      for (let b = 0; b < d; b++) covariance.data[a * d + b]! += x * (readings.data[i * d + b]! - means[b]!);
    }
  }
  const kernels = defaultKernels();
  const { values, vectors } = kernels.eigenSymmetric(covariance);
  const along = kernels.multiply(vectors, cross, 'left');
  let explained = 0;
  for (let k = 0; k < d; k++)
    if (values[k]! > RCOND * values[d - 1]!) explained += square(along.data[k]!) / values[k]!;
  return explained / variance;
}

function windowRows(windows: readonly RelativeWindow[], p: number): Matrix {
  const rows = zeros(windows.length, p);
  windows.forEach(({ from, to }, a) => {
    for (let k = 0; k < p; k++) {
      const covered = Math.min(to, (k + 1) / p) - Math.max(from, k / p);
      if (covered > 0) rows.data[a * p + k] = covered / (to - from);
    }
  });
  return rows;
}
