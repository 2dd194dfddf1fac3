import type { ComparatorName } from '@sightline/engine';

/** What other rules are called, in the order of the tables. */
export const COMPARATOR_NAMES: Readonly<Record<ComparatorName, string>> = {
  swap: 'greedy with swaps',
  greedy: 'greedy',
  linearTarget: 'optimal for the mean',
  mutualInformation: 'mutual information',
  posteriorVariance: 'posterior variance',
  kernelQuadrature: 'kernel quadrature',
  uniform: 'uniform',
  dispersed: 'dispersed',
  contiguous: 'contiguous',
};

export const COMPARATORS = (Object.entries(COMPARATOR_NAMES) as [ComparatorName, string][]).map(
  ([key, name]) => ({ key, name }),
);
