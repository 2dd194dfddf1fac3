import { wrapText } from '@sightline/answers';
import type { Workers } from '@sightline/engine';
import { type Experiment, type Outcome, referenceSeconds } from '@sightline/experiments';
import type { CommandIo } from '../io/io.ts';
import { checkpointedWorkers } from './checkpointed-workers.ts';
import type { Checkpoints } from './checkpoints.ts';
import { observedFiles } from './observed-files.ts';
import { runProgress } from './run-progress.ts';
import { verdictCounts } from './verdict-counts.ts';

export interface RunRequest {
  experiments: readonly Experiment[];
  seed: number;
  quick: boolean;
  data: string | undefined;
  workers: Workers;
  /** What earlier runs have done is taken from there, and what this one does goes there. */
  checkpoints?: Checkpoints | undefined;
}

export interface RunEnd {
  experiments: Record<string, Outcome>;
  /** Of each experiment, earlier runs included. */
  seconds: Record<string, number>;
  /** Seconds of it that earlier runs have spent. */
  earlier: number;
}

/** Runs experiments one after another, or takes from checkpoints what is done of them. */
export async function runExperiments(request: RunRequest, io: CommandIo): Promise<RunEnd> {
  const { experiments, seed, quick, data, checkpoints } = request;
  const observed = observedFiles(io.files);
  const kept = new Map<string, { outcome: Outcome; seconds: number }>();
  for (const { name } of experiments) {
    const found = checkpoints?.outcome(name);
    if (found === undefined) continue;
    if (await observed.unchanged(found.seen)) kept.set(name, found);
    else io.err(`${name}: what it was read from has changed; it is run again\n`);
  }
  if (checkpoints) goingOn(experiments, kept, checkpoints, io);

  const progress = runProgress(
    io,
    experiments.map(({ name }) => ({ name, ...(referenceSeconds(name, quick) ?? { works: [], rest: 1 }) })),
  );
  for (const name of kept.keys()) progress.skip(name);
  const watched = progress.watched(request.workers);
  const ended: RunEnd = { experiments: {}, seconds: {}, earlier: 0 };
  try {
    for (const { name, title, run } of experiments) {
      const before = kept.get(name);
      if (before) {
        ended.experiments[name] = before.outcome;
        ended.seconds[name] = before.seconds;
        ended.earlier += before.seconds;
        continue;
      }
      await heard(io.signal);
      if (!io.progress) io.err(`${wrapText(`${name}: `, title)}\n`);
      progress.begin(name);
      const earlier = (checkpoints?.earlier(name) ?? 0) / 1000;
      const start = io.now();
      const outcome = await run({
        workers: checkpoints
          ? checkpointedWorkers(watched, (...work) => checkpoints.shelf(name, ...work), io.now)
          : watched,
        seed,
        quick,
        files: observed.files,
        data,
        signal: io.signal,
      });
      progress.end();
      const seconds = Math.round(io.now() - start + 1000 * earlier) / 1000;
      ended.experiments[name] = outcome;
      ended.seconds[name] = seconds;
      ended.earlier += earlier;
      // One that was left out is quickly left out again, or can be run by then.
      if (outcome.skipped === undefined) checkpoints?.keep(name, { outcome, seconds, seen: observed.seen() });
      if (!io.progress) io.err(`${wrapText(`${name}: `, endOf(outcome, seconds))}\n`);
    }
  } finally {
    progress.close();
  }
  return ended;
}

/** Work that was not divided let nobody have a turn: now a Ctrl-C can arrive. */
async function heard(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
}

function endOf(outcome: Outcome, seconds: number): string {
  return outcome.skipped === undefined
    ? `${verdictCounts(outcome.rows)}, ${seconds.toFixed(1)} s`
    : `skipped, ${outcome.skipped}`;
}

/** Says what need not be done again. */
function goingOn(
  experiments: readonly Experiment[],
  kept: ReadonlyMap<string, unknown>,
  checkpoints: Checkpoints,
  io: CommandIo,
): void {
  const asked = new Set(experiments.map(({ name }) => name));
  const parts = checkpoints
    .begun()
    .filter(({ experiment }) => asked.has(experiment))
    .map(({ experiment, work, made, pieces }) => `${experiment}: ${work}, ${made} of ${pieces}`);
  if (kept.size > 0) parts.unshift(`${[...kept.keys()].join(', ')} done`);
  if (parts.length > 0)
    io.err(`${wrapText('', `going on where an earlier run stopped: ${parts.join('; ')}`)}\n`);
}
