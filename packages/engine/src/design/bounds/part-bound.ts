import type { Target } from '../../model/target.ts';
import { applyAction } from '../../model/value/action.ts';
import { square } from '../../numerics/elementary.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import type { Part } from '../selection/feasible-sets.ts';
import { pathTo, type Searcher } from '../selection/forward-selection.ts';
import { afterChoosing, initialResidual, type Residual } from '../selection/residual.ts';
import type { Scenario } from '../selection/scenarios.ts';
import type { SearchLimit } from '../selection/search-limit.ts';
import { type Relaxation, relaxedBound } from './relaxation.ts';

/** A part of the family that is still to be looked at. */
export interface OpenPart extends Part {
  bound: number;
  /** Shares of the actions of `open` in the relaxation of the part that this one came from. */
  shares: (Float64Array | undefined)[];
}

interface PartBound {
  /** No protocol of the part has a larger value under the scenario. */
  value: number;
  /** Shares of the actions of `open`: the relaxation takes so much of each. */
  shares: Float64Array | undefined;
  /** Actions of `open` that no protocol of the part with a value above `best` holds, and those that every one holds. */
  never: readonly number[];
  always: readonly number[];
}

/** Upper bounds on the value of the protocols of a part, under one scenario. */
export type PartBounder = (node: OpenPart, best: number, limit: SearchLimit) => PartBound;

export interface BounderOptions {
  kernels: Kernels;
  /** Whether `best` is a value under this scenario: it is then known how low a bound has to come. */
  alone: boolean;
}

export function partBounder(
  search: Searcher,
  scenario: Scenario,
  s: number,
  { kernels, alone }: BounderOptions,
): PartBounder {
  const { family } = search.problem;
  const { catalogue } = family;
  const variance = search.variances[s]!;
  const first = initialResidual(scenario, catalogue);
  const unit = unitsOf(first);
  const shift = commonVariance(first, unit, kernels);
  return (node, best, limit) => {
    const { base, open } = node;
    const residual = base.reduce(afterChoosing, first);
    const explained = base.length === 0 ? 0 : search.evaluate([base]).values[s]! * variance;
    const between = openBetween(residual, open, unit, shift);
    const noise = Float64Array.from(open, (a) => catalogue[a]!.noise * square(unit[a]!) + shift);
    const limits = limitsOf(search, node);
    if (!noise.every((r) => r > 1e-9) || limits.length === 0) {
      const all = search.evaluate([[...base, ...open]]).values[s]!;
      return { value: all, shares: undefined, never: [], always: [] };
    }
    const gain =
      scenario.target.table === undefined
        ? Float64Array.from(open, (a) => residual.weighted[a]! * unit[a]!)
        : nonlinearGain(
            scenario.target,
            residual,
            kernels.crossGram(pathTo(search, base).recovered[s]!),
            open,
            unit,
            kernels,
          );
    const relaxation: Relaxation = { between, noise, gain, limits };
    const start = node.shares[s];
    const { bound, shares } = relaxedBound(relaxation, {
      // With one scenario it is known how low the bound has to come; with several it is made as low as it goes.
      ...(alone && { goal: best * variance - explained }),
      kernels,
      limit,
      ...(start && { start: restarted(start, limits[0]!) }),
    });
    return { value: (explained + bound) / variance, shares, never: [], always: [] };
  };
}

/** Shares of the part before, none of them 0, and using all of the limit. */
export function restarted(
  shares: Float64Array,
  { prices, capacity }: Relaxation['limits'][number],
): Float64Array {
  const total = prices.reduce((sum, price) => sum + price, 0);
  const even = Math.min(1, capacity / total);
  return shares.map((share) => Math.min(1, 0.9 * share + 0.1 * even));
}

export function limitsOf({ problem: { family } }: Searcher, { base, open }: OpenPart): Relaxation['limits'] {
  const { exactly, budget } = family.rules;
  const limits = [];
  if (exactly !== undefined)
    limits.push({ prices: new Float64Array(open.length).fill(1), capacity: exactly - base.length });
  if (budget !== undefined)
    limits.push({
      prices: Float64Array.from(open, (a) => family.catalogue[a]!.cost),
      capacity: Math.max(0, budget - family.spent(base).cost) + 1e-12 * Math.max(1, budget),
    });
  return limits;
}

/**
 * What each reading is multiplied by: 1 under a standardised law, else one over its standard deviation. A bound does not depend
 * on it, but times that vary little would leave no variance in common with those that vary much.
 */
