import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import type { CovarianceClass } from './covariance-class.ts';
import type { Knowledge } from './knowledge.ts';

/** A rule of what is assumed or known that a law breaks, where it does so most. */
export interface BrokenRule {
  rule: 'stationary' | 'nonNegative' | 'nonIncreasing' | 'smallestEigenvalue' | 'correlation';
  /** The grid points concerned, j > k; both 0 for an eigenvalue. */
  j: number;
  k: number;
  /** By how much: of a correlation, or of the eigenvalue. */
  by: number;
  /** Which of the known correlations; undefined for the other rules. */
  index?: number;
}

/** Differences up to this size are rounding. The only tolerance for what a law must be: whoever asks, asks here. */
export const LAW_ROUNDING = 1e-9;

/** The rules of a class and of what is known that a correlation matrix breaks; none where it is one of those left. */
export function brokenRules(
  law: Matrix,
  covarianceClass: CovarianceClass,
  knowledge: Knowledge,
  kernels: Kernels = defaultKernels(),
): BrokenRule[] {
  const { nonNegative, nonIncreasing, smallestEigenvalue: floor, pairs = [] } = knowledge;
  const p = law.rows;
  const at = (j: number, k: number) => law.data[j * p + k]!;
  const broken: BrokenRule[] = [];
  const worst = (rule: BrokenRule['rule'], excess: (j: number, k: number) => number) => {
    const found = worstPair(p, excess);
    if (found.by > LAW_ROUNDING) broken.push({ rule, ...found });
  };
  if (covarianceClass === 'stationary')
    worst('stationary', (j, k) => (k > 0 ? Math.abs(at(j, k) - at(j - 1, k - 1)) : 0));
  if (nonNegative) worst('nonNegative', (j, k) => -at(j, k));
  if (nonIncreasing)
    worst('nonIncreasing', (j, k) =>
      Math.max(j + 1 < p ? at(j + 1, k) - at(j, k) : 0, k > 0 ? at(j, k - 1) - at(j, k) : 0),
    );
  if (floor !== undefined) {
    const by = floor - kernels.eigenvaluesSymmetric(law)[0]!;
    if (by > LAW_ROUNDING) broken.push({ rule: 'smallestEigenvalue', j: 0, k: 0, by });
  }
  pairs.forEach(({ pair: [j, k], correlation }, index) => {
    const by = Math.abs(at(j, k) - correlation);
    if (by > LAW_ROUNDING)
      broken.push({ rule: 'correlation', j: Math.max(j, k), k: Math.min(j, k), by, index });
  });
  return broken;
}

/** The pair j > k with the largest excess; the first of equals. */
function worstPair(points: number, excess: (j: number, k: number) => number) {
  let worst = { j: 0, k: 0, by: 0 };
  for (let j = 1; j < points; j++)
    for (let k = 0; k < j; k++) {
      const by = excess(j, k);
      if (by > worst.by) worst = { j, k, by };
    }
  return worst;
}
