import type { LayoutName } from '@sightline/engine';
import { COLOUR } from './palette.ts';
import { element } from './svg.ts';

/** How a layout is drawn: told apart by dashes and marks where there are no colours. */
export interface LayoutStyle {
  colour: string;
  dash: string;
  /** Its mark around a point. */
  mark(x: number, y: number): string;
}

const R = 3.4;
const shape =
  (colour: string, filled: boolean, d: (x: number, y: number) => string) => (x: number, y: number) =>
    element('path', {
      d: d(x, y),
      fill: filled ? colour : COLOUR.ground,
      stroke: colour,
      'stroke-width': 1.3,
    });
const f = (value: number) => Number(value.toFixed(2));
const square = (x: number, y: number) => `M${f(x - R)},${f(y - R)}h${2 * R}v${2 * R}h${-2 * R}Z`;
const triangle = (x: number, y: number) => `M${f(x)},${f(y - R - 1)}l${R + 1},${2 * R}h${-2 * R - 2}Z`;
const diamond = (x: number, y: number) =>
  `M${f(x)},${f(y - R - 1)}l${R + 1},${R + 1}l${-R - 1},${R + 1}l${-R - 1},${-R - 1}Z`;
const circle = (x: number, y: number) =>
  `M${f(x - R)},${f(y)}a${R},${R} 0 1,0 ${2 * R},0a${R},${R} 0 1,0 ${-2 * R},0Z`;

const style = (
  colour: string,
  dash: string,
  filled: boolean,
  d: (x: number, y: number) => string,
): LayoutStyle => ({ colour, dash, mark: shape(colour, filled, d) });

export const LAYOUT_STYLE: Readonly<Record<LayoutName, LayoutStyle>> = {
  contiguous: style(COLOUR.grey, '2 3', false, square),
  dispersed: style(COLOUR.black, '', true, circle),
  aware: style(COLOUR.red, '', true, triangle),
  kernelQuadrature: style(COLOUR.blue, '7 3', false, circle),
  posteriorVariance: style(COLOUR.green, '4 2 1 2', false, diamond),
};
