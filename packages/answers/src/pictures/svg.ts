import { log10, powerOfTen } from '@sightline/engine/internal';
// Just enough SVG for a few plots: text out, no document object model, so that it runs anywhere.

import { COLOUR } from './palette.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** An element; numbers are rounded, so that the same result gives the same bytes everywhere. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escaped(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

export function words(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escaped(text));
}

export function polyline(points: readonly (readonly [number, number])[], attributes: Attributes): string {
  const d = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x)},${short(y)}`).join('');
  return element('path', { d, fill: 'none', ...attributes });
}

export const line = (x1: number, y1: number, x2: number, y2: number, attributes: Attributes) =>
  element('line', { x1, y1, x2, y2, ...attributes });

export const circle = (cx: number, cy: number, r: number, attributes: Attributes) =>
  element('circle', { cx, cy, r, ...attributes });

/** A whole picture. The title is for those who hear it read. */
export function picture(width: number, height: number, title: string, children: readonly string[]): string {
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${short(width)} ${short(height)}`,
      class: 'picture',
      role: 'img',
      'font-family': 'system-ui, sans-serif',
      'font-size': 12,
      fill: COLOUR.ink,
    },
    `\n${element('title', {}, escaped(title))}`,
    `\n${element('rect', { width, height, fill: COLOUR.ground })}`,
    ...children.map((child) => `\n${child}`),
    '\n',
  )}\n`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\p{Cc}/gu, '\ufffd');
}

/** A coordinate as it is written. */
export const short = (value: number) => String(Number(value.toFixed(2)));

export type Scale = (value: number) => number;

export const linear =
  (from: readonly [number, number], to: readonly [number, number]): Scale =>
  (value) =>
    from[0] === from[1]
      ? (to[0] + to[1]) / 2
      : to[0] + ((value - from[0]) / (from[1] - from[0])) * (to[1] - to[0]);

/** Ticks nearer than this, relative to their numbers, would have the same label. */
const SAME_LABEL = 1e-12;

/** Round numbers, about so many, from the first above `low` to the last below `high`; one where these are the same but for rounding. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count);
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!(rough > SAME_LABEL * size && rough > Number.MIN_VALUE / Number.EPSILON && rough < Infinity))
    return [Number(low.toPrecision(12))];
  const power = powerOfTen(Math.floor(log10(rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((own) => own >= rough * 0.999)!;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** A number as labels write it, with the sign of a minus. */
export const label = (value: number) => String(value).replace('-', '−');

/** Heights for labels that would stand at these, pushed apart so that none covers another and all stay within. */
export function spaced(
  heights: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!);
  const placed = new Array<number>(heights.length);
  let least = top;
  for (const i of order) {
    placed[i] = Math.max(heights[i]!, least);
    least = placed[i]! + gap;
  }
  let most = bottom;
  for (const i of [...order].reverse()) {
    placed[i] = Math.min(placed[i]!, most);
    most = placed[i]! - gap;
  }
  return placed;
}
