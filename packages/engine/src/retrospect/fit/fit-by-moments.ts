import { square } from '../../numerics/elementary.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { isNew, orthonormalCombinations, scaleOf } from './baseline-projection.ts';
import type { FoldMoments, MomentColumns, Moments } from './fold-moments.ts';
import type { LearningMoments } from './learned-support.ts';
import { PENALTIES, ridgeSpectrum } from './weighted-ridge.ts';

// Ridge regressions, their errors and what supports are learned from, out of moments alone: what `ridgePath` and
// `residualMoments` have from the records themselves. Differences of products lose digits; where that would show, there is no
// answer, and who asked has to go through the records.

/** Below this share of its square about the median, what is left about the mean has lost too many digits. */
const ENOUGH_DIGITS = 1e-4;
/** Where less of a baseline is left by those before it, the records are asked whether it is anything. */
const SURELY_NEW = 1e-2;

export interface FitsByMoments {
  /** R² of cross-fitting, as `crossFit` has it. */
  r2(supportOf: (fold: number) => readonly number[]): number | undefined;
  /** Σ̂_{0|C} and ĉ_{|C} of the training side of a fold. */
  learning(fold: number): LearningMoments | undefined;
}

export function fitsByMoments(columns: MomentColumns, { held, inner }: FoldMoments): FitsByMoments {
  const { baselines, points, scaled } = columns;
  const target = scaled.cols - 1;
  const known = Array.from({ length: baselines + 1 }, (_, c) => c);
  const besides = scaled.cols - 2 - baselines > points;
  /** Of the training side, whole or without one of its inner folds: the same whatever is read. */
  const bases = new Map<string, BaselineBasis | undefined>();
  const basisOf = (k: number, without: number): BaselineBasis | undefined => {
    const key = `${k} ${without}`;
    if (!bases.has(key)) {
      const some = inner[k]!.filter((_, f) => f !== without).map((part) => among(part, known));
      bases.set(key, baselineBasis(scaled, together(some)));
    }
    return bases.get(key);
  };
  return {
    r2(supportOf) {
      let error = 0;
      for (let k = 0; k < inner.length; k++) {
        const support = supportOf(k);
        const read = [
          ...known,
          ...support.map((a) => 1 + baselines + a),
          ...(besides ? support.map((a) => 1 + baselines + points + a) : []),
          target,
        ];
        const parts = inner[k]!.map((part) => among(part, read));
        const errors = new Float64Array(PENALTIES.length);
        for (let f = 0; f < parts.length; f++) {
          const others = together(parts.filter((_, other) => other !== f));
          if (parts[f]!.records.length === 0 || others.records.length === 0) continue;
          const residual = residuals(others, basisOf(k, f));
          if (!residual) return undefined;
          PENALTIES.forEach((penalty, l) => {
            errors[l]! += squared(residual(penalty), parts[f]!);
          });
        }
        // The smallest penalty wins ties.
        const best = errors.reduce((least, sum, l) => (sum < errors[least]! ? l : least), 0);
        const residual = residuals(together(parts), basisOf(k, -1));
        if (!residual) return undefined;
        error += squared(residual(PENALTIES[best]!), among(held[k]!, read));
      }
      const [total, , sum, squares] = together(held.map((own) => among(own, [0, target]))).products.data;
      return 1 - error / (squares! - square(sum!) / total!);
    },
    learning(fold) {
      const some = [...known, ...Array.from({ length: points }, (_, j) => 1 + baselines + j), target];
      const all = together(inner[fold]!.map((part) => among(part, some)));
      const found = withoutBaselines(all, basisOf(fold, -1));
      if (!found) return undefined;
      const { left } = found;
      const count = countOf(all);
      const covariance = zeros(points, points);
      const cross = new Float64Array(points);
      for (let i = 0; i < points; i++) {
        cross[i] = left.data[i * left.cols + points]! / count;
        for (let j = 0; j < points; j++)
          covariance.data[i * points + j] = left.data[i * left.cols + j]! / count;
      }
      return { covariance, cross };
    },
  };
}

/** Moments over some of the columns, on both sides of the diagonal. */
function among({ records, products: { cols, data } }: Moments, columns: readonly number[]): Moments {
  const d = columns.length;
  const products = zeros(d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j <= i; j++) {
      const [a, b] = [columns[i]!, columns[j]!];
      const value = data[a > b ? a * cols + b : b * cols + a]!;
      products.data[i * d + j] = value;
      products.data[j * d + i] = value;
    }
  return { records, products };
}

function together(parts: readonly Moments[]): Moments {
  const { cols } = parts[0]!.products;
  const products = zeros(cols, cols);
  for (const { products: own } of parts)
    for (let i = 0; i < own.data.length; i++) products.data[i]! += own.data[i]!;
  return { records: parts.flatMap(({ records }) => records), products };
}

/** vᵀ·(Σw·zzᵀ)·v. */
function squared(v: Float64Array, { products: { data } }: Moments): number {
  const d = v.length;
  let sum = 0;
  for (let i = 0; i < d; i++) {
    let row = 0;
    for (let j = 0; j < d; j++) row += data[i * d + j]! * v[j]!;
    sum += v[i]! * row;
  }
  return sum;
}

