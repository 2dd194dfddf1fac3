/** What a row of the table of limits came to. */
export interface Reached {
  /** As the table shows it: '2.1 s', 'gap 0.004 after 31 s'. */
  reached: string;
  /** Whether that is what was wanted. */
  met: boolean;
  /** Lines below the table: a growth table, gap against parts, where the time goes. */
  more?: readonly string[];
}

/** A piece of work that takes as long as it can be borne, and what it is wanted to take. */
export interface LimitRow {
  /** Said to run it alone. */
  name: string;
  work: string;
  wanted: string;
  measure(): Promise<Reached> | Reached;
}
