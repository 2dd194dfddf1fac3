import { rescaleToCorrelation } from '../../model/covariance-repair.ts';
import { log2, pow, square } from '../../numerics/elementary.ts';
import { defaultKernels } from '../../numerics/kernels/kernels.ts';
import { identity, type Matrix, submatrix, trace } from '../../numerics/matrix.ts';
import { flooredCovariance, type ResidualMoments } from './residual-moments.ts';

/** What an anchor gains, by what is left of the covariance and of the cross-covariance. */
type Score = (left: Matrix, cross: Float64Array, a: number) => number;

/** An exchange must improve by more than this. */
const LEAST_IMPROVEMENT = 1e-14;

/**
 * Forward selection for cᵀA_Sᵀ(A_SΣA_Sᵀ)⁻¹A_Sc, in the order of choosing: its beginnings are the supports of smaller
 * budgets. `scoreOf` may put another gain in place of (c_a)²/Σ_aa. O(count·p²).
 */
export function forwardOrder(
  covariance: Matrix,
  cross: Float64Array,
  count: number,
  scoreOf: Score = (left, c, a) => square(c[a]!) / left.data[a * left.cols + a]!,
  ties: Ties = 'middle',
): number[] {
  const p = covariance.rows;
  const left = { ...covariance, data: covariance.data.slice() };
  const c = cross.slice();
  const chosen: number[] = [];
  const taken = new Uint8Array(p);
  while (chosen.length < Math.min(count, p)) {
    const scores = new Float64Array(p).fill(Number.NEGATIVE_INFINITY);
    let most = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < p; a++) {
      if (taken[a] === 1 || !(left.data[a * p + a]! > LEAST_IMPROVEMENT)) continue;
      scores[a] = scoreOf(left, c, a);
      if (scores[a]! > most) most = scores[a]!;
    }
    if (most === Number.NEGATIVE_INFINITY) break;
    const best = tiedBest(scores, most, ties);
    chosen.push(best);
    taken[best] = 1;
    const s = left.data[best * p + best]!;
    const v = left.data.slice(best * p, (best + 1) * p);
    const along = c[best]! / s;
    for (let j = 0; j < p; j++) {
      c[j]! -= v[j]! * along;
      const factor = v[j]! / s;
      for (let k = 0; k < p; k++) left.data[j * p + k]! -= factor * v[k]!;
    }
  }
  return chosen;
}

/** Scores nearer to each other than this share are a tie. */
const TIE_TOLERANCE = 1e-10;

/** Which of the anchors that tie is taken: the middle one, of two middle ones the earlier; or the last. */
export type Ties = 'middle' | 'later';

/** Neighbouring anchors may read the same in all training records, and then nothing tells them apart but rounding. */
function tiedBest(scores: Float64Array, most: number, ties: Ties): number {
  const tied: number[] = [];
  scores.forEach((score, a) => {
    if (score >= most - TIE_TOLERANCE * Math.abs(most)) tied.push(a);
  });
  return tied[ties === 'later' ? tied.length - 1 : Math.floor((tied.length - 1) / 2)]!;
}

/**
 * At most so many exchanges, each the first that improves (a tie does not): positions in the order of choosing, candidates in
 * ascending order. With A = Σ_SS⁻¹ taking i out and b in changes the criterion by a formula in A_ii and what b has left, so that a
 * sweep costs O(p·N²) and not a solution for each pair.
 */
export function firstSwaps(
  covariance: Matrix,
  cross: Float64Array,
  support: readonly number[],
  most: number,
): number[] {
  const p = covariance.rows;
  const current = [...support];
  for (let swaps = 0; swaps < most; swaps++) {
    const found = firstImproving(covariance, cross, current, p);
    if (!found) break;
    current[found.position] = found.candidate;
  }
  return current;
}

