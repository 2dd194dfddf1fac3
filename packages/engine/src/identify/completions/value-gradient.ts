import type { Target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { informativeReadings } from '../../model/value/informative-order.ts';
import { measurementRows } from '../../model/value/measurement-rows.ts';
import { type Model, meanWeights } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, matrixFromRows, zeros } from '../../numerics/matrix.ts';

/** A threshold's slope is infinite at a correlation of ±1; so near it is as good as any for a direction to look in. */
const STEEPEST = 1 - 1e-9;

/**
 * The derivative of a protocol's value F/V by every correlation, for any target: a symmetric G with d(F/V) = <G, dK> for
 * changes that leave the diagonal as it is. With T = Aᵀ(AKAᵀ + R)⁻¹A, U = TK and Q = KTK, dQ = dK·U + Uᵀ·dK − Uᵀ·dK·U, so
 * that with M_jk = ω_jω_kC'_jk(Q_jk) the derivative of F is MUᵀ + UM − UMUᵀ; that of V is ω_jω_kC'_jk(K_jk). O(p³).
 */
export function valueGradient(
  model: Model,
  target: Target,
  protocol: readonly Action[],
  kernels: Kernels = defaultKernels(),
): Matrix {
  const { covariance } = model;
  const p = covariance.rows;
  const { order, recovered: right, half } = informativeReadings(model, protocol, kernels);
  const informative = Array.from(order, (a) => protocol[a]!);
  // No reading is no row of as many columns.
  const rows = { ...matrixFromRows(measurementRows(informative, p, model.scale)), cols: p };
  const left = half(rows);
  const u = kernels.multiply(left, right, 'left');
  const recovered = kernels.crossGram(right);

  const { local } = target;
  const slope = (j: number, k: number, r: number) => {
    const near = Math.max(-STEEPEST, Math.min(STEEPEST, r));
    return local ? local.derivative(j, k, near) : target.derivative(near);
  };
  const height = (j: number, k: number, r: number) => {
    const near = Math.max(-1, Math.min(1, r));
    return local ? local.transform(j, k, near) : target.transform(near);
  };
  const weights = target.table === undefined ? meanWeights(model) : model.weights;
  const m = zeros(p, p);
  const ofVariance = zeros(p, p);
  let explained = 0;
  let variance = 0;
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      const weight = weights[j]! * weights[k]!;
      const [q, r] = [recovered.data[j * p + k]!, covariance.data[j * p + k]!];
      explained += (j === k ? 1 : 2) * weight * height(j, k, q);
      variance += (j === k ? 1 : 2) * weight * height(j, k, r);
      m.data[j * p + k] = m.data[k * p + j] = weight * slope(j, k, q);
      ofVariance.data[j * p + k] = ofVariance.data[k * p + j] = weight * slope(j, k, r);
    }
  const um = kernels.multiply(u, m);
  const umu = kernels.multiply(um, u, 'right');
  const value = explained / variance;
  const gradient = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++) {
      const n = j * p + k;
      gradient.data[n] =
        (um.data[n]! + um.data[k * p + j]! - umu.data[n]! - value * ofVariance.data[n]!) / variance;
    }
  return gradient;
}
