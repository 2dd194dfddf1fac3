/** What a command cannot do without. */
export interface Needs {
  command: string;
  /** Whether there must be at least one protocol. */
  protocols: boolean;
  /** Whether there must be a law, given or estimated, or in its place the data of a benchmark. */
  law: 'needed' | 'or-benchmark' | 'not-needed';
  /** Whether the target is one of the data, in their units, so that no bounds are known. */
  dataTarget?: boolean;
}
