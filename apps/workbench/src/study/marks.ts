import type { Action, TimeGrid } from '@sightline/engine/internal';
import { type Entry, entriesOf, expandEntry, type Study } from '@sightline/study';
import type { Path } from './study-edit.ts';

/** Where an action stands in the study: an entry may stand for several, one for each of its times and widths. */
export interface MarkPlace {
  protocol: string;
  /** The entry's number in the protocol; undefined where the protocol is one entry and no list. */
  entry: number | undefined;
  /** Where the entries stand below the protocol: under `actions` where it says more than these. */
  below?: Path;
  time: number;
  width: number;
}

/** An action of a protocol on the timeline. */
export interface Mark extends MarkPlace {
  action: Action;
  /** What the entry says; `action.noise` is what that comes to with the repeats. */
  written: Entry;
  /** How many actions the entry stands for. */
  together: number;
}

export interface MarkedProtocol {
  name: string;
  marks: Mark[];
}

/**
 * Every protocol's actions with their places, in the order of the file; undefined where an entry has a problem. Those that are
 * `known` are not made again.
 */
export function markedProtocols(
  protocols: Study['protocols'],
  grid: TimeGrid,
  known: (name: string, given: unknown) => MarkedProtocol | undefined = () => undefined,
): MarkedProtocol[] | undefined {
  const found = Object.entries(protocols ?? {}).map(([name, given]) => {
    const before = known(name, given);
    if (before) return before;
    const { entries, listed, below, dropout } = entriesOf(given);
    const marks = entries.map((written, i) => {
      const place = { protocol: name, entry: listed ? i : undefined, ...(below.length > 0 && { below }) };
      return marksOf(place, written, grid, dropout);
    });
    return marks.includes(undefined) ? undefined : { name, marks: marks.flat() as Mark[] };
  });
  return found.includes(undefined) ? undefined : (found as MarkedProtocol[]);
}

function marksOf(
  place: Omit<MarkPlace, 'time' | 'width'>,
  written: Entry,
  grid: TimeGrid,
  dropout: number | undefined,
): Mark[] | undefined {
  const { actions, problems } = expandEntry(written, grid, dropout);
  if (problems.length > 0) return undefined;
  const widths = Array.isArray(written.width) ? written.width.length : 1;
  return actions.map((action, k) => ({
    ...place,
    time: Math.floor(k / widths),
    width: k % widths,
    action,
    written,
    together: actions.length,
  }));
}

export const entryPath = ({
  protocol,
  entry,
  below = [],
}: Pick<MarkPlace, 'protocol' | 'entry' | 'below'>): Path => [
  'protocols',
  protocol,
  ...below,
  ...(entry === undefined ? [] : [entry]),
];

export const sameMark = (a: MarkPlace, b: MarkPlace): boolean => markKey(a) === markKey(b);

/** A text that tells marks apart. */
export const markKey = ({ protocol, entry, time, width }: MarkPlace): string =>
  JSON.stringify([protocol, entry ?? null, time, width]);
