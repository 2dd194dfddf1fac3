import type { Outcome } from '../compare/experiment.ts';

/** What `sightline reproduce --json` prints: every experiment that was asked for. The same from run to run. */
export interface Reproduction {
  sightline: number;
  command: string;
  seed: number;
  /** Fewer replications than the paper's. */
  quick: boolean;
  /** Of what took part: sightline, node, … */
  versions: Record<string, string>;
  experiments: Record<string, Outcome>;
}

/** How long a run took and who shared it, by the clock on the wall: never the same twice, so that no result holds it. */
export interface ReproductionTiming {
  /** Threads that shared the work. */
  workers: number;
  /** Of each experiment. */
  seconds: Readonly<Record<string, number>>;
  /** Seconds of all of it, earlier runs included. */
  total: number;
}
