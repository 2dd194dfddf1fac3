import type { DenseKernels } from '../kernels/dense-kernels.ts';
import {
  applyConstraints,
  type ConePoint,
  type ConstraintOperator,
  squareMatrix,
  subtractAdjoint,
  zeroPoint,
} from './constraint-operator.ts';
import type { SchurSolver } from './schur-solve.ts';

export interface Direction {
  X: ConePoint;
  y: Float64Array;
  Z: ConePoint;
}

export function zeroDirection(sizes: readonly number[], linear: number, count: number): Direction {
  return { X: zeroPoint(sizes, linear), y: new Float64Array(count), Z: zeroPoint(sizes, linear) };
}

/** What both directions of an iteration have in common. */
interface NewtonSystem {
  operator: ConstraintOperator;
  values: Float64Array;
  X: ConePoint;
  Z: ConePoint;
  zInverse: ConePoint;
  /** b - A(X). */
  primalResidual: Float64Array;
  /** R = C - Σ_i y_i·A_i - Z. */
  dualResidual: ConePoint;
  solve: SchurSolver;
}

/** Rounds of refinement, and the residual (the values being of unit size) that is not worth one. */
const REFINEMENTS = 3;
const NEGLIGIBLE = 1e-15;

/** (X·D + more)·Z⁻¹ of a block. */
function along(
  { X, zInverse }: NewtonSystem,
  b: number,
  d: ConePoint,
  kernels: DenseKernels,
  more?: Float64Array,
): Float64Array {
  const product = kernels.multiply(squareMatrix(X.blocks[b]), squareMatrix(d.blocks[b]));
  if (more) for (let i = 0; i < more.length; i++) product.data[i] += more[i];
  return kernels.multiply(product, squareMatrix(zInverse.blocks[b])).data;
}

/**
 * The direction of Helmberg–Rendl–Vanderbei–Wolkowicz, Kojima–Shindoh–Hara and Monteiro towards ⟨X, Z⟩ = n·centre:
 *
 *   dZ = R - Σ_i dy_i·A_i,   dX = centre·Z⁻¹ - X - sym((X·dZ + dX'·dZ')·Z⁻¹),   A(X + dX) = b,
 *
 * with the second-order term dX'·dZ' of the predictor where one is given. Eliminating dX and dZ leaves
 * M·dy = b + A((X·R + dX'·dZ')·Z⁻¹) - centre·A(Z⁻¹). Three or four products of O(n³) a block.
 */
export function newtonDirection(
  system: NewtonSystem,
  centre: number,
  predictor: Direction | undefined,
  kernels: DenseKernels,
  out: Direction,
): void {
  const { operator, values, X, Z, zInverse, dualResidual, solve } = system;
  const sizes = operator.blocks.map(({ size }) => size);
  const count = operator.count;

  // (X·R + dX'·dZ')·Z⁻¹ - centre·Z⁻¹, before dy is known; dX'·dZ' is kept for the second use.
  const second = sizes.map((_, b) =>
    predictor === undefined
      ? undefined
      : kernels.multiply(squareMatrix(predictor.X.blocks[b]), squareMatrix(predictor.Z.blocks[b])).data,
  );
  const load = out.X;
  sizes.forEach((_, b) => {
    const full = along(system, b, dualResidual, kernels, second[b]);
    for (let i = 0; i < full.length; i++) load.blocks[b][i] = full[i] - centre * zInverse.blocks[b][i];
  });
  for (let l = 0; l < X.linear.length; l++) {
    const extra = predictor === undefined ? 0 : predictor.X.linear[l] * predictor.Z.linear[l];
    load.linear[l] = (X.linear[l] * dualResidual.linear[l] + extra - centre) / Z.linear[l];
  }
  const rhs = new Float64Array(count);
  applyConstraints(operator, load, rhs);
  for (let i = 0; i < count; i++) rhs[i] += values[i];
  solve(rhs, out.y);

  subtractAdjoint(operator, dualResidual, out.y, out.Z);
  sizes.forEach((size, b) => {
    const full = along(system, b, out.Z, kernels, second[b]);
    const [x, inverse, to] = [X.blocks[b], zInverse.blocks[b], out.X.blocks[b]];
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) {
        const at = i * size + j;
        const mirror = j * size + i;
        to[at] = to[mirror] = centre * inverse[at] - x[at] - (full[at] + full[mirror]) / 2;
      }
  });
  for (let l = 0; l < X.linear.length; l++) {
    const extra = predictor === undefined ? 0 : predictor.X.linear[l] * predictor.Z.linear[l];
    out.X.linear[l] = (centre - extra - X.linear[l] * out.Z.linear[l]) / Z.linear[l] - X.linear[l];
  }
  refine(system, kernels, out);
}

/**
 * Newton's equations hold only as far as M was formed and solved exactly, and near the optimum the rounding of its
 * right-hand side alone would push X off the constraints. So what is left, r = b - A(X + dX), is computed from dX
 * itself, and the solution of M·e = r added to dy, -Σ_i e_i·A_i to dZ and sym(X·(Σ_i e_i·A_i)·Z⁻¹) to dX.
 */
function refine(system: NewtonSystem, kernels: DenseKernels, out: Direction): void {
  const { operator, X, Z, primalResidual, solve } = system;
  const sizes = operator.blocks.map(({ size }) => size);
  const left = new Float64Array(operator.count);
  const change = new Float64Array(operator.count);
  const origin = zeroPoint(sizes, X.linear.length);
  const turn = zeroPoint(sizes, X.linear.length);
  let before = Number.POSITIVE_INFINITY;
  for (let round = 0; round < REFINEMENTS; round++) {
    applyConstraints(operator, out.X, left);
    let size = 0;
    for (let i = 0; i < left.length; i++) {
      left[i] = primalResidual[i] - left[i];
      size = Math.max(size, Math.abs(left[i]));
    }
    if (!(size > NEGLIGIBLE && size < 0.5 * before)) return;
    before = size;
    solve(left, change);
    subtractAdjoint(operator, origin, change, turn);
    for (let i = 0; i < change.length; i++) out.y[i] += change[i];
    sizes.forEach((size, b) => {
      const full = along(system, b, turn, kernels);
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) {
          out.Z.blocks[b][i * size + j] += turn.blocks[b][i * size + j];
          out.X.blocks[b][i * size + j] -= (full[i * size + j] + full[j * size + i]) / 2;
        }
    });
    for (let l = 0; l < X.linear.length; l++) {
      out.Z.linear[l] += turn.linear[l];
      out.X.linear[l] -= (X.linear[l] * turn.linear[l]) / Z.linear[l];
    }
  }
}
