import type { TableForm } from '../record-kind.ts';
import { ordered, type StateInterval } from '../state-record.ts';
import { pastEnd } from '../table-cells.ts';

export const intervals: TableForm = {
  name: 'intervals',
  rank: 1,
  columns: ['from', 'to', 'state'],
  row: 'a state from one time to another',
  example: 'record,from,to,state\na,0,600,rest\na,600,900,work\n',
  tells: 'states',
  read(rows, length, cells) {
    const places: number[] = [];
    const intervals: StateInterval[] = [];
    for (const row of rows) {
      const [from, to, state] = [cells.seconds(row, 'from'), cells.seconds(row, 'to'), cells.state(row)];
      if (to <= from)
        cells.refuse(row, 'to', `the interval ends before it begins, at ${from}`, 'to after from');
      if (length !== null && to > length) cells.refuse(row, 'to', ...pastEnd(length));
      if (state === undefined || !(from < to)) continue;
      intervals.push({ from, to, state });
      places.push(row);
    }
    const sorted = ordered(intervals);
    if (sorted.ok) return { intervals: sorted.intervals, length };
    const { first, places: found } = sorted;
    cells.refuse(
      places[found[1]]!,
      'from',
      `the interval overlaps with another of its record, from ${first.from} to ${first.to}`,
      'intervals that do not overlap',
    );
    return { intervals: [], length };
  },
};
