import { wrapText } from '@sightline/answers';
import type { Workers } from '@sightline/engine/internal';
import { type Experiment, type Outcome, referenceSeconds } from '@sightline/experiments';
import type { CommandIo } from '../io/io.ts';
import { keepingWorkers } from '../sharing/keeping-workers.ts';
import type { KeptPieces } from './kept-pieces.ts';
import { runProgress } from './run-progress.ts';
import { verdictCounts } from './verdict-counts.ts';

export interface RunRequest {
  experiments: readonly Experiment[];
  seed: number;
  quick: boolean;
  data: string | undefined;
  workers: Workers;
  /** Pieces that earlier runs have made are taken from there, and what this one makes goes there. */
  kept?: KeptPieces | undefined;
}

interface RunEnd {
  experiments: Record<string, Outcome>;
  /** Of each experiment, earlier runs included. */
  seconds: Record<string, number>;
  /** Seconds of it that earlier runs have spent. */
  earlier: number;
}

/** Runs experiments one after another. Of their divided work, what an earlier run has done is not done again. */
export async function runExperiments(request: RunRequest, io: CommandIo): Promise<RunEnd> {
  const { experiments, seed, quick, data, kept } = request;
  if (kept) goingOn(experiments, kept, io);
  const progress = runProgress(
    io,
    experiments.map(({ name }) => ({ name, ...(referenceSeconds(name, quick) ?? { works: [], rest: 1 }) })),
  );
  const watched = progress.watched(request.workers);
  const ended: RunEnd = { experiments: {}, seconds: {}, earlier: 0 };
  try {
    for (const { name, title, run } of experiments) {
      await heard(io.signal);
      if (!io.progress) io.err(`${wrapText(`${name}: `, title)}\n`);
      progress.begin(name);
      const earlier = (kept?.earlier(name) ?? 0) / 1000;
      const start = io.now();
      const outcome = await run({
        workers: kept ? keepingWorkers(watched, (...work) => kept.shelf(name, ...work), io.now) : watched,
        seed,
        quick,
        files: io.files,
        data,
        signal: io.signal,
      });
      progress.end();
      const seconds = Math.round(io.now() - start + 1000 * earlier) / 1000;
      ended.experiments[name] = outcome;
      ended.seconds[name] = seconds;
      ended.earlier += earlier;
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
function goingOn(experiments: readonly Experiment[], kept: KeptPieces, io: CommandIo): void {
  const asked = new Set(experiments.map(({ name }) => name));
  const parts = kept
    .begun()
    .filter(({ experiment }) => asked.has(experiment))
    .map(({ experiment, work, made, pieces }) => `${experiment}: ${work}, ${made} of ${pieces}`);
  if (parts.length > 0)
    io.err(`${wrapText('', `going on where an earlier run stopped: ${parts.join('; ')}`)}\n`);
}
