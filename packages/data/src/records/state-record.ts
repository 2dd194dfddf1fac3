/** A stretch of time in one state, in seconds from the record's own start. */
export interface StateInterval {
  from: number;
  to: number;
  state: string;
}

/** A recording as a sequence of states. */
export interface StateRecord {
  record: string;
  /** Who it is of; records of one unit stay together in folds. The record itself where that is not known. */
  unit: string;
  /** A part of the population, as SC or ST; null where there are none. */
  stratum: string | null;
  /** Numbers, or names where all records have names. */
  covariates: Record<string, number | string>;
  /** Sorted, none overlapping. What lies between them is time without a valid state. */
  intervals: StateInterval[];
  /** Seconds; null where it is not known. */
  length: number | null;
}

/** A recording as values at times, which increase. */
export interface ValueRecord extends Omit<StateRecord, 'intervals'> {
  /** Seconds from the record's own start. */
  times: Float64Array;
  values: Float64Array;
}

/** The records of a folder or a table, and what became of every file that is none of them. */
export interface StateRecords {
  /** Those of a folder in the order of their names, those of a table in its own. */
  records: StateRecord[];
  /** Files that cannot be used. */
  skipped: { file: string; why: string }[];
  /** What is strange about files that are used nonetheless. */
  notes: { file: string; what: string }[];
}

/** Ends and beginnings that differ by less, in seconds, are the same: sums of decimals are not exact. */
const SAME = 1e-6;

/**
 * Intervals in the order of time, where none overlaps. Two that do are given back instead. Where rounding makes one
 * end after the next begins, it ends there.
 */
export function ordered(
  intervals: readonly StateInterval[],
):
  | { ok: true; intervals: StateInterval[] }
  | { ok: false; first: StateInterval; second: StateInterval; places: [number, number] } {
  const order = intervals.map((_, i) => i).sort((a, b) => intervals[a]!.from - intervals[b]!.from || a - b);
  const sorted = order.map((i) => ({ ...intervals[i]! }));
  for (let i = 1; i < sorted.length; i++) {
    const [first, second] = [sorted[i - 1]!, sorted[i]!];
    if (first.to > second.from + SAME)
      return { ok: false, first, second, places: [order[i - 1]!, order[i]!] };
    first.to = Math.min(first.to, second.from);
  }
  return { ok: true, intervals: sorted.filter(({ from, to }) => to > from) };
}
