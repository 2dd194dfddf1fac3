import { availableParallelism } from 'node:os';
import { EXIT } from './io/exit-code.ts';
import type { CommandIo } from './io/io.ts';
import { main } from './main.ts';
import { nodePieceStore } from './process/node-piece-store.ts';
import { nodeStudyFiles } from './process/node-study-files.ts';
import { workerThreads } from './threads/worker-threads.ts';

/** The command as a process. The exit code is set, not forced, so that everything written reaches its pipe. */
export async function run(): Promise<void> {
  // Whoever reads only the first lines (`| head`) closes the pipe early; that is no fault.
  let unwritten = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || unwritten) return;
    unwritten = true;
    process.stderr.write(`sightline: the output could not be written (${error.message})\n`);
    process.exitCode = EXIT.fault;
  });
  const code = await main(process.argv.slice(2), processIo());
  process.exitCode = unwritten ? EXIT.fault : code;
}

function processIo(): CommandIo {
  const cancel = new AbortController();
  let listening = false;
  const progress = progressOf(process);
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    files: nodeStudyFiles({ signal: cancel.signal, ...(progress && { progress }) }),
    save: async (files) => (await import('./process/node-save.ts')).nodeSave(files),
    writable: async (folder) => (await import('./process/node-save.ts')).nodeWritable(folder),
    env: process.env,
    now: () => performance.now(),
    // Only commands that look at the signal can be stopped by it; the others leave Ctrl-C to the system, and so does a
    // second one.
    get signal() {
      if (!listening) process.once('SIGINT', () => cancel.abort());
      listening = true;
      return cancel.signal;
    },
    ...(progress && { progress }),
    workers: (threads = availableParallelism()) => workerThreads(threads),
    threads: availableParallelism(),
    pieces: nodePieceStore,
    program: {
      node: process.versions.node,
      architecture: process.arch,
      digest: async () => (await import('./process/program-digest.ts')).programDigest(),
    },
    isTerminal: process.stdout.isTTY === true && process.stderr.isTTY === true,
    ...(process.stdin.isTTY &&
      process.stderr.isTTY && {
        ask: async (question: string) =>
          (await import('./process/terminal-question.ts')).askAtTerminal(question),
      }),
    ended: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      }),
  };
}

/** Where somebody watches: one line that is written over, or for another program (SIGHTLINE_PROGRESS=lines) a line each time. */
function progressOf({ stderr, env }: NodeJS.Process): ((line: string) => void) | undefined {
  if (env.SIGHTLINE_PROGRESS === 'lines')
    return (line) => void (line !== '' && stderr.write(`progress\t${line}\n`));
  return stderr.isTTY ? (line) => void stderr.write(`\r\x1b[K${line}`) : undefined;
}
