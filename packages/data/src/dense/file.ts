import { type Reason, reasonText } from '@sightline/engine/internal';
import { type CellProblem, MOST_LISTED, type Refused } from '../tables/cell-problem.ts';
import type { ColumnTable } from '../tables/column-table.ts';
import { type ProblemList, problemList } from '../tables/problem-list.ts';
import type { DateOrders } from '../tables/timestamp.ts';
import { dayTimes } from './day-times.ts';
import type { DenseLayout, WideBody } from './header.ts';
import { type NoLogarithm, takeLogarithms } from './logarithms.ts';
import { longRecords } from './long-records.ts';
import { oddTimes, oddTimesProblems } from './odd-times.ts';
import { type DenseRecords, MISSING_RULES, type Reading } from './records.ts';
import { repeatedTimes } from './repeated-times.ts';
import { type RuleTally, unitsOf } from './rules.ts';
import { sensorTexts } from './sensor-limits.ts';
import { noBounds, someTimes } from './times.ts';
import type { DenseReport, DenseRequest, DenseRows } from './units.ts';
import { wideRecords } from './wide-records.ts';

export type DenseEnd = { ok: true; report: DenseReport } | Refused;

/** A file of dense trajectories, table after table; only what concerns all of them is kept. */
export interface DenseFile {
  /** The units of a table, which must hold all rows of each of them. Once there are problems they are of no use. */
  add(table: ColumnTable): DenseRows;
  /** Those so far; the reader of the file may add what it finds. */
  readonly problems: Pick<ProblemList, 'add'>;
  /** Whether nothing is wrong so far. What concerns the whole file is told at its end. */
  isGood(): boolean;
  end(): DenseEnd;
}

interface InParts {
  /** The caller sees to it that no unit is in two tables. Otherwise the names of all are remembered. */
  distinct?: boolean;
  /** What the dates of all tables say about their order. */
  orders?: DateOrders | undefined;
}

/** A file of which nothing has been read. */
export function newReading(
  layout: DenseLayout,
  request: DenseRequest,
  { distinct = false, orders }: InParts = {},
): Reading {
  return {
    layout,
    request,
    problems: problemList(),
    gaps: problemList(),
    averaged: 0,
    blank: 0,
    largestShift: 0,
    unused: 0,
    unusedUnits: 0,
    firstUnused: undefined,
    strange: oddTimes(),
    outside: oddTimes(),
    bounds: noBounds(),
    unread: { rows: 0, first: undefined },
    days: request.days && dayTimes(request.days, layout.grid, orders),
    repeated: repeatedTimes(),
    sensor: sensorTexts(layout.columns, request.limits),
    begun: distinct ? undefined : new Map(),
  };
}

/** Tells, at the end of a file, of what was counted on the way: times, clocks, texts of a sensor, logarithms. */
export function tellCounted(reading: Reading, noLogarithm: NoLogarithm): void {
  const { layout, problems, strange, outside, bounds, unread, days, repeated, sensor } = reading;
  const { body, columns, grid } = layout;
  const cell = body.format === 'long' ? [columns[body.time]!.name] : [];
  if (unread.first) {
    const { problem } = unread.first;
    problems.add(problem, () => ({ ...problem, why: severally(problem.why, unread.rows, 'times') }));
  }
  const clock = days?.problems() ?? [];
  // Clocks that cannot be read are no reason to look for readings at the same one.
  const twice = clock.length === 0 ? repeated.problem() : undefined;
  const noLog = noLogarithm.first;
  const told = [
    ...oddTimesProblems(strange, outside, bounds, grid),
    ...clock,
    ...(twice ? [twice] : []),
    ...sensor.problems(),
    ...(noLog ? [{ ...noLog, why: severally(noLog.why, noLogarithm.values, 'values') }] : []),
  ];
  for (const one of told) problems.add(one, () => ({ cell, ...one }));
}

/** One problem for many places. */
function severally(why: Reason, count: number, what: string): string {
  return count === 1 ? reasonText(why) : `${reasonText(why)}; it is the first of ${count} such ${what}`;
}

/** What was read, as far as it was counted outside of the reading itself. */
type Counted = RuleTally & Pick<DenseReport, 'rows' | 'units' | 'trajectories' | 'constant'>;

function reportOf(reading: Reading, counted: Counted): DenseReport {
  const { layout, request, days, sensor } = reading;
  const { body } = layout;
  return {
    format: body.format,
    ...counted,
    averaged: reading.averaged,
    ...(reading.blank > 0 && { blank: reading.blank }),
    columnsOutOfOrder: body.format === 'wide' ? body.outOfOrder : 0,
    align: request.align ?? 'exact',
    largestShift: reading.largestShift,
    unused: reading.unused,
    unusedUnits: reading.unusedUnits,
    ...(reading.firstUnused && { firstUnused: reading.firstUnused }),
    ...(layout.ignored && { ignored: layout.ignored }),
    ...(sensor.report() && { limits: sensor.report()! }),
    ...(days && { days: days.report() }),
  };
}

const noTally = (): RuleTally => ({
  dropped: { count: 0, units: [] },
  unitsDropped: 0,
  interpolated: 0,
  empty: 0,
});

/** The report of a wide file of which every row is a unit and no rule did anything. */
export function plainReport(
  layout: DenseLayout & { body: WideBody },
  request: DenseRequest,
  { rows, constant }: Pick<DenseReport, 'rows' | 'constant'>,
): DenseReport {
  const reading = newReading(layout, request, { distinct: true });
  reading.largestShift = layout.body.largestShift;
  return reportOf(reading, { ...noTally(), rows, units: rows, trajectories: rows, constant });
}

