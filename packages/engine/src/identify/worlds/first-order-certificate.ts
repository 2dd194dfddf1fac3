import { target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { admissibleSteps } from '../invisible/admissible-step.ts';
import type { Benchmark } from '../invisible/benchmark.ts';
import type { CovarianceClass } from '../invisible/covariance-class.ts';
import { type InvisibleSpace, invisibleSpace } from '../invisible/invisible-directions.ts';
import { inequalities, type Knowledge, leftSide } from '../invisible/knowledge.ts';
import { correlationsMovedBy, lifted } from '../invisible/moved-law.ts';
import { valueDerivative } from '../invisible/value-derivative.ts';
import { benchmarkLaw, isWorld, type World, worldFaults, worldOf } from './compatible-world.ts';

/** Theorem 'Value-changing invisible directions' at K₀, for the linear target. */
interface FirstOrderCertificate extends InvisibleSpace {
  /** K₀ + εΔ and K₀ − εΔ, each re-checked; none where the sensitivity is 0 or a check failed. */
  worlds: World[];
}

interface CertificateOptions {
  /** Share of the largest admissible step, above 0 and at most 1. */
  share?: number;
  /** What the worlds must respect beside the benchmark law. */
  knowledge?: Knowledge;
  kernels?: Kernels;
}

/**
 * The steepest invisible direction and the pair of worlds furthest along it. The largest ε with K₀ ± εΔ ⪰ 0 comes from
 * the extreme eigenvalues of L⁻¹ΔL⁻ᵀ, K₀ = LLᵀ. Where K₀ is singular there is no such step, and no worlds.
 */
export function firstOrderCertificate(
  covariance: Matrix,
  benchmark: Benchmark,
  alternative: readonly Action[],
  covarianceClass: CovarianceClass,
  options: CertificateOptions = {},
): FirstOrderCertificate {
  const derivative = valueDerivative({ ...benchmark, covariance }, alternative);
  const space = invisibleSpace(benchmark, derivative, covarianceClass, options.kernels);
  const { direction } = space;
  const worlds = direction ? worldsAlong(covariance, benchmark, alternative, direction, options) : [];
  return { ...space, worlds };
}

/**
 * K₀ + εΔ and K₀ − εΔ for an invisible Δ, at the share of the largest ε that both of them allow, each re-checked; none
 * where K₀ is on the boundary or a check failed.
 */
export function worldsAlong(
  covariance: Matrix,
  benchmark: Benchmark,
  alternative: readonly Action[],
  direction: Matrix,
  { share = 1, knowledge = {}, kernels = defaultKernels() }: CertificateOptions = {},
): World[] {
  if (!(share > 0 && share <= 1))
    throw new RangeError(`the share of the step is not above 0 and at most 1: ${share}`);
  // A hair inside, so that rounding does not make the singular one of the two indefinite.
  const step = share * largestStep(covariance, direction, knowledge, kernels) * (1 - 1e-9);
  if (step === 0) return [];
  const law = benchmarkLaw(benchmark, covariance);
  const mean = target('mean');
  const worlds = [1, -1].flatMap((sign) => {
    const moved = correlationsMovedBy(covariance, direction, sign * step);
    if (!isWorld(worldFaults(benchmark, law, moved, kernels))) return [];
    return [worldOf(moved, benchmark, mean, alternative, kernels)];
  });
  return worlds.length === 2 ? worlds : [];
}

/** The largest ε for which both K ± εΔ are positive semidefinite and respect what is known; 0 on the boundary. */
function largestStep(covariance: Matrix, direction: Matrix, knowledge: Knowledge, kernels: Kernels): number {
  const p = covariance.rows;
  const above = lifted(covariance, -(knowledge.smallestEigenvalue ?? 0));
  const steps = admissibleSteps(above, direction, kernels);
  if (steps === undefined) return 0;
  return inequalities(knowledge, p).reduce(
    (least, inequality) => {
      const change = Math.abs(leftSide(inequality, (j, k) => direction.data[j * p + k]!));
      if (change < 1e-15) return least;
      const room = leftSide(inequality, (j, k) => covariance.data[j * p + k]!);
      return Math.min(least, Math.max(0, room) / change);
    },
    Math.min(steps.forward, steps.backward),
  );
}
