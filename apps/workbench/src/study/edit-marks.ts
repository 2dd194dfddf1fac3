import { clockText, firstTime, isLongerThanDay, secondsOfDay } from '@sightline/engine/internal';
import { type Entry, entriesOf, entryTimes, gridOf, type Study, type Time } from '@sightline/study';
import { entryPath, type MarkPlace } from './marks.ts';
import { contentOf, type Path, removeValue, setValue } from './study-edit.ts';

/** A study's text after an edit, and what a reader would not expect of it. */
export interface Edited {
  text: string;
  said?: string;
  /** Where the mark stands now; undefined where it is gone. */
  place?: MarkPlace;
}

/** Fields of an entry that all of its actions share. */
export type SharedField = 'width' | 'repeats' | 'noise' | 'cost';

/** Moves one action in time: a list's item changes, evenly spaced times are first written out. */
export function moveMark(text: string, place: MarkPlace, at: number): Edited {
  const path = entryPath(place);
  const entry = entryAt(text, path);
  const to = asWritten(text, at);
  if (typeof entry.at !== 'object') return { text: setValue(text, [...path, 'at'], to), place };
  const said = Array.isArray(entry.width)
    ? `All ${entry.width.length} widths at this time move together: they are one entry of the study.`
    : undefined;
  if (Array.isArray(entry.at))
    return { text: setValue(text, [...path, 'at', place.time], to), place, ...(said && { said }) };
  const times = timesOf(text, entry.at).map((time, i) => (i === place.time ? to : time));
  return {
    text: setValue(text, [...path, 'at'], times),
    place,
    said: 'The evenly spaced times of this entry are now written out as a list, because one of them moved.',
  };
}

/** Gives a window another place and width. An entry of several windows keeps their places: its width is theirs together. */
export function resizeMark(text: string, place: MarkPlace, to: { at: number; width: number }): Edited {
  const path = entryPath(place);
  const entry = entryAt(text, path);
  const together = timesOf(text, entry.at).length;
  const wide = setValue(text, [...path, 'width'], written(to.width));
  if (together > 1)
    return {
      text: wide,
      place,
      said: `All ${together} windows of this entry have this width: they are one entry of the study.`,
    };
  return moveMark(wide, place, to.at);
}

/** Adds an action like those of an entry, by default the protocol's last one. */
export function addMark(text: string, protocol: string, at: number, entryNumber?: number): Edited {
  const { entries, listed, ...where } = protocolAt(text, protocol);
  const entry = listed ? (entryNumber ?? entries.length - 1) : undefined;
  const path = entryPath({ protocol, entry, ...where });
  const { at: before } = entryAt(text, path);
  const to = asWritten(text, at);
  const time = timesOf(text, before).length;
  const place: MarkPlace = { protocol, entry, ...where, time, width: 0 };
  if (Array.isArray(before)) return { text: setValue(text, [...path, 'at', time], to), place };
  const after = setValue(text, [...path, 'at'], [...timesOf(text, before), to]);
  if (typeof before !== 'object') return { text: after, place };
  return {
    text: after,
    place,
    said: 'The evenly spaced times of this entry are now written out as a list, because one was added.',
  };
}

/** Takes one action out. A protocol keeps at least one: undefined where this is its last. */
export function removeMark(text: string, place: MarkPlace): Edited | undefined {
  const path = entryPath(place);
  const entry = entryAt(text, path);
  if (Array.isArray(entry.width) && entry.width.length > 1) {
    const alone = splitMark(text, place);
    return alone.place && removeMark(alone.text, alone.place);
  }
  const times = timesOf(text, entry.at);
  if (times.length > 1) {
    if (Array.isArray(entry.at)) return { text: removeValue(text, [...path, 'at', place.time]) };
    return {
      text: setValue(
        text,
        [...path, 'at'],
        times.filter((_, i) => i !== place.time),
      ),
      said: 'The evenly spaced times of this entry are now written out as a list, because one was removed.',
    };
  }
  const { entries, listed } = protocolAt(text, place.protocol);
  if (!listed || entries.length === 1) return undefined;
  return { text: removeValue(text, path) };
}

