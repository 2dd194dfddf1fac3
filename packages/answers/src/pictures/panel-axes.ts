import { COLOUR } from './palette.ts';
import { line, words } from './svg.ts';

/** Where the data of a panel are drawn. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A place along an axis, in pixels, and what is written there. */
export interface Tick {
  at: number;
  text: string;
  /** Its rule is drawn darker: where 0 is. */
  strong?: boolean;
}

const SMALL = 11;

/** The name of a panel and a line that says what is drawn. */
export function heading(left: number, title: string, subtitle: string): string[] {
  return [
    words(left, 18, title, { 'font-weight': 600, 'font-size': 13 }),
    words(left, 34, subtitle, { 'font-size': SMALL, fill: COLOUR.muted }),
  ];
}

/** Rules across the area with their numbers on the left; what they count stands above. */
export function upwards(area: Area, ticks: readonly Tick[], title = ''): string[] {
  return [
    ...ticks.flatMap(({ at, text, strong }) => [
      line(area.left, at, area.right, at, { stroke: strong ? COLOUR.axis : COLOUR.rule }),
      words(area.left - 6, at + 4, text, { 'text-anchor': 'end', 'font-size': SMALL }),
    ]),
    ...(title ? [words(2, area.top - 10, title, { 'font-size': SMALL, fill: COLOUR.muted })] : []),
  ];
}

/** Numbers below the area with a short stroke each, and what they count. */
export function across(area: Area, ticks: readonly Tick[], title: string): string[] {
  return [
    line(area.left, area.bottom, area.right, area.bottom, { stroke: COLOUR.axis }),
    ...ticks.flatMap(({ at, text }) => [
      line(at, area.bottom, at, area.bottom + 4, { stroke: COLOUR.axis }),
      words(at, area.bottom + 16, text, { 'text-anchor': 'middle', 'font-size': SMALL }),
    ]),
    words((area.left + area.right) / 2, area.bottom + 33, title, {
      'text-anchor': 'middle',
      'font-size': SMALL,
      fill: COLOUR.muted,
    }),
  ];
}
