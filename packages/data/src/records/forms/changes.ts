import type { TableForm } from '../record-kind.ts';
import { inTime } from '../table-cells.ts';

export const changes: TableForm = {
  name: 'changes',
  rank: 2,
  columns: ['time', 'state'],
  row: 'a state from a time to that of the next row; a last row without a state ends the record',
  example: 'record,time,state\na,0,rest\na,600,work\na,900,\n',
  tells: 'states',
  read(rows, length, cells) {
    const { times, order } = inTime(rows, length, cells);
    const last = order.at(-1);
    if (last === undefined) return { intervals: [], length };
    const states = new Map(order.map((row) => [row, cells.state(row)]));
    // A last row without a state says when the record ends.
    const end = length ?? (states.get(last) === undefined ? times.get(last)! : undefined);
    if (end === undefined)
      cells.refuse(
        last,
        'state',
        'nothing says how long the last state of this record lasts',
        'a last row with a time and no state, or a column length',
      );
    const intervals = order.flatMap((row, i) => {
      const state = states.get(row);
      const [from, to] = [times.get(row)!, i + 1 < order.length ? times.get(order[i + 1]!)! : (end ?? 0)];
      return state === undefined || !(from < to) ? [] : [{ from, to, state }];
    });
    return { intervals, length: end ?? null };
  },
};
