import type { Outcome } from './experiment.ts';

/** What `sightline reproduce --json` prints: every experiment that was asked for, and what it was run with. */
export interface Reproduction {
  sightline: number;
  command: string;
  seed: number;
  /** Fewer replications than the paper's. */
  quick: boolean;
  /** Threads that shared the work. */
  workers: number;
  /** Of what took part: sightline, node, … */
  versions: Record<string, string>;
  /** All of it, by the clock on the wall. */
  seconds: number;
  experiments: Record<string, Outcome & { seconds: number }>;
}
