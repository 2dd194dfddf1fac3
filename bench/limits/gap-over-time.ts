import {
  bestAlongTime,
  branchAndBound,
  forwardSelection,
  oneSwap,
  searcher,
  type TargetSpec,
  timeOrder,
} from '@sightline/engine/internal';
import { cpuSeconds } from '../cpu-seconds.ts';
import { designProblem } from '../design-problem.ts';
import type { LimitRow, Reached } from './limit-row.ts';

/** Processor seconds after which a search is ended. */
const AT_MOST = 60;

interface Asked {
  actions: number;
  exactly: number;
  target: TargetSpec;
  /** Whether a gap after so many seconds is what was wanted. */
  met(gap: number, seconds: number): boolean;
}

/** Branch and bound alone on 128 points, in one thread: its gap against parts and processor seconds. */
export async function gapOverTime({ actions, exactly, target, met }: Asked): Promise<Reached> {
  const search = searcher(designProblem(128, actions, exactly, target));
  const start = process.cpuUsage();
  const { path } = oneSwap(search, forwardSelection(search).path);
  const ends = new AbortController();
  const more = ['seconds   parts     best    bound      gap'];
  let next = 1;
  const { objective, upperBound, parts, certified } = await branchAndBound(search, path, {
    signal: ends.signal,
    onProgress: (state) => {
      const seconds = cpuSeconds(start);
      if (seconds >= next) {
        more.push(lineOf(seconds, state.parts, state.best, state.upperBound));
        next = 2 * seconds;
      }
      if (seconds > AT_MOST) ends.abort();
    },
  });
  const seconds = cpuSeconds(start);
  more.push(lineOf(seconds, parts, objective, upperBound));
  const gap = upperBound - objective;
  const said = certified
    ? `proved in ${seconds.toFixed(1)} s`
    : `gap ${gap.toFixed(4)} after ${seconds.toFixed(0)} s`;
  return { reached: `${said}, ${parts} parts`, met: met(gap, seconds), more };
}

const lineOf = (seconds: number, parts: number, best: number, bound: number) =>
  `${seconds.toFixed(1).padStart(7)}${String(parts).padStart(8)}${best.toFixed(5).padStart(9)}${bound.toFixed(5).padStart(9)}${(bound - best).toFixed(5).padStart(9)}`;

/** A row about the gap that is left of the mean after a minute; and beside it what dynamic programming along time finds. */
export const meanGapRow = (name: string, exactly: number, actions: number, wanted: number): LimitRow => ({
  name,
  work: `branch and bound, ${exactly} of ${actions}, mean`,
  wanted: `a gap under ${String(wanted).slice(1)} in ${AT_MOST} s`,
  async measure() {
    const asked = {
      actions,
      exactly,
      target: 'mean',
      met: (gap: number) => gap < wanted,
    } as const;
    const found = await gapOverTime(asked);
    return { ...found, more: [...(found.more ?? []), await alongTimeLine(actions, exactly)] };
  },
});

/** The same by dynamic programming along time, which laws of short memory allow. */
async function alongTimeLine(actions: number, exactly: number): Promise<string> {
  const search = searcher(designProblem(128, actions, exactly, 'mean'));
  const start = process.cpuUsage();
  const { path } = oneSwap(search, forwardSelection(search).path);
  const { certified, objective } = await bestAlongTime(search, timeOrder(search)!, path);
  const how = certified ? 'proved' : 'not proved';
  return `along time: ${objective.toFixed(5)} ${how} in ${cpuSeconds(start).toFixed(1)} s`;
}
