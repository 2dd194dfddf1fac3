import { wrapText } from '@sightline/answers';
import type { QueueState } from '@sightline/queue';
import { Command } from 'commander';
import { answer } from '../io/answer.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { PLAIN, QUEUE } from '../sharing/sharing-options.ts';
import { programOf, refusing } from '../sharing/workers-for.ts';

/** The command that shows what is in a queue. */
export function queueCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return new Command('queue')
    .description(
      'Shows the runs in a queue with their pieces, the workers with their versions, and what waits.',
    )
    .addOption(QUEUE().makeOptionMandatory())
    .addOption(PLAIN())
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', '\nExample:\n  sightline queue --queue redis://localhost:6379')
    .action(async (options: { queue: string; plainQueue?: boolean; json?: boolean }) => {
      const { queue, plainQueue, json = false } = options;
      const compute = async () => {
        const { parseAddress, queueName, queueState } = await import('@sightline/queue');
        const state = await refusing(queue, () =>
          queueState(parseAddress(queue, io.env, plainQueue), (sentence) => io.err(`${sentence}\n`)),
        );
        return {
          sightline: 1,
          command: 'queue',
          study: null,
          program: queueName(await programOf(io)),
          ...state,
        };
      };
      settle(
        await answer(
          { command: 'queue', study: null, format: { json }, start: io.now() },
          compute,
          { text: queueText },
          io,
        ),
      );
    });
}

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

function queueText({
  program,
  runs,
  workers,
  waiting,
  active,
  failed,
  failures,
}: QueueState & { program: string }): string {
  const fitting = workers.filter(({ queue }) => queue === program);
  const lines = [
    `${counted(workers.length, 'worker')}, ${fitting.length} of this program; portions: ${waiting} waiting, ${active} active, ${failed} failed`,
    ...workers.map(
      ({ host, pid, threads, pieces, queue }) =>
        `  ${host} ${pid}: ${counted(threads, 'thread')}, ${counted(pieces, 'piece')} made, ${queue === program ? 'this program' : queue}`,
    ),
    ...failures.map(
      ({ work, pieces: of, why }) => `  failed: ${work}, ${counted(of.length, 'piece')}: ${why}`,
    ),
    `${counted(runs.length, 'run')}`,
    ...runs.map(
      ({ work, made, pieces, run, queue }) =>
        `  ${work} ${run.slice(0, 12)}: ${made} of ${pieces} pieces${queue === program ? '' : `, ${queue}`}`,
    ),
  ];
  return `${lines.map((line) => wrapText('', line)).join('\n')}\n`;
}