function firstImproving(
  covariance: Matrix,
  cross: Float64Array,
  support: readonly number[],
  p: number,
): { position: number; candidate: number } | undefined {
  const { data } = covariance;
  const n = support.length;
  const kernels = defaultKernels();
  const cholesky = kernels.cholesky(submatrix(covariance, support));
  if (!cholesky.ok) return undefined;
  const inverse = kernels.crossGram(kernels.solveLower(cholesky.factor, identity(n))).data;
  const beta = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += inverse[i * n + j]! * cross[support[j]!]!;
    return sum;
  });
  const inside = new Uint8Array(p);
  for (const a of support) inside[a] = 1;
  // For each candidate b: h = Σ_bS A, what is left of its cross-covariance, and of its variance.
  const shares = new Float64Array(p * n);
  const crossLeft = new Float64Array(p);
  const varianceLeft = new Float64Array(p);
  for (let b = 0; b < p; b++) {
    if (inside[b] === 1) continue;
    let c = cross[b]!;
    let s = data[b * p + b]!;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += data[b * p + support[j]!]! * inverse[j * n + i]!;
      shares[b * n + i] = sum;
      c -= data[b * p + support[i]!]! * beta[i]!;
      s -= sum * data[b * p + support[i]!]!;
    }
    crossLeft[b] = c;
    varianceLeft[b] = s;
  }
  for (let i = 0; i < n; i++) {
    const pivot = inverse[i * n + i]!;
    const lost = square(beta[i]!) / pivot;
    for (let b = 0; b < p; b++) {
      if (inside[b] === 1) continue;
      const h = shares[b * n + i]!;
      const s = varianceLeft[b]! + (h * h) / pivot;
      if (!(s > LEAST_IMPROVEMENT)) continue;
      const gained = square(crossLeft[b]! + (h * beta[i]!) / pivot) / s;
      if (gained > (1 + TIE_TOLERANCE) * lost + LEAST_IMPROVEMENT) return { position: i, candidate: b };
    }
  }
  return undefined;
}

/** Moments of training records, in a unit in which anchors vary by about one. */
export type LearningMoments = Pick<ResidualMoments, 'covariance' | 'cross'>;

export interface LearnOptions {
  /** Independent units among the training records. */
  units: number;
  budgets: readonly number[];
  swaps: number;
  /** Of the eigenvalue floor. */
  floor: number;
  ties: Ties;
}

/**
 * Shares of time are what the tolerances here are meant for; other values come in any unit. Where anchors do not vary by
 * about one, their moments are put into a unit in which they do: a power of two, so that no digit changes.
 */
export function inOwnUnit({ covariance, cross }: LearningMoments): LearningMoments {
  const total = trace(covariance);
  const size = Math.max(...cross.map(Math.abs));
  if (!(total > 0) || !(size > 0)) return { covariance, cross };
  const unit = pow(2, -Math.round(log2(total / covariance.rows)));
  const aim = pow(2, -Math.round(log2(size)));
  return {
    covariance: { ...covariance, data: covariance.data.map((value) => value * unit) },
    cross: cross.map((value) => value * aim),
  };
}

/** Below this an anchor does not vary among the training records: it is part neither of the aim nor of the choice. */
const CONSTANT = 1e-12;

/**
 * By a criterion that knows nothing of the target, on the correlations of the anchors that vary, repaired by themselves;
 * `scoreOf` as in forwardOrder, whose default then goes by the mean of all anchors.
 */
export function targetFreeSupports(
  { covariance }: LearningMoments,
  { units, budgets, floor, ties }: LearnOptions,
  scoreOf?: Score,
): number[][] {
  const p = covariance.rows;
  const varying = Array.from({ length: p }, (_, j) => j).filter(
    (j) => covariance.data[j * p + j]! > CONSTANT,
  );
  const n = varying.length;
  const correlation = flooredCovariance(submatrix(covariance, varying), units, floor);
  rescaleToCorrelation(correlation);
  const mean = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += correlation.data[i * n + j]!;
    return sum / n;
  });
  const order = forwardOrder(correlation, mean, Math.max(...budgets), scoreOf, ties);
  return budgets.map((count) => order.slice(0, count).map((i) => varying[i]!));
}
