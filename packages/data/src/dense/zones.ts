import type { CellPosition } from '../tables/cell-problem.ts';
import { DAY_SECONDS, offsetText, type Timestamp } from '../tables/timestamp.ts';

// Whether all timestamps of a file are by one clock.

/** What the offsets of a file say: none, one, or two of one place whose clocks are changed by an hour. */
export interface Zones {
  see(moment: Timestamp, at: () => CellPosition): void;
  /** '+01:00', the earliest in the file's calendar first. */
  offsets(): string[];
  problem(place: string): { at: CellPosition; value: string; why: string; accepted: string } | undefined;
}

interface Seen {
  rows: number;
  at: CellPosition;
}

/** When an offset was in use on a day: seconds by Greenwich's clock. */
interface Stretch {
  offset: number;
  from: number;
  to: number;
}

const HOUR = 60;
/** Clocks go forth and back within a year; three changes take longer. */
const THREE_CHANGES = 300 * DAY_SECONDS;

export function zones(): Zones {
  let bare: Seen | undefined;
  const seen = new Map<number, Seen>();
  const stretches = new Map<number, Stretch[]>();
  let [lastDay, last]: [number, Stretch | undefined] = [Number.NaN, undefined];

  const note = (known: Seen | undefined, at: () => CellPosition): Seen => {
    if (!known) return { rows: 1, at: at() };
    known.rows++;
    return known;
  };
  const inOrder = () => [...stretches.values()].flat().sort((a, b) => a.from - b.from || a.to - b.to);

  /** Two offsets an hour apart that take turns as those of one place do. */
  const isDaylightSaving = () => {
    const [a, b] = [...seen.keys()];
    if (seen.size !== 2 || Math.abs(a! - b!) !== HOUR) return false;
    const changes: number[] = [];
    const all = inOrder();
    for (let i = 1; i < all.length; i++) {
      // What overlaps in time was written at two places.
      if (all[i]!.offset !== all[i - 1]!.offset && all[i]!.from <= all[i - 1]!.to) return false;
      if (all[i]!.offset !== all[i - 1]!.offset) changes.push(all[i]!.from);
    }
    return changes.every((at, i) => i < 2 || at - changes[i - 2]! > THREE_CHANGES);
  };

  return {
    see({ day, seconds, offset }, at) {
      if (offset === undefined) {
        bare = note(bare, at);
        return;
      }
      seen.set(offset, note(seen.get(offset), at));
      const moment = DAY_SECONDS * day + seconds - 60 * offset;
      if (day !== lastDay || last!.offset !== offset) {
        const own = stretches.get(day) ?? [];
        if (own.length === 0) stretches.set(day, own);
        last = own.find((one) => one.offset === offset);
        if (!last) own.push((last = { offset, from: moment, to: moment }));
        lastDay = day;
      }
      last!.from = Math.min(last!.from, moment);
      last!.to = Math.max(last!.to, moment);
    },
    offsets: () => [...new Set(inOrder().map(({ offset }) => offset))].map(offsetText),
    problem(place) {
      const rows = ({ rows, at }: Seen) =>
        `${rows} ${rows === 1 ? 'row' : 'rows'}, first in ${place} ${at.line}`;
      const offsets = [...seen].sort(([a], [b]) => a - b);
      const named = offsets.map(([offset, one]) => `${offsetText(offset)} (${rows(one)})`);
      if (bare && seen.size > 0)
        return {
          at: bare.at,
          value: offsets.map(([offset]) => offsetText(offset)).join(', '),
          why: `zones are mixed: some times have an offset, ${named.join(', ')}, and others have none (${rows(bare)})`,
          accepted: 'the same offset in every time, or none in any',
        };
      if (seen.size < 2 || isDaylightSaving()) return undefined;
      return {
        at: offsets.map(([, { at }]) => at).sort((a, b) => b.line - a.line)[0]!,
        value: offsets.map(([offset]) => offsetText(offset)).join(', '),
        why: `zones are mixed: times have the offsets ${named.join(', ')}, so that days begin at different moments`,
        accepted:
          'times by one clock, with the same offset or none; two offsets an hour apart where the clocks of one place are changed',
      };
    },
  };
}
