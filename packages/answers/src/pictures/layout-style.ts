import type { LayoutName } from '@sightline/engine';
import { type LineStyle, lineStyle } from './line-style.ts';
import { COLOUR } from './palette.ts';

/** How each layout is drawn, the same in every picture. */
export const LAYOUT_STYLE: Readonly<Record<LayoutName, LineStyle>> = {
  contiguous: lineStyle(COLOUR.grey, '2 3', 'square', false),
  dispersed: lineStyle(COLOUR.black, '', 'circle', true),
  aware: lineStyle(COLOUR.red, '', 'triangle', true),
  kernelQuadrature: lineStyle(COLOUR.blue, '7 3', 'circle', false),
  posteriorVariance: lineStyle(COLOUR.green, '4 2 1 2', 'diamond', false),
};
