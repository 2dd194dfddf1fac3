import { log } from '@sightline/engine/internal';
import { byPosition, type CellProblem } from '../tables/cell-problem.ts';
import type { ColumnTable, HeaderColumn } from '../tables/column-table.ts';
import type { DenseRecords } from './records.ts';
import type { GridTimes } from './times.ts';

/** Values that have no logarithm: one problem, however many they are. */
export interface NoLogarithm {
  values: number;
  first: CellProblem | undefined;
}

/** Takes the logarithm of every value, each the mean of its readings already. */
export function takeLogarithms(
  { units, trajectories, values, at }: DenseRecords,
  table: ColumnTable,
  columns: readonly HeaderColumn[],
  { text }: GridTimes,
  none: NoLogarithm,
): void {
  const { cols: p, data } = values;
  for (let n = 0; n < data.length; n++) {
    const value = data[n]!;
    if (Number.isNaN(value)) continue;
    data[n] = value > 0 ? log(value) : Number.NaN;
    if (value > 0) continue;
    none.values++;
    const [r, j] = [Math.floor(n / p), n % p];
    const { row, column, time } = at(r, j);
    const place = table.at(row, column);
    if (none.first && byPosition(none.first, place) <= 0) continue;
    const own = trajectories ? ` (${trajectories[r]})` : '';
    none.first = {
      ...place,
      cell: [table.rowOf(row), columns[column]!.name],
      value,
      why: `the value for unit ${JSON.stringify(units[r])}${own} at time ${text(time)} has no logarithm`,
      accepted: 'values above 0; an empty cell where there is none; or transform: none',
    };
  }
}
