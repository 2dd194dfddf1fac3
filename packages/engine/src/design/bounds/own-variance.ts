import { square } from '../../numerics/elementary.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { copyMatrix, identity, type Matrix, someRows, submatrix, zeros } from '../../numerics/matrix.ts';

/**
 * The covariance of readings, divided: shared + diag(own) has the variances of the readings and the covariances of all that may
 * stand together, and shared is positive semidefinite.
 */
export interface Division {
  shared: Matrix;
  own: Float64Array;
}

/** Open actions, by their places: of those that are `apart` no two ever stand together. */
export interface Bundle {
  members: readonly number[];
  apart: boolean;
}

/** How often each division is made better before it is used. */
const SWEEPS = 2;
/** The barrier begins at this share of what each reading tells for itself, and is halved with each sweep down to the least. */
const FIRST_BARRIER = 0.15;
const LEAST_BARRIER = 2e-5;
/** Readings without noise may repeat each other: so much more of each variance to begin with. */
const LIFTED = 1e-6;
/** No weight lies below this share of their mean: each action counts for something. */
const LEAST_WEIGHT = 0.1;
/** Pivots below this share of a variance may be rounding. */
const ROUNDING = 1e-12;

/**
 * Of readings with this covariance as much as can be counts as own: the largest Σ w_a·own_a with the rest positive semidefinite.
 * Of actions that are apart the covariance is nobody's to know, and is free; of those of another bundle each has as much. With the
 * barrier μ·log det of the rest, the best choice for one bundle B, all others as they are, is known: one after the other, for smaller
 * and smaller μ. Every call goes on from the one before, O(n³) a sweep; undefined where rounding leaves no proof. Each action is
 * in one bundle, and all variances are above 0.
 */
export function dividing(
  total: Matrix,
  bundles: readonly Bundle[],
  kernels: Kernels,
): (weights: Float64Array) => Division | undefined {
  const n = total.rows;
  if (bundles.length === 1 && !bundles[0]!.apart) {
    const same = commonVariance(total, kernels);
    if (same > 0) return once(total, same);
  }
  const shared = copyMatrix(total);
  let factor = soundFactor(shared, total, kernels);
  for (let lift = LIFTED; !factor; lift *= 10) {
    for (let a = 0; a < n; a++) shared.data[a * n + a] = total.data[a * n + a]! * (1 + lift);
    factor = soundFactor(shared, total, kernels);
  }
  const most = meanOwn(inverseOf(factor, kernels));
  factor = evenly(shared, total, factor, bundles, kernels);
  let barrier = FIRST_BARRIER * most;
  return (weights) => {
    const inverse = inverseOf(factor!, kernels);
    const wanted = relative(weights);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (const bundle of bundles) divide(shared, inverse, bundle, wanted, barrier, kernels);
      barrier = Math.max(LEAST_BARRIER * most, barrier / 2);
    }
    const now = soundFactor(shared, total, kernels);
    if (!now) return undefined;
    factor = now;
    return {
      shared: copyMatrix(shared),
      own: Float64Array.from(wanted, (_, a) => total.data[a * n + a]! - shared.data[a * n + a]!),
    };
  };
}

/** To begin with, every bundle gets the same share of what the rest does not say of it, so that none takes what another needs. */
function evenly(
  shared: Matrix,
  total: Matrix,
  factor: Matrix,
  bundles: readonly Bundle[],
  kernels: Kernels,
): Matrix {
  const n = shared.rows;
  const inverse = inverseOf(factor, kernels);
  const unsaid = zeros(n, n);
  for (const { members, apart } of bundles) {
    const b = members.length;
    const left = inverted(submatrix(inverse, members), kernels);
    const least = apart ? 0 : kernels.eigenvaluesSymmetric(left)[0]!;
    members.forEach((a, i) => {
      if (apart) for (let k = 0; k < b; k++) unsaid.data[a * n + members[k]!] = left.data[i * b + k]!;
      else unsaid.data[a * (n + 1)] = least;
    });
  }
  const first = shared.data.slice();
  let sound = factor;
  let share = 0;
  const take = (more: number) => {
    for (let k = 0; k < n * n; k++) shared.data[k] = first[k]! - more * unsaid.data[k]!;
  };
  for (let step = 0.5; step > 0.01; step /= 2) {
    take(share + step);
    const next = soundFactor(shared, total, kernels);
    if (!next) continue;
    sound = next;
    share += step;
  }
  take(share);
  return sound;
}

/** As much as all readings can have as their own: the smallest eigenvalue of their covariance. */
function commonVariance(total: Matrix, kernels: Kernels): number {
  const eigenvalues = kernels.eigenvaluesSymmetric(total);
  return eigenvalues[0]! * (1 - 1e-6) - ROUNDING * eigenvalues.length * eigenvalues.at(-1)!;
}

