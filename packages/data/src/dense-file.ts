import type { CellProblem } from './csv-cells.ts';
import { acceptedTimes, type DenseLayout } from './dense-header.ts';
import type { Reading } from './dense-records.ts';
import { type RuleTally, unitsOf } from './dense-rules.ts';
import type { DenseTable } from './dense-table.ts';
import { someTimes, timesGuess, timeText } from './dense-times.ts';
import type { DenseReport, DenseRequest, DenseRows } from './dense-units.ts';
import { longRecords } from './long-records.ts';
import { type ProblemList, problemList } from './problem-list.ts';
import { wideRecords } from './wide-records.ts';

export type DenseEnd = { ok: true; report: DenseReport } | { ok: false; problems: CellProblem[] };

/** A file of dense trajectories, table after table; only what concerns all of them is kept. */
export interface DenseFile {
  /** The units of a table, which must hold all rows of each of them. Once there are problems they are of no use. */
  add(table: DenseTable): DenseRows;
  /** A problem that the reader of the file found. */
  refuse: ProblemList['add'];
  /** How many problems there are so far. */
  readonly problems: number;
  end(): DenseEnd;
}

/** `distinct`: the caller sees to it that no unit is in two tables. Otherwise the names of all are remembered. */
export function denseFile(layout: DenseLayout, request: DenseRequest, { distinct = false } = {}): DenseFile {
  const { body, grid } = layout;
  const p = grid.times.length;
  const problems = problemList();
  const reading: Reading = {
    layout,
    request,
    problems,
    averaged: 0,
    largestShift: 0,
    unused: 0,
    strange: { rows: 0, times: new Set(), first: undefined },
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
      const made = unitsOf(records, request, tally);
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
    refuse: problems.add,
    get problems() {
      return problems.count;
    },
    end() {
      const { strange } = reading;
      if (strange.first) strangeTimes(strange, layout, problems, request);
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
          largestShift: reading.largestShift,
          unused: reading.unused,
        },
      };
    },
  };

  /** What no single row can be blamed for. */
  function wholeFile(): void {
    const { columns, unit, replicate } = layout;
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
      }));
    else {
      if (replicate !== undefined && mostReplicates < 2)
        problems.add(columns[replicate]!, () => ({
          cell: [columns[replicate]!.name],
          value: columns[replicate]!.name,
          why: 'no unit has two replicates, so that noise cannot be estimated',
          accepted: 'two or more replicates of some units; or noise: NUMBER',
        }));
      for (const j of constant) {
        const at = body.format === 'long' ? columns[body.value]! : columns[Math.max(0, body.columnOf[j]!)]!;
        problems.add(at, () => ({
          cell: [at.name],
          value: firstUnit![j],
          why: `every unit has the same value at time ${timeText(grid.times[j]!)}`,
          accepted: 'values that vary between units',
        }));
      }
    }
  }
}

function strangeTimes(
  { rows, times, first }: Reading['strange'],
  { grid, body, columns }: DenseLayout,
  problems: ProblemList,
  { align = 'exact' }: DenseRequest,
): void {
  const found = [...times].sort((a, b) => a - b);
  const { times: wanted } = grid;
  problems.add(first!, () => ({
    cell: body.format === 'long' ? [columns[body.time]!.name] : [],
    value: first!.time,
    why: `${rows} ${rows === 1 ? 'row has a time that is' : 'rows have times that are'} not the grid's: ${someTimes(found)}; the grid has ${wanted.length} from ${timeText(wanted[0]!)} to ${timeText(wanted.at(-1)!)}${timesGuess(found, grid)}`,
    accepted: acceptedTimes(grid, align),
  }));
}
