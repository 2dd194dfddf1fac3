import { badCell, isMissing, usable } from '../../dense/cell.ts';
import type { ColumnTable } from '../../tables/column-table.ts';
import type { ProblemList } from '../../tables/problem-list.ts';
import type { StateLayout } from './table-layout.ts';

/** What is known of each record: numbers, or names where a whole column has names. One problem for a column. */
export interface CovariateColumns {
  /** Of a record, by some of its rows. */
  of(record: string, rows: readonly number[]): Record<string, number | string>;
  tell(): void;
}

interface Column {
  name: string;
  place: number;
  texts: readonly string[];
  numbers: Float64Array;
  /** Whether it has names: no record has a number. */
  named: boolean;
  /** Records whose cell cannot be used, and those whose rows differ; the first row of each. */
  bad: { count: number; row: number; record: string };
  large: { count: number; row: number; record: string };
  torn: { count: number; row: number; record: string };
}

export function covariateColumns(
  table: ColumnTable,
  layout: StateLayout,
  problems: ProblemList,
): CovariateColumns {
  const columns = layout.covariates.map((name): Column => {
    const place = layout.placeOf(name)!;
    const [texts, numbers] = [table.labels(place), table.numbers(place)];
    const none = { count: 0, row: -1, record: '' };
    return {
      name,
      place,
      texts,
      numbers,
      named: numbers.every(Number.isNaN),
      bad: { ...none },
      large: { ...none },
      torn: { ...none },
    };
  });
  const count = (what: Column['bad'], row: number, record: string) => {
    if (what.count++ === 0) Object.assign(what, { row, record });
  };
  return {
    of: (record, rows) =>
      Object.fromEntries(
        columns.map(({ name, texts, numbers, named, bad, large, torn }) => {
          const [first] = rows as [number];
          const other = rows.find((row) => texts[row] !== texts[first]);
          if (other !== undefined) count(torn, other, record);
          const there = named ? !isMissing(texts[first]!) : Number.isFinite(numbers[first]!);
          if (!there) count(bad, first, record);
          else if (!named && !usable(numbers[first]!)) count(large, first, record);
          return [name, named ? texts[first]! : numbers[first]!];
        }),
      ),
    tell() {
      for (const { name, place, texts, named, bad, large, torn } of columns) {
        const others = ({ count }: Column['bad']) => (count > 1 ? `; so it is with ${count} records` : '');
        const add = (at: Column['bad'], why: string, accepted: string) =>
          problems.add(table.at(at.row, place), () => ({
            cell: [table.rowOf(at.row), name],
            value: texts[at.row],
            why: `${why}${others(at)}`,
            accepted,
          }));
        if (bad.count > 0)
          add(
            bad,
            named
              ? `the record ${JSON.stringify(bad.record)} has nothing in ${name}`
              : `the record ${JSON.stringify(bad.record)} has no finite number in ${name}, and others have`,
            'a finite number with a decimal point for each record, or a name for each',
          );
        if (large.count > 0)
          problems.add(table.at(large.row, place), () => {
            const what = `the record ${JSON.stringify(large.record)}`;
            const problem = badCell(table, layout.columns[place]!, large.row, place, what);
            return { ...problem, why: `${problem.why}${others(large)}` };
          });
        if (torn.count > 0)
          add(
            torn,
            `the record ${JSON.stringify(torn.record)} has another ${name} in its first row`,
            `one ${name} for all rows of a record: what changes in time is no baseline`,
          );
      }
    },
  };
}
