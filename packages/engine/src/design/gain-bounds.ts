import type { Target } from '../model/target.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { meanGain, type Residual, tellsNothing } from './residual.ts';

/** Proved bounds on Δ_g(a | S) for some candidates, in their order. */
export interface GainBounds {
  low: Float64Array;
  high: Float64Array;
}

/** Rounding in the bounds must not prove what is not so. */
const SLACK = 1e-9;

/** Q_S as the sum of its rank-one parts. */
export function recoveredAfter(
  recovered: Matrix,
  residual: Residual,
  a: number,
  kernels: Kernels = defaultKernels(),
): Matrix {
  const { cols: p, data } = residual.vectors;
  const next = { ...recovered, data: recovered.data.slice() };
  if (!tellsNothing(residual, a))
    kernels.addOuter(next, data.slice(a * p, (a + 1) * p), 1 / residual.variances[a]!);
  return next;
}

/**
 * C_g has a power series without negative coefficients, so that |C'(r) − C'(0)| ≤ C'(R) − C'(0) for |r| ≤ R, and every entry
 * of Q_{S∪a} is at most its largest diagonal entry R. With u = v_{a|S}/√s the gain then lies within
 * (C'(R) − C'(0))·(Σω|u|)² of C'(0)·(ωᵀu)². The mean target's gain is exact. O(p) a candidate.
 */
export function slopeBounds(
  target: Target,
  residual: Residual,
  recovered: Matrix | undefined,
  candidates: readonly number[],
): GainBounds {
  if (target.table === undefined || recovered === undefined) return exactMean(residual, candidates);
  const flat = target.derivative(0);
  return bounds(candidates, (a) => {
    const { linear, absolute, largest } = shapeOf(residual, recovered, a);
    return [flat * linear, (steepest(target, largest) - flat) * absolute];
  });
}

/**
 * The same to second order: Δ lies within ½·C''(R)·(Σωu²)² of uᵀDu, D_jk = ω_jω_kC'(Q_S,jk), which all candidates share. C'
 * is convex on [0, 1], so a difference quotient to the right bounds C''. O(p²) a candidate, as one product of matrices.
 */
export function curvatureBounds(
  target: Target,
  residual: Residual,
  recovered: Matrix,
  candidates: readonly number[],
  kernels: Kernels = defaultKernels(),
): GainBounds {
  const { weights, vectors } = residual;
  const p = vectors.cols;
  const slopes = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      const slope = weights[j]! * weights[k]! * target.derivative(clamped(recovered.data[j * p + k]!));
      slopes.data[j * p + k] = slope;
      slopes.data[k * p + j] = slope;
    }
  const rows = zeros(candidates.length, p);
  candidates.forEach((a, i) => {
    rows.data.set(vectors.data.subarray(a * p, (a + 1) * p), i * p);
  });
  const products = kernels.multiply(rows, slopes);
  let i = 0;
  return bounds(candidates, (a) => {
    let quadratic = 0;
    for (let j = 0; j < p; j++) quadratic += products.data[i * p + j]! * rows.data[i * p + j]!;
    i++;
    if (tellsNothing(residual, a)) return [0, 0];
    const { squares, largest } = shapeOf(residual, recovered, a);
    const step = Math.max(1e-9, 0.01 * (1 - largest));
    const curvature = (steepest(target, largest + step) - steepest(target, largest)) / step;
    return [quadratic / residual.variances[a]!, (curvature * squares * squares) / 2];
  });
}

function exactMean(residual: Residual, candidates: readonly number[]): GainBounds {
  return bounds(candidates, (a) => [meanGain(residual, a), 0]);
}

/** Centre and radius of each candidate; what cannot be computed bounds nothing. */
function bounds(candidates: readonly number[], ball: (a: number) => readonly [number, number]): GainBounds {
  const low = new Float64Array(candidates.length);
  const high = new Float64Array(candidates.length);
  candidates.forEach((a, i) => {
    const [centre, radius] = ball(a);
    const slack = SLACK * Math.abs(centre) + 1e-15;
    const known = Number.isFinite(centre) && Number.isFinite(radius);
    // Gains are never negative (Lemma 'Monotonicity').
    low[i] = known ? Math.max(0, centre - radius - slack) : 0;
    high[i] = known ? Math.max(0, centre + radius + slack) : Number.POSITIVE_INFINITY;
  });
  return { low, high };
}

interface Shape {
  /** (ωᵀu)², (Σω|u|)², Σωu². */
  linear: number;
  absolute: number;
  squares: number;
  /** The largest diagonal entry of Q_{S∪a}. */
  largest: number;
}

function shapeOf(residual: Residual, recovered: Matrix, a: number): Shape {
  const { weights, vectors, variances } = residual;
  if (tellsNothing(residual, a)) return { linear: 0, absolute: 0, squares: 0, largest: 0 };
  const p = vectors.cols;
  const s = variances[a]!;
  let linear = 0;
  let absolute = 0;
  let squares = 0;
  let largest = 0;
  for (let j = 0; j < p; j++) {
    const v = vectors.data[a * p + j]!;
    const weighted = weights[j]! * v;
    linear += weighted;
    absolute += Math.abs(weighted);
    squares += weighted * v;
    const diagonal = recovered.data[j * p + j]! + (v * v) / s;
    if (diagonal > largest) largest = diagonal;
  }
  return { linear: linear ** 2 / s, absolute: absolute ** 2 / s, squares: squares / s, largest };
}

/** C'(R), with R up to 1 but for rounding. */
function steepest(target: Target, range: number): number {
  return range >= 1 ? Number.POSITIVE_INFINITY : target.derivative(range);
}

function clamped(r: number): number {
  return Math.max(-1, Math.min(1, r));
}
