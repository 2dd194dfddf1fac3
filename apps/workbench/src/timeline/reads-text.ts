import { type Action, clockText, shortNumber, type TimeGrid } from '@sightline/engine/internal';

/** The time as it is written, and the grid points that are read for it: they need not be the same. */
export function readsText({ at, width, first, last }: Action, grid: TimeGrid): string {
  const { times, unit, points } = grid;
  const length = (value: number) => `${shortNumber(value)}${unit ? ` ${unit}` : ''}`;
  const time = (value: number) => clockText(value, grid) ?? length(value);
  if (width > 0)
    return (
      `${time(at)}, over ${length(width)}: reads the ${last - first + 1} of ${points} grid points ` +
      `from ${time(times[first]!)} to ${time(times[last]!)}`
    );
  const read = times[first]!;
  return Math.abs(read - at) < 1e-9 ? time(at) : `${time(at)}, read at the grid point ${time(read)}`;
}
