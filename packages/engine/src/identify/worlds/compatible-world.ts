import { INDEFINITE_BELOW } from '../../model/latent-covariance.ts';
import type { Target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import type { Weighing } from '../../model/value/model.ts';
import { protocolValues } from '../../model/value/value.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { allRows, type Benchmark } from '../invisible/benchmark.ts';
import { sameValue } from '../invisible/same-value.ts';

/** A correlation matrix that gives the same benchmark law, with the value it assigns to the alternative. */
export interface World {
  value: number;
  covariance: Matrix;
  /** Present where the value is a lower bound, as in ProtocolValue. */
  atLeast?: true;
}

/**
 * AKAᵀ, AKh and hᵀKh as one symmetric matrix, [A; hᵀ] K [A; hᵀ]ᵀ, for one realised protocol after the other; then the known
 * correlations.
 */
export function benchmarkLaw(benchmark: Benchmark, covariance: Matrix): Float64Array {
  const p = covariance.rows;
  const protocols = allRows(benchmark).map((all) => {
    const law = new Float64Array(square(all.length));
    all.forEach((left, a) => {
      const image = new Float64Array(p);
      for (let j = 0; j < p; j++) {
        if (left[j] === 0) continue;
        for (let k = 0; k < p; k++) image[k]! += left[j]! * covariance.data[j * p + k]!;
      }
      all.forEach((right, b) => {
        let sum = 0;
        for (let k = 0; k < p; k++) sum += image[k]! * right[k]!;
        law[a * all.length + b] = sum;
      });
    });
    return law;
  });
  return joined([...protocols, (benchmark.pairs ?? []).map(([j, k]) => covariance.data[j * p + k]!)]);
}

/** Laws or moments of several protocols, one after the other. */
export function joined(parts: readonly ArrayLike<number>[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => Array.from(part)));
}

/** A moment uᵀKv of a benchmark's law and where it stands in it. */
interface Moment {
  u: Float64Array;
  v: Float64Array;
  place: number;
}

/** Each moment of each realised protocol once. */
export function lawMoments(benchmark: Benchmark): Moment[] {
  let start = 0;
  return allRows(benchmark).flatMap((rows) => {
    const from = start;
    start += square(rows.length);
    return rows.flatMap((u, a) =>
      rows.slice(0, a + 1).map((v, b): Moment => ({ u, v, place: from + a * rows.length + b })),
    );
  });
}

/** How far a matrix is from what a world must be; each is 0 but for rounding where it is one. */
interface WorldFaults {
  asymmetry: number;
  diagonal: number;
  /** The smallest eigenvalue's distance below 0. */
  negative: number;
  /** The largest difference of an entry of the benchmark law. */
  law: number;
}

/** From the definitions alone, by other code than what made the matrix. */
export function worldFaults(
  benchmark: Benchmark,
  law: Float64Array,
  covariance: Matrix,
  kernels: Kernels = defaultKernels(),
): WorldFaults {
  const { rows: p, data } = covariance;
  let asymmetry = 0;
  let diagonal = 0;
  for (let j = 0; j < p; j++) {
    diagonal = Math.max(diagonal, Math.abs(data[j * p + j]! - 1));
    for (let k = 0; k < j; k++)
      asymmetry = Math.max(asymmetry, Math.abs(data[j * p + k]! - data[k * p + j]!));
  }
  const own = benchmarkLaw(benchmark, covariance);
  let difference = 0;
  for (let i = 0; i < law.length; i++) difference = Math.max(difference, Math.abs(own[i]! - law[i]!));
  return { asymmetry, diagonal, negative: belowZero(covariance, kernels), law: difference };
}

function belowZero(covariance: Matrix, kernels: Kernels): number {
  // A Cholesky factorisation shows at a tenth of the cost that nothing lies below; eigenvalues only where it fails.
  if (kernels.isPositiveDefinite(covariance, { shift: 1e-12 })) return 0;
  return Math.max(0, -kernels.eigenvaluesSymmetric(covariance)[0]!);
}

/** The tolerances to which a witness is re-checked. */
const SAME_LAW = 1e-10;
/** A law made by rescaling or averaging may differ in the last digits of its two halves, and so do its worlds. */
const SAME_HALVES = 1e-12;

export function isWorld({ asymmetry, diagonal, negative, law }: WorldFaults, sameLaw = SAME_LAW): boolean {
  return asymmetry <= SAME_HALVES && diagonal <= 1e-12 && negative <= INDEFINITE_BELOW && law <= sameLaw;
}

/** A covariance with the value that it assigns to the alternative. */
export function worldOf(
  covariance: Matrix,
  weighing: Weighing,
  target: Target,
  alternative: readonly Action[],
  kernels: Kernels = defaultKernels(),
): World {
  const { weights, scale } = weighing;
  const { value, atLeast } = protocolValues({ covariance, weights, scale }, target, [alternative], kernels)
    .protocols[0]!;
  return { value, covariance, ...(atLeast && { atLeast }) };
}

/** The lowest of some worlds whose value is known; a lower bound tells of no world that it lies below another. */
export function lowestKnown(worlds: readonly World[]): World | undefined {
  const sorted = [...worlds].sort((a, b) => a.value - b.value);
  return sorted.find(({ atLeast }) => !atLeast) ?? sorted[0];
}

/** The lowest and the highest of some worlds; none where there are none. */
export function extremesOf(worlds: readonly World[]): World[] {
  const low = lowestKnown(worlds);
  if (low === undefined) return [];
  return [low, worlds.reduce((most, world) => (world.value >= most.value ? world : most))];
}

/** Whether there are two worlds, and not with one value; `ceiling` as of `mostPossible`. */
export function differ(worlds: readonly World[], ceiling: number): boolean {
  return worlds.length === 2 && !sameValue(worlds[0]!.value, worlds[1]!.value, ceiling);
}
