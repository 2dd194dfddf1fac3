import { square } from '../numerics/elementary.ts';
import { designEffect } from './resampling/draws.ts';
import { MOST_REALISTIC } from './units-needed.ts';

/**
 * How an estimate from units with several trajectories is uncertain: its variance is (between + within/n)/units with n
 * trajectories in every unit.
 */
export interface ErrorComponents {
  /** As shares of the variance that the estimate has with the units and trajectories at hand, times the number of units. */
  between: number;
  within: number;
  /** Of the units and trajectories at hand. */
  designEffect: number;
}

/**
 * Components of variance of an estimate's influence function ψ = b + w, b that of the unit and w that of the trajectory: with
 * S² the variance by units left out and T² that by trajectories left out, N²S² = σ_b²Σn² + Nσ_w² and N·T² = σ_b² + σ_w². A negative
 * component is 0.
 */
export function errorComponents(
  leftOut: Float64Array,
  apart: Float64Array,
  /** Trajectories of each unit. */
  counts: ArrayLike<number>,
): ErrorComponents {
  let [trajectories, squares] = [0, 0];
  for (let u = 0; u < counts.length; u++) {
    trajectories += counts[u]!;
    squares += square(counts[u]!);
  }
  const effect = designEffect(leftOut, apart);
  // In units of S², so that T² is 1/effect.
  const total = trajectories / effect;
  const between = Math.min(
    total,
    Math.max(0, ((1 - 1 / effect) * square(trajectories)) / (squares - trajectories)),
  );
  const units = counts.length;
  return { between: between / units, within: (total - between) / units, designEffect: effect };
}

/** The error with so many units of n trajectories each, as a multiple of that at hand. */
export function errorAt(
  { between, within }: ErrorComponents,
  now: number,
  units: number,
  trajectories: number,
): number {
  return Math.sqrt(((between + within / trajectories) * now) / units);
}

/** Units and trajectories that a study could have instead, and what they would tell. */
export interface UnitsAndTrajectories {
  designEffect: number;
  /** Of what two trajectories of a unit add to the estimate's error: 0 where they are independent, 1 where they tell the same. */
  correlation: number;
  /** Units needed with so many trajectories in each; null beyond what a study could have. The last is for ever more of them. */
  needed: { trajectories: number | null; units: number | null }[];
  table: { units: number; trajectories: number; epsilon: number; resolves: number }[];
}

/** Of the units at hand. */
const MULTIPLES = [1, 2, 4];

export function unitsAndTrajectories(
  components: ErrorComponents,
  counts: ArrayLike<number>,
  now: { epsilon: number; resolves: number; needed: number | null },
): UnitsAndTrajectories {
  const units = counts.length;
  const average = Math.round(Array.from(counts).reduce((sum, count) => sum + count, 0) / units);
  const numbers = numbersAround(average);
  const unitsFor = (trajectories: number) => {
    if (now.needed === null) return null;
    const needed = Math.ceil(now.needed * square(errorAt(components, units, units, trajectories)));
    return needed <= MOST_REALISTIC ? Math.max(2, needed) : null;
  };
  const { between, within } = components;
  return {
    designEffect: components.designEffect,
    correlation: between + within > 0 ? between / (between + within) : 0,
    needed: [
      ...numbers.map((trajectories) => ({ trajectories, units: unitsFor(trajectories) })),
      { trajectories: null, units: unitsFor(Number.POSITIVE_INFINITY) },
    ],
    table: MULTIPLES.flatMap((multiple) =>
      numbers.map((trajectories) => {
        const share = errorAt(components, units, multiple * units, trajectories);
        return {
          units: multiple * units,
          trajectories,
          epsilon: Math.min(1, now.epsilon * share),
          resolves: Math.min(1, now.resolves * share),
        };
      }),
    ),
  };
}

/** A few numbers of trajectories from 1 to beyond the average, each some times the one before, and the average itself. */
function numbersAround(average: number): number[] {
  const step = average <= 16 ? 2 : average <= 128 ? 4 : 8;
  const numbers = [average];
  for (let n = 1; n <= Math.max(8, 2 * average); n *= step) if (n !== average) numbers.push(n);
  return numbers.sort((a, b) => a - b);
}
