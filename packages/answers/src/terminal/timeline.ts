import type { Placed } from '@sightline/study';

const CELLS = 64;

/** Where on the horizon the actions of a catalogue stand: a dot for each, a circle for those chosen, a line for a window. */
export function timeline(
  horizon: number,
  catalogue: readonly Placed[],
  chosen: readonly Placed[],
  cells = CELLS,
  [begin, end]: readonly [string, string] = ['0', String(horizon)],
): string {
  const cellOf = (time: number) => Math.min(cells - 1, Math.max(0, Math.floor((time / horizon) * cells)));
  const line = new Array<string>(cells).fill(' ');
  for (const { at } of catalogue) line[cellOf(at)] = '·';
  for (const { at, width } of chosen)
    if (width > 0) line.fill('━', cellOf(at - width / 2), cellOf(at + width / 2) + 1);
  const counts = new Map<number, number>();
  for (const { at } of chosen) counts.set(cellOf(at), (counts.get(cellOf(at)) ?? 0) + 1);
  // Several in one cell are counted, so that the circles still add up.
  for (const [cell, count] of counts) line[cell] = count === 1 ? '●' : count < 10 ? String(count) : '#';
  return `${begin} │${line.join('')}│ ${end}`;
}
