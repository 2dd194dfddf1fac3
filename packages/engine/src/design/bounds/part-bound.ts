import type { Target } from '../../model/target.ts';
import { applyAction } from '../../model/value/action.ts';
import { square } from '../../numerics/elementary.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { pathTo, type Searcher } from '../selection/forward-selection.ts';
import { afterChoosing, initialResidual, type Residual } from '../selection/residual.ts';
import type { Scenario } from '../selection/scenarios.ts';
import type { SearchLimit } from '../selection/search-limit.ts';
import { dividedBound } from './divided-bound.ts';
import type { OpenPart, PartBound } from './open-part.ts';

/** Upper bounds on the value of the protocols of a part, under one scenario. */
export type PartBounder = (node: OpenPart, best: number, limit: SearchLimit) => PartBound;

export interface BounderOptions {
  kernels: Kernels;
  /** Whether `best` is a value under this scenario: it is then known how low a bound has to come. */
  alone: boolean;
}

/** A threshold's transform is steep near ±1, where rounding of 1e-16 in a correlation is this much of a value. */
const NEAR_ONE = 2e-8;

export function partBounder(
  search: Searcher,
  scenario: Scenario,
  s: number,
  { kernels, alone }: BounderOptions,
): PartBounder {
  const { catalogue } = search.problem.family;
  const variance = search.variances[s]!;
  const first = initialResidual(scenario, catalogue);
  const unit = unitsOf(first);
  return (node, best, limit) =>
    dividedBound(
      search.problem.family,
      node,
      (base, open) => {
        const residual = base.reduce(afterChoosing, first);
        return {
          explained: base.length === 0 ? 0 : search.evaluate([base]).values[s]! * variance,
          total: openTotal(residual, open, unit),
          gain:
            scenario.target.table === undefined
              ? Float64Array.from(open, (a) => residual.weighted[a]! * unit[a]!)
              : nonlinearGain(
                  scenario.target,
                  residual,
                  kernels.crossGram(pathTo(search, base).recovered[s]!),
                  open,
                  unit,
                  kernels,
                ),
        };
      },
      {
        variance,
        best: alone ? best : undefined,
        start: node.shares[s],
        kernels,
        limit,
        slack: scenario.target.table === undefined ? 0 : NEAR_ONE,
      },
    );
}

/**
 * What each reading is multiplied by: 1 under a standardised law, else one over its standard deviation. A bound does not depend
 * on it, but times that vary little would leave no variance in common with those that vary much.
 */
export function unitsOf({ catalogue, scale, initial }: Residual): Float64Array {
  if (!scale) return new Float64Array(catalogue.length).fill(1);
  return Float64Array.from(catalogue, ({ noise }, a) => 1 / Math.sqrt(initial[a]! - noise));
}

/** P_Sℓ_a of the open actions in their units, row by row. */
export function openRows({ vectors }: Residual, open: readonly number[], unit: Float64Array): Matrix {
  const p = vectors.cols;
  const rows = zeros(open.length, p);
  open.forEach((a, i) => {
    for (let j = 0; j < p; j++) rows.data[i * p + j] = vectors.data[a * p + j]! * unit[a]!;
  });
  return rows;
}

/** ℓ_aᵀP_Sℓ_b of the open actions in their units, with their noise. */
export function openTotal(
  { catalogue, scale, vectors }: Residual,
  open: readonly number[],
  unit: Float64Array,
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
    out.data[i * n + i]! += catalogue[a]!.noise * square(unit[a]!);
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
  const { vectors, weights } = residual;
  const p = vectors.cols;
  const rows = openRows(residual, open, unit);
  const cholesky = kernels.cholesky(openTotal(residual, open, unit));
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
