import type { LayoutName, StateMapping } from '@sightline/engine/internal';
import type { RecordFolder } from './record-folder.ts';
import type { StateInterval, StateRecords } from './state-record.ts';
import type { TableCells } from './table-cells.ts';

// All that is known of one way in which records come. Whoever reads, downloads, names or describes records goes through
// the list of kinds.

/** A public database: a folder of files, with the settings of its analysis in the paper. */
export interface DatabaseKind<Name extends string = string> {
  /** Of its folder, and of the preset in a study. */
  name: Name;
  /** Its place in lists. */
  rank: number;
  /** As a paper cites it. */
  reference: string;
  /** A study of it, in examples/. */
  example: string;
  download: {
    /** Its folder on the server, which lists checksums in SHA256SUMS.txt. */
    base: string;
    /** The files that are read; they are safe as paths, whatever the server lists. */
    wanted: RegExp;
    /** Files of a record, where its name tells them: for servers without checksums. */
    ofRecord?: (record: string) => string[];
    licence: string;
  };
  read(folder: RecordFolder): Promise<StateRecords>;
  /** Covariates that come with its records. */
  covariates: readonly string[];
  /** Files in splits/ beside the data, by what they are for: all records, a stratum, a cohort. */
  folds: Readonly<Record<string, string>>;
  /** Fields of a study, where it does not give them. */
  records: {
    grid: Pick<StateMapping, 'points' | 'reading'>;
    epoch: { seconds: number } & Pick<StateMapping, 'rounding' | 'block'>;
    invalid: string[];
    other: string[];
    targets: Record<string, string[]>;
    baselines: string[];
    cohorts: Record<string, { of: string; above?: number; below?: number; from?: number; to?: number }>;
  };
  templates: { layouts: LayoutName[]; budgets: number[]; rounding: StateMapping['rounding'] };
}

/** A form of table, told by its columns. */
export interface TableForm {
  name: string;
  /** Of two forms whose columns a table has, the lower one counts. */
  rank: number;
  /** Those that it needs besides `record`. */
  columns: readonly string[];
  /** What a row says. */
  row: string;
  /** A table of one record. */
  example: string;
  tells: 'states' | 'values';
  /** The rows of a record; `length` is that of its column, in seconds. */
  read(rows: readonly number[], length: number | null, cells: TableCells): TableRecord;
}

/** States, or values at times which increase; with the record's length where the rows tell it. */
export type TableRecord =
  | { intervals: StateInterval[]; length: number | null }
  | { times: Float64Array; values: Float64Array };
