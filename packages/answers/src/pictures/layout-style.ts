import { LAYOUTS, type LayoutName } from '@sightline/engine/internal';
import { type LineStyle, lineStyle } from './line-style.ts';
import { COLOUR } from './palette.ts';

/** How each layout is drawn, the same in every picture. */
export const LAYOUT_STYLE = Object.fromEntries(
  LAYOUTS.map(({ name, look: { colour, dash, mark, filled } }) => [
    name,
    lineStyle(COLOUR[colour], dash, mark, filled),
  ]),
) as Readonly<Record<LayoutName, LineStyle>>;
