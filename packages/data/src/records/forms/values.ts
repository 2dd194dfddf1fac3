import type { TableForm } from '../record-kind.ts';
import { inTime } from '../table-cells.ts';

export const values: TableForm = {
  name: 'values',
  rank: 3,
  columns: ['time', 'value'],
  row: 'a value at a time',
  example: 'record,time,value\na,0,5.1\na,300,6.2\n',
  tells: 'values',
  read(rows, length, cells) {
    const { times, order } = inTime(rows, length, cells);
    const told = order.flatMap((row) => {
      const value = cells.value(row);
      return value === undefined ? [] : [[times.get(row)!, value] as const];
    });
    return {
      times: Float64Array.from(told, ([time]) => time),
      values: Float64Array.from(told, ([, value]) => value),
    };
  },
};