/** Sets a field of the mark's entry, for all of its actions; undefined takes the field out. */
export function setShared(
  text: string,
  place: MarkPlace,
  field: SharedField,
  value: number | undefined,
): Edited {
  const path: Path = [...entryPath(place), field];
  const before = entryAt(text, entryPath(place))[field];
  if (value === undefined)
    return { text: before === undefined ? text : removeValue(text, path), place: { ...place, width: 0 } };
  return {
    text: setValue(text, path, value),
    place: field === 'width' ? { ...place, width: 0 } : place,
    ...(typeof before === 'object' && {
      said: `This entry gave its ${field} as a rule or a list; it is one number now.`,
    }),
  };
}

/** Makes one action an entry of its own, so that it can differ from those it was written with. */
export function splitMark(text: string, place: MarkPlace): Edited {
  const { entries } = protocolAt(text, place.protocol);
  const index = place.entry ?? 0;
  const entry = entries[index]!;
  const { at, width, ...shared } = entry;
  const times = timesOf(text, at);
  const widths = Array.isArray(width) ? width : [width];
  const own = { at: times[place.time]!, ...given1('width', widths[place.width]), ...shared };
  const rest: Entry[] = [];
  const otherTimes = times.filter((_, i) => i !== place.time);
  const otherWidths = widths.filter((_, i) => i !== place.width);
  if (otherTimes.length > 0)
    rest.push({ at: oneOrList(otherTimes), ...given1('width', width), ...shared } as Entry);
  if (otherWidths.length > 0)
    rest.push({ at: times[place.time]!, ...given1('width', oneOrList(otherWidths)), ...shared } as Entry);
  if (rest.length === 0) return { text, place };
  const all = [...entries.slice(0, index), ...rest, own, ...entries.slice(index + 1)];
  const { below: _, ...before } = place;
  const written = withEntries(text, place.protocol, all);
  const { listed: __, entries: ___, ...where } = protocolAt(written, place.protocol);
  return {
    text: written,
    place: { ...before, ...where, entry: index + rest.length, time: 0, width: 0 },
    said: 'This reading is now an entry of its own.',
  };
}

/** The times that an `at` stands for in this study; those of a range as the study would write them. */
export function timesOf(text: string, at: Entry['at']): Time[] {
  const times = entryTimes(at, studyGrid(text)) ?? [];
  const isRange = typeof at === 'object' && !Array.isArray(at);
  return isRange ? times.map((time) => (typeof time === 'number' ? byClock(text, time) : time)) : times;
}

/** A time as this study writes it: by its clock where that tells it exactly, else to twelve digits. */
function asWritten(text: string, at: number): Time {
  return byClock(text, written(at));
}

function byClock(text: string, at: number): Time {
  const grid = studyGrid(text);
  const clock = isLongerThanDay(grid) ? undefined : clockText(at, grid);
  const read = clock === undefined ? undefined : firstTime(secondsOfDay(clock) ?? Number.NaN, grid);
  return read !== undefined && written(read) === written(at) ? clock! : at;
}

const studyGrid = (text: string) => gridOf((contentOf(text) as Study).time);

/** A time as it is written: twelve digits, so that sums of steps leave no dust. */
export const written = (time: number): number => Number(time.toPrecision(12));

const oneOrList = <Item>(items: readonly Item[]) => (items.length === 1 ? items[0]! : [...items]);
const given1 = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/** A protocol's entries, whether they are written as a list, and where they stand below it. */
function protocolAt(
  text: string,
  protocol: string,
): { entries: Entry[]; listed: boolean } & Pick<MarkPlace, 'below'> {
  const { protocols } = contentOf(text) as { protocols: Record<string, unknown> };
  const { entries, listed, below } = entriesOf(protocols[protocol]);
  return { entries, listed, ...(below.length > 0 && { below }) };
}

/** The study with other entries in a protocol, which keeps what else it says. */
export function withEntries(text: string, protocol: string, entries: readonly Entry[]): string {
  const { protocols } = contentOf(text) as { protocols: Record<string, unknown> };
  const { below, dropout } = entriesOf(protocols[protocol]);
  return dropout === undefined || below.length > 0
    ? setValue(text, ['protocols', protocol, ...below], entries)
    : setValue(text, ['protocols', protocol], { actions: entries, dropout });
}

function entryAt(text: string, path: Path): Entry {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown>)[key],
    contentOf(text),
  ) as Entry;
}
