import { Command } from 'commander';
import { unanswered } from '../io/answer.ts';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable } from '../io/output-folder.ts';
import { commandOption } from '../options/command-option.ts';
import { pieceMaker } from '../sharing/piece-maker.ts';
import { PLAIN, QUEUE, SHARE, type SharingOptions } from '../sharing/sharing-options.ts';
import { programOf, refusing } from '../sharing/workers-for.ts';

interface WorkerOptions extends Pick<SharingOptions, 'plainQueue' | 'share'> {
  queue: string;
  threads?: number;
}

/** The command that makes pieces for others, until it is told to end. */
export function workerCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return new Command('worker')
    .description(
      'Makes pieces of work for commands that run elsewhere with --queue, until Ctrl-C or SIGTERM: what is begun is ended ' +
        'first. A worker serves commands of the same program only, so that results are the same bytes.',
    )
    .addOption(QUEUE().makeOptionMandatory())
    .addOption(PLAIN())
    .addOption(
      commandOption({
        name: 'threads',
        kind: 'whole',
        value: 'n',
        least: 1,
        most: 256,
        example: 2,
        what: 'threads that make pieces; as many as the machine has unless given',
      }),
    )
    .addOption(
      SHARE(
        'the folder that commands share: inputs above 256 MB, and tables that workers read by themselves',
      ),
    )
    .addHelpText(
      'after',
      `
Example:
  sightline worker --queue redis://localhost:6379 --threads 2`,
    )
    .action(async ({ queue, plainQueue, share, threads = io.threads ?? 1 }: WorkerOptions) => {
      try {
        const { parseAddress, queueName, startWorker } = await import('@sightline/queue');
        if (share !== undefined) await refuseUnwritable(share, '--share', io);
        const program = await programOf(io);
        const worker = await refusing(queue, () =>
          startWorker({
            address: parseAddress(queue, io.env, plainQueue),
            program,
            threads,
            maker: pieceMaker(threads, share),
            share,
            say: (sentence) => io.err(`${sentence}\n`),
          }),
        );
        io.err(
          `worker with ${threads} ${threads === 1 ? 'thread' : 'threads'} for ${queueName(program)}; Ctrl-C ends it\n`,
        );
        await io.ended?.();
        await worker.close();
        settle(EXIT.answered);
      } catch (error) {
        settle(
          unanswered(
            error,
            { command: 'worker', study: null, json: false, cancelled: 'nothing was made' },
            io,
          ),
        );
      }
    });
}