export function denseFile(
  layout: DenseLayout,
  request: DenseRequest,
  { distinct = false, orders }: InParts = {},
): DenseFile {
  const { body, columns, grid } = layout;
  const p = grid.times.length;
  const reading = newReading(layout, request, { distinct, orders });
  const { problems } = reading;
  const tally = noTally();
  const noLogarithm: NoLogarithm = { values: 0, first: undefined };
  let [rows, units, trajectories, mostReplicates] = [0, 0, 0, 0];
  /** Of all records: cells, those without a value, records, those with such cells. */
  const found = { cells: 0, empty: 0, records: 0, gappy: 0 };
  /** The first value at each grid point. */
  const first = new Float64Array(p).fill(Number.NaN);
  /** How many values there are at each of `constant`. */
  const seen = new Int32Array(p);
  /** Grid points at which all units so far have the same value, or none has any. */
  let constant = Array.from(grid.times, (_, j) => j);

  return {
    add(table) {
      const records =
        body.format === 'wide' ? wideRecords(table, body, reading) : longRecords(table, body, reading);
      countGaps(records);
      if (request.transform === 'log') takeLogarithms(records, table, columns, grid, noLogarithm);
      // Who is told of a missing time looks for it in the file.
      const made = unitsOf(records, { ...request, times: grid.times }, tally, grid.text);
      const { values, counts } = made;
      rows += table.rows;
      trajectories += values.rows;
      units += made.trajectories ? new Set(made.units).size : values.rows;
      mostReplicates = counts?.reduce((most, count) => Math.max(most, count), mostReplicates) ?? 0;
      constant = constant.filter((j) => {
        for (let i = 0; i < values.rows; i++) {
          const value = values.data[i * p + j]!;
          if (Number.isNaN(value)) continue;
          if (seen[j]!++ === 0) first[j] = value;
          if (value !== first[j]) return false;
        }
        return true;
      });
      return made;
    },
    problems,
    isGood: () => problems.count + reading.gaps.count === 0,
    end() {
      for (const gap of gapProblems()) problems.add(gap, () => gap);
      tellCounted(reading, noLogarithm);
      if (problems.count === 0) wholeFile();
      if (problems.count > 0) return problems.refused();
      const counted = {
        rows,
        units,
        trajectories,
        ...tally,
        constant: constant.map((j) => request.times[j]!),
      };
      return { ok: true, report: reportOf(reading, counted) };
    },
  };

  function countGaps({ values, gaps }: DenseRecords): void {
    found.records += values.rows;
    found.cells += values.data.length;
    if (!gaps) return;
    for (let r = 0; r < values.rows; r++) {
      let empty = 0;
      for (let n = r * p; n < (r + 1) * p; n++) if (Number.isNaN(values.data[n]!)) empty++;
      found.empty += empty;
      if (empty > 0) found.gappy++;
    }
  }

  /** Each by itself while they are few; a file with gaps everywhere has one problem. */
  function gapProblems(): CellProblem[] {
    const { gaps } = reading;
    if (gaps.count === 0) return [];
    const { problems: listed } = gaps.refused();
    if (gaps.count <= MOST_LISTED) return listed;
    const [first] = listed as [CellProblem];
    const { cells, empty, records, gappy } = found;
    const share = (part: number, all: number) => `${part} of ${all} (${Math.round((100 * part) / all)} %)`;
    return [
      {
        ...first,
        why: `${reasonText(first.why)}; values are missing at ${share(empty, cells)} places, and ${share(gappy, records)} trajectories lack some`,
        accepted: `${MISSING_RULES.slice(5)}`,
      },
    ];
  }

  /** What no single row can be blamed for. */
  function wholeFile(): void {
    const { unit, replicate } = layout;
    const { count, units: left } = tally.dropped;
    const what = trajectories === units && count === tally.unitsDropped ? '' : ' trajectories';
    if (units < 2)
      problems.add(columns[unit]!, () => ({
        cell: [],
        value: `${units} ${units === 1 ? 'unit' : 'units'}`,
        why:
          rows === 0
            ? 'there are no rows below the header'
            : `fewer than two units are there${count > 0 ? ` once ${count}${what} with missing values ${count === 1 ? 'is' : 'are'} left out (${left[0]!.unit}: ${left[0]!.why})` : ''}`,
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
      // With gaps a time may have next to no values, which then do not vary either.
      const lonely = constant.filter((k) => seen[k]! < 2);
      const still = lonely.length > 0 ? lonely : constant;
      const [j] = still;
      if (j !== undefined && request.constant !== 'accept') {
        const at = body.format === 'long' ? columns[body.value]! : columns[Math.max(0, body.columnOf[j]!)]!;
        const times = Array.from(still, (k) => grid.times[k]!);
        const where =
          times.length === 1
            ? `time ${grid.text(times[0]!)}`
            : `${times.length} of the ${p} times: ${someTimes(times, grid.text)}`;
        const most = lonely.reduce((found, k) => Math.max(found, seen[k]!), 0);
        problems.add(at, () => ({
          cell: [at.name],
          value: seen[j] === 0 ? undefined : first[j],
          why:
            lonely.length === 0
              ? `every unit has the same value at ${where}`
              : `there is ${most === 0 ? 'no value' : times.length === 1 ? 'only one value' : 'no more than one value'} at ${where}`,
          accepted: 'values that vary between units',
        }));
      }
    }
  }
}