export function unitsOf({ catalogue, scale, initial }: Residual): Float64Array {
  if (!scale) return new Float64Array(catalogue.length).fill(1);
  return Float64Array.from(catalogue, ({ noise }, a) => 1 / Math.sqrt(initial[a]! - noise));
}

/**
 * Every residual covariance of the catalogue is at least its smallest eigenvalue before anything was chosen (a Schur
 * complement), so that this much of it can count as noise: that makes the relaxation tighter, and possible without noise.
 */
export function commonVariance(residual: Residual, unit: Float64Array, kernels: Kernels): number {
  const between = openBetween(residual, [...residual.catalogue.keys()], unit, 0);
  const smallest = kernels.eigenvaluesSymmetric(between)[0]!;
  const largest = residual.initial.reduce((most, own, a) => Math.max(most, own * square(unit[a]!)), 0);
  return Math.max(0, smallest * (1 - 1e-6) - 1e-12 * largest * between.rows);
}

/** M_ab = ℓ_aᵀP_Sℓ_b of the open actions in their units, less what counts as noise. */
export function openBetween(
  { catalogue, scale, vectors }: Residual,
  open: readonly number[],
  unit: Float64Array,
  shift: number,
): Matrix {
  const n = open.length;
  const p = vectors.cols;
  const out = zeros(n, n);
  open.forEach((a, i) => {
    for (let k = 0; k <= i; k++) {
      const b = open[k]!;
      const entry = applyAction(catalogue[a]!, vectors.data, b * p, scale) * unit[a]! * unit[b]!;
      out.data[i * n + k] = out.data[k * n + i] = entry;
    }
    out.data[i * n + i]! -= shift;
  });
  return out;
}

/**
 * B with F_g(S ∪ T) − F_g(S) ≤ tr B(M_TT + R_T)⁻¹ for every T of the open actions. With E what T adds to Q_S and Ē what all of
 * them would, Ē − E is positive semidefinite, and C_g has a series without negative coefficients; by Schur's theorem
 * Σωω{C(Q + E) − C(Q)} ≤ Σωω E·{C(Q + Ē) − C(Q)}/Ē. What stands beside E is a positive semidefinite weight W, and
 * B_ab = v_aᵀWv_b.
 */
function nonlinearGain(
  target: Target,
  residual: Residual,
  recovered: Matrix,
  open: readonly number[],
  unit: Float64Array,
  kernels: Kernels,
): Matrix {
  const { vectors, weights, catalogue } = residual;
  const p = vectors.cols;
  const n = open.length;
  const rows = zeros(n, p);
  open.forEach((a, i) => {
    for (let j = 0; j < p; j++) rows.data[i * p + j] = vectors.data[a * p + j]! * unit[a]!;
  });
  const all = openBetween(residual, open, unit, 0);
  open.forEach((a, i) => {
    all.data[i * n + i]! += catalogue[a]!.noise * square(unit[a]!);
  });
  const cholesky = kernels.cholesky(all);
  // Readings that repeat each other exactly: what is left of the latent quantity is more than all of them can tell.
  const most = cholesky.ok ? kernels.crossGram(kernels.solveLower(cholesky.factor, rows)) : undefined;
  const weight = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k <= j; k++) {
      const q = recovered.data[j * p + k]!;
      const added = most ? most.data[j * p + k]! : 1 - q;
      const slope = secant(target, j, k, q, added);
      weight.data[j * p + k] = weight.data[k * p + j] = weights[j]! * weights[k]! * slope;
    }
  return kernels.multiply(kernels.multiply(rows, weight), rows, 'right');
}

/** {C_jk(q + e) − C_jk(q)}/e, and C_jk'(q) for the smallest e. */
export function secant(target: Target, j: number, k: number, q: number, e: number): number {
  const transform = (r: number) => (target.local ? target.local.transform(j, k, r) : target.transform(r));
  const slope = (r: number) => (target.local ? target.local.derivative(j, k, r) : target.derivative(r));
  const from = Math.max(-1, Math.min(1, q));
  const to = Math.max(-1, Math.min(1, q + e));
  // Near ±1 the slope of a threshold target has no bound; an entry that cannot move needs none.
  if (Math.abs(to - from) < 1e-7) return Math.max(-1e8, Math.min(1e8, slope((from + to) / 2)));
  return (transform(to) - transform(from)) / (to - from);
}
