import { type Clocked, clockText, type LayoutName, thousands } from '@sightline/engine/internal';

/** Control characters of a name or a title are shown as escapes: they must not move a terminal's cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^\p{Cc}$/u, '�'),
  );
}

export const quoted = (name: string) => `'${printable(name)}'`;

export function list(items: readonly (string | number)[]): string {
  return items.length < 2 ? String(items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export function digits(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export const percent = (level: number) => `${Number((100 * level).toPrecision(6))} %`;
export const signed = (value: number) => (value < 0 ? '−' : '') + Math.abs(value).toFixed(3);

export function large(count: number): string {
  return count < 1e7 ? thousands(count) : count.toExponential(1).replace('e+', 'e');
}

/** A time of the horizon as people read it: by the clock where the study has one, else in its unit. */
export const moment = (at: number, grid: Clocked): string =>
  clockText(at, grid) ?? `${digits(at)} ${grid.unit}`.trim();

/** Several, which share their unit: '07:30 and 12:00', '2, 5 and 8 h'. */
export const moments = (all: readonly number[], grid: Clocked): string =>
  grid.start === undefined
    ? `${list(all.map(digits))} ${grid.unit}`.trim()
    : list(all.map((at) => moment(at, grid)));

/** What the clock shows at times, for results, which keep the times in numbers; nothing where there is no clock. */
export const clockOf = (all: readonly number[], grid: Clocked): { clock?: string[] } =>
  grid.start === undefined ? {} : { clock: all.map((at) => moment(at, grid)) };

/** Of a few in many, 'below 1 %'. */
export function shareText(share: number): string {
  return share > 0 && share < 0.01 ? 'below 1 %' : `${Math.round(100 * share)} %`;
}

/** How many units, or days where these are what is independent, and how many trajectories they have. */
export interface SampleCounts {
  units: number;
  trajectories: number;
  /** Present where days are resampled, with the trajectories of all units. */
  independent?: 'unit' | 'day';
}

/** The counts alone, as results carry them. */
export function countsOf({ units, trajectories, independent }: SampleCounts): SampleCounts {
  return { units, trajectories, ...(independent && { independent }) };
}

/** What is independent: '30 units', or '365 days'. */
export function unitsText({ units, independent }: Omit<SampleCounts, 'trajectories'>): string {
  const one = independent ?? 'unit';
  return `${units} ${one}${units === 1 ? '' : 's'}`;
}

/** The same, and how many trajectories there are where there are more. */
export function countsText(counts: SampleCounts): string {
  const { units, trajectories } = counts;
  return trajectories === units
    ? unitsText(counts)
    : `${unitsText(counts)} with ${trajectories} trajectories`;
}

/** A layout at a budget, as results name it: dispersed-16. */
export const templateName = (layout: LayoutName, budget: number) => `${layout}-${budget}`;

/** The layout of such a name. */
export const layoutOf = (template: string) => template.slice(0, template.lastIndexOf('-')) as LayoutName;

/** Fields of a study and numbers of items, from the outside in. */
export type Path = readonly (string | number)[];

/** `protocols.today[0].at`; names that could be misread are quoted: `protocols["a.b"][0]`. */
export function pathText(path: Path): string {
  return path
    .map((part, i) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[\p{L}\p{N}_$-]+$/u.test(part)) return `[${JSON.stringify(part)}]`;
      return i === 0 ? part : `.${part}`;
    })
    .join('');
}
