import type { Action } from '../../model/value/action.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, norm } from '../../numerics/matrix.ts';
import { fillNormal, randomStream } from '../../numerics/random/random-stream.ts';
import type { Benchmark } from './benchmark.ts';
import type { CovarianceClass } from './covariance-class.ts';
import { invisiblePart, SENSITIVITY_SHARE, symmetricProduct } from './invisible-directions.ts';
import { combinedReadings, type ValueDerivative } from './value-derivative.ts';

/** Whether the value for the linear target is the same in all worlds of a class with one benchmark law. */
interface ValueConstancy {
  /**
   * 'every-law': no invisible direction moves BKBᵀ or BKh, whatever K is. 'this-law': some do, but along none of them does
   * the best predictor at this K change or explain more. 'no': neither; where K is inside, the value changes.
   */
  holds: 'every-law' | 'this-law' | 'no';
  /** dim D(A, h) within the class. */
  dimension: number;
  /** Where it does not hold: an invisible direction of norm 1 along which the best predictor changes, or what it explains. */
  direction: Matrix | undefined;
}

/**
 * With G = BKBᵀ + R, c = BKh and Gv = c, the explained part is cᵀv. Along an invisible Δ with BΔh = BΔBᵀv, v solves the
 * moved equations too, as (G + BΔBᵀ)v = c + BΔh; and with vᵀBΔh = 0 it explains as much as before, however long the step.
 * The explained part is convex in K with the second derivative 2eᵀG⁻¹e, e = BΔh − BΔBᵀv, so that where K is inside the
 * condition is necessary as well. With g = Bᵀv it reads b_aᵀΔ(h − g) = 0 for every row of B and gᵀΔh = 0; and BΔBᵀ = 0
 * with BΔh = 0 for every Δ make it hold at every law (as for the mirror image of a realised window in a stationary class).
 * A combination of functionals with generic coefficients vanishes on a linear space only where all of them do, so that
 * each question is one projection, at the cost of the sensitivity.
 */
export function valueConstancy(
  benchmark: Benchmark,
  { h, g }: ValueDerivative,
  alternative: readonly Action[],
  covarianceClass: CovarianceClass,
  kernels: Kernels = defaultKernels(),
): ValueConstancy {
  const { scale } = benchmark;
  const coefficients = new Float64Array(2 * alternative.length);
  fillNormal(randomStream(0, 'value-constancy'), coefficients);
  const [rows, others] = [0, alternative.length].map((from) =>
    combinedReadings(alternative, coefficients.subarray(from), h.length, scale),
  ) as [Float64Array, Float64Array];
  const invisible = (u: Float64Array, v: Float64Array) =>
    invisiblePart(benchmark, symmetricProduct(u, v), covarianceClass, kernels);
  // A class of few directions may see nothing of a functional but its rounding, against which that is no small share.
  const rounding = (u: number, v: number) => SENSITIVITY_SHARE * u * v;

  // uᵀBΔ(Bᵀw + h): linear in u and affine in w, so that for generic u and w it vanishes only with every coefficient.
  const { dimension, length } = invisible(
    rows,
    others.map((value, j) => value + h[j]!),
  );
  if (length === 0) return { holds: 'every-law', dimension, direction: undefined };
  const predictor = invisible(
    rows,
    h.map((value, j) => value - g[j]!),
  );
  // Where the alternative is nearly the target itself, what is left of h − g is rounding.
  const isOpen = predictor.length > rounding(norm(rows), norm(h) + norm(g));
  const open = isOpen ? predictor : invisible(g, h);
  const { part } = open;
  if (!part || !(isOpen || open.length > rounding(norm(g), norm(h))))
    return { holds: 'this-law', dimension, direction: undefined };
  return {
    holds: 'no',
    dimension,
    direction: { ...part, data: part.data.map((value) => value / open.length) },
  };
}
