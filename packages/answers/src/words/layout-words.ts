import type { LayoutName } from '@sightline/engine';

/** Layouts in the words of the field, and where each puts its readings. */
export const LAYOUTS: Readonly<Record<LayoutName, { words: string; where: string }>> = {
  contiguous: { words: 'contiguous', where: 'next to each other, around the middle of the record' },
  dispersed: { words: 'dispersed', where: 'equally spaced over the whole record' },
  aware: {
    words: 'target-aware',
    where: 'learned in training units: where they tell most about the target',
  },
  kernelQuadrature: {
    words: 'kernel quadrature',
    where:
      'learned in training units: where they tell most about the mean of the record, whatever the target',
  },
  posteriorVariance: {
    words: 'posterior variance',
    where:
      'learned in training units: where they leave least variance over the whole record, whatever the target',
  },
};

export const layoutWords = (layout: LayoutName) => LAYOUTS[layout].words;
