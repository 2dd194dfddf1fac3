import { isMissing } from '../../dense/cell.ts';
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
      torn: { ...none },
    };
  });
  const count = (what: Column['bad'], row: number, record: string) => {
    if (what.count++ === 0) Object.assign(what, { row, record });
  };
  return {
    of: (record, rows) =>
      Object.fromEntries(
        columns.map(({ name, texts, numbers, named, bad, torn }) => {
          const [first] = rows as [number];
          const other = rows.find((row) => texts[row] !== texts[first]);
          if (other !== undefined) count(torn, other, record);
          const usable = named ? !isMissing(texts[first]!) : Number.isFinite(numbers[first]!);
          if (!usable) count(bad, first, record);
          return [name, named ? texts[first]! : numbers[first]!];
        }),
      ),
    tell() {
      for (const { name, place, texts, named, bad, torn } of columns) {
        const add = (at: Column['bad'], why: string, accepted: string) =>
          problems.add(table.at(at.row, place), () => ({
            cell: [table.rowOf(at.row), name],
            value: texts[at.row],
            why: `${why}${at.count > 1 ? `; so it is with ${at.count} records` : ''}`,
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
