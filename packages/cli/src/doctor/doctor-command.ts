import { wrapText } from '@sightline/answers';
import { DATA } from '@sightline/study';
import { Command } from 'commander';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { commandOption } from '../options/command-option.ts';
import { PLAIN, QUEUE } from '../sharing/sharing-options.ts';
import { type Check, checks, type DoctorOptions } from './checks.ts';

export interface DoctorDocument {
  sightline: 1;
  command: 'doctor';
  checks: Check[];
}

/** Looks whether all is there that commands need, and says what to do about what is not. */
export function doctorCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return new Command('doctor')
    .description(
      'Looks whether all is there that commands need: this program and its numbers, readers of large tables, the page, a queue, ' +
        'public recordings. Says what each is for, and what to do about what is missing.',
    )
    .addOption(commandOption(DATA('splits/')))
    .addOption(QUEUE())
    .addOption(PLAIN())
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', '\nExample:\n  sightline doctor')
    .action(async ({ data, queue, plainQueue, json }: DoctorOptions & { json?: boolean }) => {
      const found = await checks(io, { data: data || io.env.SIGHTLINE_DATA, queue, plainQueue });
      const document: DoctorDocument = { sightline: 1, command: 'doctor', checks: found };
      io.out(json ? `${JSON.stringify(document, null, 2)}\n` : doctorText(found));
      const broken = found.filter(({ status }) => status === 'broken').map(({ name }) => name);
      const isOurs = broken.includes('program') || broken.includes('numbers');
      settle(isOurs ? EXIT.fault : broken.length > 0 ? EXIT.invalidInput : EXIT.answered);
    });
}

const SIGNS: Record<Check['status'], string> = { ok: 'ok', absent: '–', broken: 'BROKEN' };

function doctorText(found: readonly Check[]): string {
  const broken = found.filter(({ status }) => status === 'broken').length;
  const lines = found.flatMap(({ name, status, what, needed, todo }) => [
    wrapText(`${SIGNS[status].padEnd(8)}${name.padEnd(10)}`, what),
    ...(status === 'ok' ? [] : [wrapText(' '.repeat(18), `for ${needed}`)]),
    ...(todo === null ? [] : [wrapText(' '.repeat(18), `to do: ${todo}`)]),
  ]);
  const verdict =
    broken > 0
      ? `${broken} of ${found.length} cannot be used.`
      : 'All that every command needs is there; what has a – only some need.';
  return `${[verdict, '', ...lines].join('\n')}\n`;
}
