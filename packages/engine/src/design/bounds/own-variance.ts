import { square } from '../../numerics/elementary.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';

/**
 * The covariance of readings, divided: shared + diag(own) has the variances of the readings and the covariances of all that may
 * stand together, and shared is positive semidefinite.
 */
export interface Division {
  shared: Matrix;
  own: Float64Array;
}

/** How often each division is made better before it is used. */
const SWEEPS = 4;
/** The barrier begins at this share of what each reading tells for itself, and is halved with each sweep down to the least. */
const FIRST_BARRIER = 0.1;
const LEAST_BARRIER = 2e-5;
/** Readings without noise may repeat each other: so much more of each variance to begin with. */
const LIFTED = 1e-6;
/** No weight lies below this share of their mean: each action counts for something. */
const LEAST_WEIGHT = 0.1;
/** Pivots below this share of a variance may be rounding. */
const ROUNDING = 1e-12;

/**
 * Of readings with this covariance as much as can be counts as own: the largest Σ w_a·own_a with the rest positive semidefinite.
 * Of actions that never stand together (the `apart`, each action in one of them) the covariance is nobody's to know, and is free.
 * With the barrier μ·log det of the rest, the best choice for one such set B, all others as they are, leaves
 * μ/w as what the rest does not say of B, a diagonal matrix: one set after the other, for smaller and smaller μ. Every call
 * goes on from the one before, O(n³) a sweep; undefined where rounding leaves no proof. All variances are above 0.
 */
export function dividing(
  total: Matrix,
  apart: readonly (readonly number[])[],
  kernels: Kernels,
): (weights: Float64Array) => Division | undefined {
  const n = total.rows;
  // Where any two may stand together, the same own variance for all is nearly as good as the best.
  if (apart.every(({ length }) => length === 1)) {
    const same = commonVariance(total, kernels);
    if (same > 0) return once(total, same);
  }
  const shared = { ...total, data: total.data.slice() };
  let factor = soundFactor(shared, total, kernels);
  for (let lift = LIFTED; !factor; lift *= 10) {
    for (let a = 0; a < n; a++) shared.data[a * n + a] = total.data[a * n + a]! * (1 + lift);
    factor = soundFactor(shared, total, kernels);
  }
  let barrier: number | undefined;
  return (weights) => {
    const inverse = inverseOf(factor!, kernels);
    const wanted = relative(weights);
    barrier ??= FIRST_BARRIER * meanOwn(inverse);
    const least = (barrier * LEAST_BARRIER) / FIRST_BARRIER;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (const members of apart) divide(shared, inverse, members, wanted, barrier);
      barrier = Math.max(least, barrier / 2);
    }
    const now = soundFactor(shared, total, kernels);
    if (!now) return undefined;
    factor = now;
    return {
      shared: { ...shared, data: shared.data.slice() },
      own: Float64Array.from(wanted, (_, a) => total.data[a * n + a]! - shared.data[a * n + a]!),
    };
  };
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
    const shared = { ...total, data: total.data.slice() };
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
  const identity = zeros(factor.rows, factor.rows);
  for (let a = 0; a < factor.rows; a++) identity.data[a * factor.rows + a] = 1;
  return kernels.crossGram(kernels.solveLower(factor, identity));
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

/** S = (H_BB)⁻¹ is what the rest does not say of B; it becomes μ/w, and the inverse H follows. */
function divide(
  { data: g }: Matrix,
  { rows: n, data: h }: Matrix,
  members: readonly number[],
  weights: Float64Array,
  barrier: number,
): void {
  const b = members.length;
  const own = new Float64Array(b * b);
  members.forEach((a, i) => {
    members.forEach((c, k) => {
      own[i * b + k] = h[a * n + c]!;
    });
  });
  const left = inverted(own, b);
  // H grows by X(w/μ − H_BB)Xᵀ with X = H_·B S.
  const change = own.map((value) => -value);
  members.forEach((a, i) => {
    change[i * b + i]! += weights[a]! / barrier;
    members.forEach((c, k) => {
      g[a * n + c]! += (i === k ? barrier / weights[a]! : 0) - left[i * b + k]!;
    });
  });
  const along = new Float64Array(n * b);
  for (let r = 0; r < n; r++)
    for (let k = 0; k < b; k++) {
      let sum = 0;
      for (let i = 0; i < b; i++) sum += h[r * n + members[i]!]! * left[i * b + k]!;
      along[r * b + k] = sum;
    }
  const turned = new Float64Array(b);
  for (let r = 0; r < n; r++) {
    for (let k = 0; k < b; k++) {
      let sum = 0;
      for (let i = 0; i < b; i++) sum += along[r * b + i]! * change[i * b + k]!;
      turned[k] = sum;
    }
    for (let c = 0; c <= r; c++) {
      let sum = 0;
      for (let k = 0; k < b; k++) sum += turned[k]! * along[c * b + k]!;
      h[r * n + c]! += sum;
      if (c < r) h[c * n + r] = h[r * n + c]!;
    }
  }
}

/** The inverse of a positive definite matrix of few rows, by elimination. */
function inverted(matrix: Float64Array, b: number): Float64Array {
  const a = matrix.slice();
  for (let k = 0; k < b; k++) {
    const pivot = 1 / a[k * b + k]!;
    a[k * b + k] = 1;
    for (let j = 0; j < b; j++) a[k * b + j]! *= pivot;
    for (let i = 0; i < b; i++) {
      if (i === k) continue;
      const factor = a[i * b + k]!;
      a[i * b + k] = 0;
      for (let j = 0; j < b; j++) a[i * b + j]! -= factor * a[k * b + j]!;
    }
  }
  return a;
}
