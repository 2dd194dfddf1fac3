import type { Refused } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import { type ProblemList, problemList } from '../tables/problem-list.ts';
import type { DenseLayout } from './header.ts';
import { longRecords } from './long-records.ts';
import { oddTimes, oddTimesProblems } from './odd-times.ts';
import type { Reading } from './records.ts';
import { type RuleTally, unitsOf } from './rules.ts';
import { noBounds, someTimes, timeText } from './times.ts';
import type { DenseReport, DenseRequest, DenseRows } from './units.ts';
import { wideRecords } from './wide-records.ts';

export type DenseEnd = { ok: true; report: DenseReport } | Refused;

/** A file of dense trajectories, table after table; only what concerns all of them is kept. */
export interface DenseFile {
  /** The units of a table, which must hold all rows of each of them. Once there are problems they are of no use. */
  add(table: ColumnTable): DenseRows;
  /** Those so far; the reader of the file may add what it finds. */
  readonly problems: Pick<ProblemList, 'add' | 'count'>;
  end(): DenseEnd;
}

/** `distinct`: the caller sees to it that no unit is in two tables. Otherwise the names of all are remembered. */
export function denseFile(layout: DenseLayout, request: DenseRequest, { distinct = false } = {}): DenseFile {
  const { body, columns, grid } = layout;
  const p = grid.times.length;
  const problems = problemList();
  const reading: Reading = {
    layout,
    request,
    problems,
    averaged: 0,
    largestShift: 0,
    unused: 0,
    unusedUnits: 0,
    firstUnused: undefined,
    strange: oddTimes(),
    outside: oddTimes(),
    bounds: noBounds(),
    begun: distinct ? undefined : new Map(),
  };
  const tally: RuleTally = { dropped: { count: 0, units: [] }, interpolated: 0 };
  let [rows, units, mostReplicates] = [0, 0, 0];
  let firstUnit: Float64Array | undefined;
  /** Grid points at which all units so far have the same value. */
  let constant = Array.from(grid.times, (_, j) => j);

  return {
    add(table) {
      const records =
        body.format === 'wide' ? wideRecords(table, body, reading) : longRecords(table, body, reading);
      // Who is told of a missing time looks for it in the file.
      const made = unitsOf(records, { ...request, times: grid.times }, tally);
      const { values, counts } = made;
      rows += table.rows;
      units += values.rows;
      mostReplicates = counts?.reduce((most, count) => Math.max(most, count), mostReplicates) ?? 0;
      if (values.rows > 0) firstUnit ??= values.data.slice(0, p);
      constant = constant.filter((j) => {
        for (let i = 0; i < values.rows; i++) if (values.data[i * p + j] !== firstUnit![j]) return false;
        return true;
      });
      return made;
    },
    problems,
    end() {
      const { strange, outside, bounds } = reading;
      const cell = body.format === 'long' ? [columns[body.time]!.name] : [];
      for (const told of oddTimesProblems(strange, outside, bounds, grid))
        problems.add(told, () => ({ ...told, cell }));
      if (problems.count === 0) wholeFile();
      if (problems.count > 0) return problems.refused();
      return {
        ok: true,
        report: {
          format: body.format,
          rows,
          units,
          ...tally,
          averaged: reading.averaged,
          columnsOutOfOrder: body.format === 'wide' ? body.outOfOrder : 0,
          align: grid.align,
          largestShift: reading.largestShift,
          unused: reading.unused,
          unusedUnits: reading.unusedUnits,
          ...(reading.firstUnused && { firstUnused: reading.firstUnused }),
        },
      };
    },
  };

  /** What no single row can be blamed for. */
  function wholeFile(): void {
    const { unit, replicate } = layout;
    const { count, units: left } = tally.dropped;
    if (units < 2)
      problems.add(columns[unit]!, () => ({
        cell: [],
        value: `${units} ${units === 1 ? 'unit' : 'units'}`,
        why:
          rows === 0
            ? 'there are no rows below the header'
            : `fewer than two units are there${count > 0 ? ` once ${count} with missing values ${count === 1 ? 'is' : 'are'} left out (${left[0]!.unit}: ${left[0]!.why})` : ''}`,
        accepted: 'at least two units',
        fewUnits: true,
      }));
    else {
      if (replicate !== undefined && mostReplicates < 2)
        problems.add(columns[replicate]!, () => ({
          cell: [columns[replicate]!.name],
          value: columns[replicate]!.name,
          why: 'no unit has two replicates, so that noise cannot be estimated',
          accepted: 'two or more replicates of some units; or noise: NUMBER',
        }));
      const [j] = constant;
      if (j !== undefined) {
        const at = body.format === 'long' ? columns[body.value]! : columns[Math.max(0, body.columnOf[j]!)]!;
        const same = Array.from(constant, (k) => grid.times[k]!);
        problems.add(at, () => ({
          cell: [at.name],
          value: firstUnit![j],
          why:
            same.length === 1
              ? `every unit has the same value at time ${timeText(same[0]!)}`
              : `every unit has the same value at ${same.length} of the ${p} times: ${someTimes(same)}`,
          accepted: 'values that vary between units',
        }));
      }
    }
  }
}
