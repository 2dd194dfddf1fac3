import { byPosition, type CellPosition, placeText } from '../tables/cell-problem.ts';
import { offsetText, type Timestamp } from '../tables/timestamp.ts';

// Whether all timestamps of a file are by one clock.

/** What the offsets of a file say: none, or one. */
export interface Zones {
  see(moment: Timestamp, at: () => CellPosition): void;
  /** '+01:00', in their order. */
  offsets(): string[];
  problem(place: string): { at: CellPosition; value: string; why: string; accepted: string } | undefined;
}

interface Seen {
  rows: number;
  at: CellPosition;
}

const HOUR = 60;

export function zones(): Zones {
  let bare: Seen | undefined;
  const seen = new Map<number, Seen>();
  const note = (known: Seen | undefined, at: () => CellPosition): Seen => {
    if (!known) return { rows: 1, at: at() };
    known.rows++;
    return known;
  };
  const inOrder = () => [...seen].sort(([a], [b]) => a - b);
  return {
    see({ offset }, at) {
      if (offset === undefined) bare = note(bare, at);
      else seen.set(offset, note(seen.get(offset), at));
    },
    offsets: () => inOrder().map(([offset]) => offsetText(offset)),
    problem(place) {
      const rows = ({ rows, at }: Seen) =>
        `${rows} ${rows === 1 ? 'row' : 'rows'}, first in ${placeText(place, at)}`;
      const offsets = inOrder();
      const named = offsets.map(([offset, one]) => `${offsetText(offset)} (${rows(one)})`);
      const value = offsets.map(([offset]) => offsetText(offset)).join(', ');
      if (bare && seen.size > 0)
        return {
          at: bare.at,
          value,
          why: `zones are mixed: some times have an offset, ${named.join(', ')}, and others have none (${rows(bare)})`,
          accepted: 'the same offset in every time, or none in any',
        };
      if (seen.size < 2) return undefined;
      // Summer time and the time of the rest of the year: one place, two offsets.
      const saving = seen.size === 2 && offsets[1]![0] - offsets[0]![0] === HOUR;
      return {
        at: offsets.map(([, { at }]) => at).sort((a, b) => byPosition(b, a))[0]!,
        value,
        why:
          `zones are mixed: times have the offsets ${named.join(', ')}, so that days begin at different moments` +
          (saving ? '; they are an hour apart, as in summer and winter at one place' : ''),
        accepted: saving
          ? 'the same offset in every time; or the local clock without offsets, and duplicates: average for the hour that happens twice when clocks go back'
          : 'times by one clock, with the same offset or none',
      };
    },
  };
}
