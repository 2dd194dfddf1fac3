import { openRounds, thisThread, type Workers } from '@sightline/engine/internal';
import { InvalidStudy } from '@sightline/study';
import { ofFile } from '../io/file-problem.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable } from '../io/output-folder.ts';
import { VERSION } from '../io/version.ts';
import { sharingWorkers } from './shared-folder.ts';
import type { SharingOptions } from './sharing-options.ts';

/** Whoever makes the pieces of a command's work, as its options say. */
export async function workersFor(options: SharingOptions, io: CommandIo): Promise<Workers> {
  const { workers: threads, queue, share, pieces } = options;
  const here = io.workers?.(threads) ?? thisThread;
  const say = (sentence: string) => io.err(`${sentence}\n`);
  // A variable that is set to nothing is not set.
  const makers = !queue ? here : await fromQueue(queue, options, here, io, say);
  if (share === undefined) return makers;
  await refuseUnwritable(share, '--share', io);
  const store = io.pieces!;
  return sharingWorkers(
    makers,
    {
      store: (name) => store(`${share}/${name}`),
      program: JSON.stringify(await programOf(io)),
      say,
      now: io.now,
    },
    pieces,
  );
}

/** What is loaded only by who asks for a queue. */
async function fromQueue(
  url: string,
  { plainQueue, share }: SharingOptions,
  here: Workers,
  io: CommandIo,
  say: (sentence: string) => void,
): Promise<Workers> {
  const { parseAddress, queueRounds, queueWorkers } = await import('@sightline/queue');
  const { towardsShare } = await import('./shared-files.ts');
  const program = await programOf(io);
  const address = await refusing(url, () => parseAddress(url, io.env, plainQueue));
  const request = { address, program, share, say };
  const queue = queueWorkers(request);
  return {
    run: (...asked) => refusing(url, () => queue.run(...asked)),
    // A part of a search takes less than its way there and back: such rounds stay with the threads of this machine. Those that read
    // large files are made where the files are seen.
    open(work, input, options) {
      const travelling = towardsShare(work.name, input, share);
      if (travelling === undefined) return openRounds(here, work, input, options);
      return queueRounds(request, work as never, travelling as never, options?.signal) as never;
    },
  };
}

/** A queue that cannot be used is a problem of what was given, not a fault. */
export async function refusing<Result>(url: string, use: () => Result | Promise<Result>): Promise<Result> {
  const { QueueRefused } = await import('@sightline/queue');
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof QueueRefused)) throw error;
    const { why, accepted } = error;
    throw new InvalidStudy([ofFile('--queue', why, accepted, url.replace(/:[^:@/]*@/, ':…@'))]);
  }
}

/** What makes pieces: who makes them with another program makes others. */
export async function programOf(io: CommandIo) {
  const digest = (await io.program?.digest()) ?? '';
  return { version: VERSION, digest, architecture: io.program?.architecture ?? '' };
}
