import type { Target } from '../model/target.ts';
import type { Measurement } from '../model/value/action.ts';
import { measurementCovariance } from '../model/value/measurement-covariance.ts';
import type { Model } from '../model/value/model.ts';
import { protocolFamily, readCompletely } from '../model/value/protocol-family.ts';
import { pow, square } from '../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { type Matrix, submatrix, zeros } from '../numerics/matrix.ts';

/** Theorem 'Uniform stability of protocol values' at one law, with every constant. */
export interface UniformBound {
  /** The target's modulus: |C_g(r₂) − C_g(r₁)| ≤ L·|r₂ − r₁|^β on [−range, range]. */
  L: number;
  beta: number;
  range: number;
  /** eq. family-conditioning: sup ‖A_S‖² and inf λ_min(A_SKA_Sᵀ + R_S). */
  a: number;
  lambda: number;
  /** max(‖K‖, ‖K̂‖), as ‖K̂‖ + e. */
  kappa: number;
  /** eq. app-resolvent-bound. */
  LQ: number;
  /** e = ‖K̂ − K‖. */
  error: number;
  /** r₀ (eq. r0): with r₀ < 1 a threshold target has the rate m^{−1/2} too. 0 entries of Q for the mean target. */
  r0: number;
  interior: boolean;
  /** eq. app-explicit-uniform; null where it does not apply because a·e > λ/2 or the denominator is not above 0. */
  bound: number | null;
  /** A value lies between 0 and 1: a bound of 1 or more says nothing. */
  vacuous: boolean;
}

/** What the bound needs of a law, a target and a family. */
export interface BoundConstants {
  target: Target;
  /** V_g(K̂). */
  variance: number;
  a: number;
  lambda: number;
  /** ‖K̂‖. */
  norm: number;
  r0: number;
}

interface BoundInput {
  model: Model;
  target: Target;
  variance: number;
  protocols: readonly (readonly Measurement[])[];
  /** sup |Q_S,jk| over the family. */
  largestRecovered: number;
}

/**
 * O(p³ + protocols·d³). The theorem is about standardised laws: of a mean and a scale that are estimated too it says nothing,
 * and there are no constants for a law with a scale.
 */
export function boundConstants(input: BoundInput, kernels: Kernels = defaultKernels()): BoundConstants {
  const { model, target, variance, protocols, largestRecovered } = input;
  if (model.scale) throw new RangeError('the uniform bound has no constants for a law with a scale');
  const spectrum = kernels.eigenvaluesSymmetric(model.covariance);
  return {
    target,
    variance,
    ...conditioning(model.covariance, protocols, kernels),
    norm: Math.max(Math.abs(spectrum[0]!), Math.abs(spectrum.at(-1)!)),
    r0: Math.max(largestOffDiagonal(model.covariance), largestRecovered),
  };
}

/** The bound at an error e of the covariance, with K̂ as the centre: the two laws may change places in its proof. */
export function uniformBound(constants: BoundConstants, e: number): UniformBound {
  const { target, variance, a, lambda, norm, r0 } = constants;
  const kappa = norm + e;
  const LQ = (4 * kappa * a) / lambda + (2 * square(kappa) * square(a)) / square(lambda);
  const applies = a * e <= lambda / 2;
  const boundOn = (range: number) => {
    const { L, beta } = (target.local ?? target).modulus(range);
    const moved = pow(e, beta);
    const below = variance - L * moved;
    const bound = applies && below > 0 ? (L * (pow(LQ, beta) + 1) * moved) / below : null;
    return { L, beta, range, bound };
  };
  // Arguments of C_g move by e (entries of K) or L_Q·e (entries of Q): as far as that the local modulus must hold.
  const reach = r0 + Math.max(1, LQ) * e;
  const candidates = [boundOn(1), ...(reach < 1 ? [boundOn(reach)] : [])];
  const best = candidates.reduce((one, other) =>
    (other.bound ?? Number.POSITIVE_INFINITY) < (one.bound ?? Number.POSITIVE_INFINITY) ? other : one,
  );
  const vacuous = best.bound === null || best.bound >= 1;
  return { ...best, a, lambda, kappa, LQ, error: e, r0, interior: r0 < 1, vacuous };
}

/**
 * How many units it takes until the bound says anything (falls below 1), with e falling like the root of their number
 * from what it is at `units`; null beyond a thousand million million.
 */
export function unitsUntilInformative(constants: BoundConstants, e: number, units: number): number | null {
  const informative = (m: number) => !uniformBound(constants, e * Math.sqrt(units / m)).vacuous;
  if (informative(units)) return units;
  let high = units;
  while (!informative(high)) {
    high *= 10;
    if (high > 1e15) return null;
  }
  let low = high / 10;
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high);
    if (informative(middle)) high = middle;
    else low = middle;
  }
  return Math.ceil(high);
}

function conditioning(
  covariance: Matrix,
  protocols: readonly (readonly Measurement[])[],
  kernels: Kernels,
): { a: number; lambda: number } {
  // What is left of a protocol is conditioned no worse than the whole.
  const { catalogue, family } = protocolFamily(protocols.map(readCompletely));
  const { between } = measurementCovariance({ covariance }, catalogue);
  const overlaps = rowProducts(catalogue);
  let a = 0;
  let lambda = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 1 < family.starts.length; i++) {
    const members = family.members.subarray(family.starts[i]!, family.starts[i + 1]!);
    if (members.length === 0) continue;
    a = Math.max(a, kernels.eigenvaluesSymmetric(submatrix(overlaps, members)).at(-1)!);
    const own = submatrix(between, members);
    members.forEach((action, k) => {
      own.data[k * own.cols + k]! += catalogue[action]!.noise;
    });
    lambda = Math.min(lambda, kernels.eigenvaluesSymmetric(own)[0]!);
  }
  return { a, lambda: Math.max(0, lambda) };
}

/** AAᵀ for the averaging rows of all actions: the share of points that two windows have in common. */
function rowProducts(catalogue: readonly Measurement[]): Matrix {
  const n = catalogue.length;
  const out = zeros(n, n);
  catalogue.forEach((one, i) => {
    catalogue.forEach((two, j) => {
      const common = Math.min(one.last, two.last) - Math.max(one.first, two.first) + 1;
      if (common > 0)
        out.data[i * n + j] = common / ((one.last - one.first + 1) * (two.last - two.first + 1));
    });
  });
  return out;
}

export function largestOffDiagonal({ rows: p, data }: Matrix): number {
  let largest = 0;
  for (let j = 0; j < p; j++)
    for (let k = 0; k < j; k++) largest = Math.max(largest, Math.abs(data[j * p + k]!));
  return largest;
}
