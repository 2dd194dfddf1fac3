import { byPosition, type CellPosition, type CellProblem, placeText } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import {
  acceptedTimes,
  alignAdvice,
  type BoundsSeen,
  type GridTimes,
  noBounds,
  seeBound,
  someTimes,
  timesGuess,
  timeText,
  wantedTimes,
} from './times.ts';

/** Rows of a long file whose times cannot be used. A whole file may have them: they are counted. */
export interface OddTimes {
  rows: number;
  times: Set<number>;
  /** Those that stand first in the file, in its order. */
  first: (CellPosition & { time: number })[];
  place: ColumnTable['place'];
}

/** Beyond this many different times only their least number is known. */
const MOST_TIMES = 5000;
/** So many rows are named one by one. */
const MOST_PLACES = 5;
const FIRST_PLACES = 3;

export function oddTimes(): OddTimes {
  return { rows: 0, times: new Set(), first: [], place: 'line' };
}

export function noteOdd(odd: OddTimes, table: ColumnTable, row: number, column: number, time: number): void {
  odd.rows++;
  odd.place = table.place;
  if (odd.times.size < MOST_TIMES) odd.times.add(time);
  const at = table.at(row, column);
  const { first } = odd;
  if (first.length === MOST_PLACES && byPosition(at, first.at(-1)!) >= 0) return;
  first.push({ ...at, time });
  first.sort(byPosition);
  first.splice(MOST_PLACES);
}

type Told = Pick<CellProblem, 'value' | 'why' | 'accepted'> & CellPosition;

/** What is wrong with the times of a long file: one problem for each kind, however many rows have it. */
export function oddTimesProblems(
  strange: OddTimes,
  outside: OddTimes,
  seen: BoundsSeen,
  grid: GridTimes,
): Told[] {
  const guess = timesGuess([...strange.times, ...outside.times], grid);
  return [
    ...(strange.rows > 0 ? [strangeTimes(strange, seen, grid, guess)] : []),
    ...(outside.rows > 0 ? [outsideTimes(outside, grid, strange.rows > 0 ? '' : guess)] : []),
  ];
}

/** Times inside the horizon that are not the grid's. */
function strangeTimes(odd: OddTimes, seen: BoundsSeen, grid: GridTimes, guess: string): Told {
  const { times, align, text } = grid;
  const which = `not ${wantedTimes(grid)}`;
  const has = `the grid has ${times.length} from ${text(times[0]!)} to ${text(times.at(-1)!)}`;
  const wanted = align === 'start' || align === 'end' ? '' : `; ${has}`;
  const [{ line, column, time }] = odd.first as [OddTimes['first'][number]];
  return {
    line,
    column,
    value: text === timeText ? time : text(time),
    why: `${rowsText(odd, 'that is', 'that are')} ${which}: ${timesText(odd, text)}${wanted}${boundGuess(odd.times, grid)}${guess}`,
    accepted: acceptedTimes(grid, alignAdvice([...odd.times], seen, grid)),
  };
}

/** Times outside the horizon: no rule takes them. */
function outsideTimes(odd: OddTimes, grid: GridTimes, guess: string): Told {
  const [{ line, column, time }] = odd.first as [OddTimes['first'][number]];
  return {
    line,
    column,
    value: time,
    why: `${rowsText(odd)} ${outsideText(grid)}: ${timesText(odd, grid.text)}${guess}`,
    accepted: acceptedTimes(grid),
  };
}

function outsideText({ begin, end }: GridTimes): string {
  return `outside the horizon, ${timeText(begin)} to ${timeText(end)}`;
}

/** What is wrong with the times of a wide file's header: those that are `off`, and grid points for which none is there. */
export function headerTimes(
  found: readonly number[],
  off: readonly number[],
  absent: readonly number[],
  grid: GridTimes,
): { value: string; why: string; accepted: string } {
  const { align, times } = grid;
  const isBound = align === 'start' || align === 'end';
  const seen = noBounds();
  for (const time of found) seeBound(seen, time, grid);
  const strange = off.filter((time) => !grid.isOutside(time));
  const listed = (what: string, those: readonly number[]) =>
    those.length > 0 ? `; ${what}: ${someTimes(those)}` : '';
  const why = [
    `the header's times are not ${isBound ? wantedTimes(grid) : "those of the study's grid"}, `,
    `${times.length} from ${timeText(times[0]!)} to ${timeText(times.at(-1)!)}`,
    listed(isBound ? 'not among them' : "not the grid's", strange),
    boundGuess(strange, grid),
    listed(outsideText(grid), off.filter(grid.isOutside)),
    listed(`without a column${align === 'nearest' ? ` within ${timeText(grid.spacing / 2)}` : ''}`, absent),
    timesGuess(found, grid),
  ];
  return {
    value: `${found.length} ${found.length === 1 ? 'time' : 'times'}, ${someTimes(found)}`,
    why: why.join(''),
    // Of times half-way between two points the earlier one takes none but the first.
    accepted: acceptedTimes(grid, alignAdvice(align === 'nearest' ? found : strange, seen, grid)),
  };
}

/** The bound of the horizon at which no interval begins, or none ends, where it was taken for one. */
function boundGuess(found: Iterable<number>, { align, begin, end, same, text }: GridTimes): string {
  if (align !== 'start' && align !== 'end') return '';
  const bound = align === 'start' ? end : begin;
  return [...found].some((time) => same(time, bound))
    ? `; at ${text(bound)}, the horizon's ${align === 'start' ? 'end, no interval begins' : 'beginning, no interval ends'}`
    : '';
}

function rowsText({ rows }: OddTimes, one = '', more = ''): string {
  return [rows === 1 ? '1 row has a time' : `${rows} rows have times`, rows === 1 ? one : more]
    .filter((part) => part !== '')
    .join(' ');
}

function timesText({ rows, times, first, place }: OddTimes, text: GridTimes['text']): string {
  const found = [...times].sort((a, b) => a - b);
  if (rows === 1) return someTimes(found, text);
  if (rows <= MOST_PLACES)
    return first.map(({ time, ...at }) => `${text(time)} in ${placeText(place, at)}`).join(', ');
  const some = first.slice(0, FIRST_PLACES);
  const places = some.some(({ file }) => file !== undefined)
    ? some.map((at) => placeText(place, at)).join(', ')
    : `${place}s ${some.map(({ line }) => line).join(', ')}`;
  return `${someTimes(found, text)}, first in ${places}`;
}
