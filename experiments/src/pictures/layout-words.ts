import type { LayoutName } from '@sightline/engine';

/** Layouts as people call them. */
export const LAYOUT_WORDS: Readonly<Record<LayoutName, string>> = {
  contiguous: 'contiguous',
  dispersed: 'dispersed',
  aware: 'target-aware',
  kernelQuadrature: 'kernel quadrature',
  posteriorVariance: 'posterior variance',
};
