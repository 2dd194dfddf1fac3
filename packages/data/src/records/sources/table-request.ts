/** What a column may be for. */
export type ColumnRole =
  | 'record'
  | 'unit'
  | 'stratum'
  | 'length'
  | 'time'
  | 'value'
  | 'state'
  | 'from'
  | 'to';

/** How a table of records is to be read. */
export interface StateTableRequest {
  /** Columns that are constant for a record: numbers, or names. */
  covariates?: readonly string[];
  /** What the file calls its columns. Where it is given, others are ignored. */
  columns?: Partial<Record<ColumnRole, string>>;
  /** Times are timestamps, and a record is one day of a unit. */
  split?: boolean;
  /** When a day begins, in seconds after midnight. */
  start?: number;
  /** The numbers that texts of a sensor beyond its range stand for. */
  limits?: { low?: number; high?: number };
  /** Seconds in a unit of the file's times, where they are numbers; 1 unless given. */
  unit?: number;
}
