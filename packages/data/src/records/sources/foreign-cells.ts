import { isMissing } from '../../dense/cell.ts';
import type { ColumnTable, HeaderColumn } from '../../tables/column-table.ts';
import type { ProblemList } from '../../tables/problem-list.ts';
import { ACCEPTED_TIMESTAMPS, DAY_SECONDS, dateOrders, timestampOf } from '../../tables/timestamp.ts';

/** What a column of such a table can be for. */
export type StatesRole = 'unit' | 'record' | 'stratum' | 'time' | 'state' | 'from' | 'to' | 'duration';

export interface StatesSaid {
  /**
   * One row an epoch; one row a change, which lasts until the next; one row a stretch of time; one row a record with a column
   * an epoch; one column a record with a row an epoch.
   */
  shape: 'epochs' | 'changes' | 'stretches' | 'wide' | 'columns';
  columns: Partial<Record<StatesRole, string>>;
  /** The columns that hold states, of the last two shapes. */
  cells: readonly string[];
  /** Seconds in one of the table's times; or dates, or clocks; or none, and rows follow each other. */
  times: number | 'moments' | 'clocks' | 'none';
  /** Seconds that one row or cell lasts. */
  epoch: number;
}

export type ForeignCells = ReturnType<typeof foreignCells>;

/** The table by the names of its columns. */
export function foreignCells(
  columns: readonly HeaderColumn[],
  table: ColumnTable,
  { columns: roles, times }: StatesSaid,
  problems: ProblemList,
) {
  const labels = new Map<string, readonly string[]>();
  const placeOf = (column: string) => columns.findIndex((one) => one.name === column);
  const columnOf = (column: string): readonly string[] => {
    if (!labels.has(column)) labels.set(column, table.labels(placeOf(column)));
    return labels.get(column)!;
  };
  const of = (role: StatesRole, row: number) =>
    roles[role] === undefined ? undefined : columnOf(roles[role])[row]!;
  const refuse = (row: number, column: string, why: string, accepted: string) =>
    problems.add(table.at(row, placeOf(column)), () => ({
      cell: [table.rowOf(row), column],
      value: columnOf(column)[row],
      why,
      accepted,
    }));
  let empty = 0;
  const order = (() => {
    const orders = dateOrders();
    for (const role of ['time', 'from', 'to'] as const)
      if (times === 'moments' && roles[role] !== undefined)
        for (const text of columnOf(roles[role])) orders.see(text);
    const decided = orders.decided();
    return 'order' in decided ? decided.order : undefined;
  })();
  const lacking = [...Object.values(roles)].filter((column) => column !== undefined && placeOf(column) < 0);
  for (const column of lacking)
    problems.add({ line: 1, column: 1 }, () => ({
      cell: [],
      value: column,
      why: 'the table has no column of this name',
      accepted: columns.map((one) => one.name).join(', '),
    }));
  return {
    rows: table.rows,
    lacking: lacking.length > 0,
    of,
    refuse: (row: number, role: StatesRole, why: string, accepted: string) =>
      refuse(row, roles[role]!, why, accepted),
    refuseIn: refuse,
    empty: () => empty,
    /** The state in a column; nothing where the cell says that there is none. */
    state(row: number, column: string): string | undefined {
      const text = columnOf(column)[row]!;
      if (!isMissing(text)) return text;
      empty++;
      return undefined;
    },
    /** Seconds since some beginning; NaN where there are none, which is refused. */
    seconds(row: number, role: 'time' | 'from' | 'to'): number {
      const text = of(role, row)!;
      if (times === 'moments') {
        const moment = timestampOf(text, order);
        if (typeof moment !== 'string') return moment.day * DAY_SECONDS + moment.seconds;
        refuse(row, roles[role]!, `this ${moment}`, ACCEPTED_TIMESTAMPS);
        return Number.NaN;
      }
      if (times === 'clocks') {
        const [, hour, minute, second = '0'] =
          /^(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?$/.exec(text) ?? [];
        if (hour !== undefined && Number(hour) < 24 && Number(minute) < 60)
          return 3600 * Number(hour) + 60 * Number(minute) + Number(second.replace(',', '.'));
        refuse(row, roles[role]!, 'this is no time of day', 'a time such as 23:05 or 23:05:30');
        return Number.NaN;
      }
      return this.number(row, role, times === 'none' ? 1 : times);
    },
    number(row: number, role: StatesRole, unit: number): number {
      const text = of(role, row)!;
      const value = text.trim() === '' ? Number.NaN : Number(text) * unit;
      if (Number.isFinite(value)) return value;
      refuse(row, roles[role]!, 'this is no time', 'a number with a decimal point');
      return Number.NaN;
    },
  };
}