/** By penalty, the coefficients v of the residual y − ŷ = vᵀz, z with the constant, baselines, readings and target. */
function residuals(
  moments: Moments,
  basis: BaselineBasis | undefined,
): ((penalty: number) => Float64Array) | undefined {
  const found = withoutBaselines(moments, basis);
  if (!found || !basis) return undefined;
  const { left, along, scales } = found;
  const b = moments.products.cols - left.cols;
  const d = left.cols - 1;
  const gram = zeros(d, d);
  const cross = zeros(d, 1);
  for (let i = 0; i < d; i++) {
    cross.data[i] = left.data[i * left.cols + d]! / scales[i]!;
    for (let j = 0; j < d; j++)
      gram.data[i * d + j] = left.data[i * left.cols + j]! / (scales[i]! * scales[j]!);
  }
  const { vectors, scores, below } = ridgeSpectrum(gram, cross);
  return (penalty) => {
    const v = new Float64Array(b + d + 1);
    v[b + d] = 1;
    for (let j = 0; j < d; j++) {
      let slope = 0;
      for (let k = 0; k < d; k++) slope += (vectors.data[j * d + k]! * scores.data[k]!) / below(k, penalty);
      v[b + j] = -slope / scales[j]!;
    }
    basis.forEach((own, r) => {
      let part = 0;
      for (let j = 0; j <= d; j++) part += along[r]![j]! * v[b + j]!;
      for (let c = 0; c < b; c++) v[c]! -= part * own[c]!;
    });
    return v;
  };
}

/** Products of readings and target with the baselines taken out, weights having a mean of 1. */
interface WithoutBaselines {
  left: Matrix;
  /** along[r][j]: what reading j, or the target, has along basis r. */
  along: Float64Array[];
  /** Of readings and target. */
  scales: Float64Array;
}

function withoutBaselines(moments: Moments, basis: BaselineBasis | undefined): WithoutBaselines | undefined {
  const spread = basis && spreadOf(moments);
  if (!spread) return undefined;
  const { own, scales } = spread;
  const m = moments.products.cols;
  const b = basis[0]!.length;
  const d = m - b;
  const along = basis.map((combination) => {
    const out = new Float64Array(d);
    for (let c = 0; c < b; c++) for (let j = 0; j < d; j++) out[j]! += combination[c]! * own[c * m + b + j]!;
    return out;
  });
  const left = zeros(d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++) {
      let sum = own[(b + i) * m + b + j]!;
      for (const part of along) sum -= part[i]! * part[j]!;
      left.data[i * d + j] = sum;
    }
  return { left, along, scales: scales.subarray(b) };
}

/** An orthonormal basis of the baselines: rows over the constant and the baselines about their medians. */
type BaselineBasis = readonly Float64Array[];

/** As `baselineProjection` has it from records. `moments` are those of the constant and the baselines. */
function baselineBasis(scaled: Matrix, moments: Moments): BaselineBasis | undefined {
  const spread = spreadOf(moments);
  if (!spread) return undefined;
  const { own, centres, scales } = spread;
  const { records, products } = moments;
  const b = products.cols;
  const standard = zeros(b, b);
  // Standardised columns have nothing along the constant.
  standard.data[0] = own[0]!;
  for (let c = 1; c < b; c++)
    for (let e = 1; e < b; e++)
      standard.data[c * b + e] = (own[c * b + e]! - own[c]! * centres[e]!) / (scales[c]! * scales[e]!);
  const unscaled = (combination: Float64Array) => {
    const out = combination.map((value, c) => value / scales[c]!);
    for (let c = 1; c < b; c++) out[0]! -= out[c]! * centres[c]!;
    return out;
  };
  let doubtful = false;
  const coefficients = orthonormalCombinations(
    b,
    (c) => Float64Array.from({ length: b }, (_, e) => (e === c ? 1 : 0)),
    (x, y) => {
      let sum = 0;
      for (let c = 0; c < b; c++)
        for (let e = 0; e < b; e++) sum += x[c]! * standard.data[c * b + e]! * y[e]!;
      return sum;
    },
    (share, left) => {
      if (share > SURELY_NEW) return true;
      doubtful ||= isNew(Math.sqrt(squaredOver(scaled, records, unscaled(left)) / products.data[0]!));
      return false;
    },
  );
  return doubtful ? undefined : coefficients.map(unscaled);
}

const countOf = ({ records }: Moments): number => records.reduce((sum, own) => sum + own.length, 0);

/** Products with weights of mean 1, and each column's mean and deviation about its median, the constant's being 0 and 1. */
function spreadOf(
  moments: Moments,
): { own: Float64Array; centres: Float64Array; scales: Float64Array } | undefined {
  const { cols: m, data } = moments.products;
  const count = countOf(moments);
  const factor = count / data[0]!;
  const own = data.map((value) => value * factor);
  const centres = new Float64Array(m);
  const scales = new Float64Array(m).fill(1);
  for (let j = 1; j < m; j++) {
    const whole = own[j * m + j]! / count;
    centres[j] = own[j]! / count;
    const variance = whole - square(centres[j]!);
    if (whole > 0 && !(variance > ENOUGH_DIGITS * whole)) return undefined;
    scales[j] = scaleOf(variance);
  }
  return { own, centres, scales };
}

/** Σw(vᵀz)² over records, z their first columns. */
function squaredOver(
  { cols, data }: Matrix,
  records: readonly (readonly number[])[],
  v: Float64Array,
): number {
  let sum = 0;
  for (const own of records)
    for (const i of own) {
      let value = 0;
      for (let c = 0; c < v.length; c++) value += v[c]! * data[i * cols + c]!;
      sum += value * value;
    }
  return sum;
}
