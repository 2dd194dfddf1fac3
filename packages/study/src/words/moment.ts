import { type Clocked, clockText } from '@sightline/engine';
import { digits, list } from './text.ts';

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
