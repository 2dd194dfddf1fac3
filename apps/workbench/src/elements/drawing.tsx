import {
  type Area,
  across,
  COLOUR,
  clockTicks,
  element,
  line,
  numbered,
  type Scale,
  type ShownTime,
  ticks,
} from '@sightline/answers/pictures';
import type { ComponentChildren } from 'preact';

interface DrawingProps {
  width: number;
  height: number;
  /** All of it in words. */
  title: string;
  /** For tests and style sheets, which tell it from other pictures by that. */
  kind?: string;
  children: ComponentChildren;
}

/** A picture of elements, where something in it moves by itself; all other pictures are text. */
export const Drawing = ({ width, height, title, kind = '', children }: DrawingProps) => (
  <svg
    class={`picture ${kind}`.trim()}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    role="img"
    aria-label={title}
    font-family="system-ui, sans-serif"
    font-size={11}
    fill={COLOUR.ink}
  >
    <rect width={width} height={height} fill={COLOUR.ground} />
    {children}
  </svg>
);

/** What of such a picture is text: our own SVG, in which every text of a study is escaped. */
export const Drawn = ({ of, kind }: { of: readonly string[]; kind?: string }) => (
  <g class={kind} dangerouslySetInnerHTML={{ __html: of.join('') }} />
);

/** A dot with an edge that parts it from what lies below. */
export const dot = (
  cx: number,
  cy: number,
  r: number,
  fill: string,
  stroke: string = COLOUR.ground,
): string => element('circle', { cx, cy, r, fill, stroke, 'stroke-width': 1.5 });

/** Rules at round times, by the clock or about so many, and the axis below what happened. */
export function timeBelow(x: Scale, time: ShownTime, area: Area, count: number): string[] {
  return [
    ...across(
      area,
      clockTicks(x, time) ?? numbered(ticks(0, time.horizon, Math.max(2, count)), x),
      time.unit && time.start === undefined ? `time, in ${time.unit}` : '',
      'through',
    ),
    line(area.left, area.bottom, area.right, area.bottom, { stroke: COLOUR.axis }),
  ];
}

/** From the least to the largest, for an axis; so much to either side where these are one. */
export function rangeOf(values: Iterable<number>, around = 1): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low < high ? [low, high] : [low - around, high + around];
}