function once(total: Matrix, same: number): () => Division | undefined {
  let made = false;
  return () => {
    if (made) return undefined;
    made = true;
    const shared = copyMatrix(total);
    for (let a = 0; a < total.rows; a++) shared.data[a * (total.rows + 1)]! -= same;
    return { shared, own: new Float64Array(total.rows).fill(same) };
  };
}

/** The Cholesky factor, or nothing where a pivot may be rounding alone. */
function soundFactor(shared: Matrix, total: Matrix, kernels: Kernels): Matrix | undefined {
  const cholesky = kernels.cholesky(shared);
  if (!cholesky.ok) return undefined;
  const { rows: n, data } = cholesky.factor;
  for (let a = 0; a < n; a++)
    if (!(square(data[a * n + a]!) > ROUNDING * total.data[a * n + a]!)) return undefined;
  return cholesky.factor;
}

function inverseOf(factor: Matrix, kernels: Kernels): Matrix {
  return kernels.crossGram(kernels.solveLower(factor, identity(factor.rows)));
}

/** What a reading tells beyond all others, on average. */
function meanOwn({ rows: n, data }: Matrix): number {
  let sum = 0;
  for (let a = 0; a < n; a++) sum += 1 / data[a * n + a]!;
  return sum / n;
}

/** With mean 1, and none next to nothing. */
function relative(weights: Float64Array): Float64Array {
  const mean = weights.reduce((sum, own) => sum + own, 0) / weights.length;
  return weights.map((own) => (mean > 0 ? Math.max(LEAST_WEIGHT, own / mean) : 1));
}

/** S = (H_BB)⁻¹ is what the rest does not say of B; it becomes what the barrier leaves of it, and the inverse H follows. */
function divide(
  { data: g }: Matrix,
  inverse: Matrix,
  { members, apart }: Bundle,
  weights: Float64Array,
  barrier: number,
  kernels: Kernels,
): void {
  const { rows: n, data: h } = inverse;
  const b = members.length;
  const own = submatrix(inverse, members);
  const unsaid = inverted(own, kernels);
  const wanted = members.map((a) => barrier / weights[a]!);
  const left = apart ? diagonal(wanted) : lessOnDiagonal(unsaid, wanted, kernels);
  const change = apart ? diagonal(wanted.map((value) => 1 / value)) : inverted(left, kernels);
  for (let k = 0; k < b * b; k++) change.data[k]! -= own.data[k]!;
  members.forEach((a, i) => {
    for (let k = 0; k < b; k++) g[a * n + members[k]!]! += left.data[i * b + k]! - unsaid.data[i * b + k]!;
  });
  // H grows by X(S_new⁻¹ − S⁻¹)Xᵀ with X = H_·B S.
  const along = kernels.multiply(unsaid, someRows(inverse, members));
  const { data: more } = kernels.multiply(along, kernels.multiply(change, along), 'left');
  for (let i = 0; i < h.length; i++) h[i]! += more[i]!;
}

function diagonal(values: readonly number[]): Matrix {
  const out = zeros(values.length, values.length);
  values.forEach((value, i) => {
    out.data[i * (values.length + 1)] = value;
  });
  return out;
}

/** S − δV with V = √w and the δ that the barrier prefers: Σ 1/(s − δ) = Σ w/μ over the eigenvalues s of V^−½SV^−½. */
function lessOnDiagonal(unsaid: Matrix, wanted: readonly number[], kernels: Kernels): Matrix {
  const b = unsaid.rows;
  const level = wanted.reduce((sum, value) => sum + 1 / value, 0);
  const share = wanted.map((value) => Math.sqrt(b / (level * value)));
  const scaled = zeros(b, b);
  for (let i = 0; i < b; i++)
    for (let k = 0; k < b; k++)
      scaled.data[i * b + k] = unsaid.data[i * b + k]! / Math.sqrt(share[i]! * share[k]!);
  const eigenvalues = kernels.eigenvaluesSymmetric(scaled);
  // With one eigenvalue it is s − μ/w; others take it further down, at most as far as if all were the smallest.
  let [low, high] = [eigenvalues[0]! - b / level, eigenvalues[0]! - 1 / level];
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (eigenvalues.reduce((sum, s) => sum + 1 / (s - middle), 0) < level) low = middle;
    else high = middle;
  }
  const out = copyMatrix(unsaid);
  for (let i = 0; i < b; i++) out.data[i * (b + 1)]! -= low * share[i]!;
  return out;
}

/** The inverse of a positive definite matrix. */
function inverted(matrix: Matrix, kernels: Kernels): Matrix {
  const cholesky = kernels.cholesky(matrix);
  if (cholesky.ok) return inverseOf(cholesky.factor, kernels);
  throw new RangeError('the rest of a covariance is not one');
}
