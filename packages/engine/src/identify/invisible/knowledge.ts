import type { SymmetricEntry } from './invisible-directions.ts';

/** What is known of the correlations beside the benchmark; each narrows the range of compatible values. */
export interface Knowledge {
  /** No correlation is negative. */
  nonNegative?: boolean;
  /** Correlations do not grow with the distance in time: K_jk ≥ K_{j,k+1} and K_{j−1,k} for j ≤ k. */
  nonIncreasing?: boolean;
  /** A lower bound of the smallest eigenvalue of K. */
  smallestEigenvalue?: number;
  /** Correlations of pairs of grid points. */
  pairs?: readonly { readonly pair: readonly [number, number]; readonly correlation: number }[];
}

/** Σ weight·K_jk ≥ 0. */
export type Inequality = readonly { readonly j: number; readonly k: number; readonly weight: number }[];

/** The inequalities among entries below the diagonal (j > k); in a stationary class those of the first column are all. */
export function inequalities(
  { nonNegative = false, nonIncreasing = false }: Knowledge,
  points: number,
  stationary = false,
): Inequality[] {
  const found: Inequality[] = [];
  for (let j = 0; j < points; j++)
    for (let k = 0; k < (stationary ? Math.min(j, 1) : j); k++) {
      // With correlations that do not grow, the furthest pair alone decides whether any is negative.
      if (nonNegative && (!nonIncreasing || (j === points - 1 && k === 0))) found.push([{ j, k, weight: 1 }]);
      if (!nonIncreasing) continue;
      for (const [further, nearer] of [
        [j + 1, k],
        [j, k - 1],
      ] as const)
        if (further < points && nearer >= 0)
          found.push([
            { j, k, weight: 1 },
            { j: further, k: nearer, weight: -1 },
          ]);
    }
  return found;
}

export function leftSide(inequality: Inequality, entry: SymmetricEntry): number {
  return inequality.reduce((sum, { j, k, weight }) => sum + weight * entry(j, k), 0);
}
