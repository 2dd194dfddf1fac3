import { Command, CommanderError, Help } from 'commander';
import { COMMANDS } from './commands/command-list.ts';
import { EXIT, type ExitCode } from './io/exit-code.ts';
import { faultText } from './io/fault.ts';
import type { CommandIo } from './io/io.ts';
import { VERSION } from './io/version.ts';

/** The command line without a process around it: arguments in, exit code out. */
export async function main(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  let code: ExitCode = EXIT.answered;
  const program = new Command('sightline')
    .description('Computes what observation protocols are worth.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--debug', 'print the stack of an unexpected fault (also with DEBUG set)')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .configureHelp({ helpWidth: 80, subcommandTerm })
    .addHelpText(
      'after',
      `
Example:
  sightline init
  sightline value study.yaml

Exit codes: 0 answered, 1 a fault of the program, 2 wrong usage, 3 invalid input
(every problem is listed), 4 numerically undecided, 130 cancelled.`,
    );
  const settle = (result: ExitCode) => {
    code = result;
  };
  try {
    const wholly = COMMANDS.some(({ name, ofAll }) => ofAll && argv[0] === name);
    for (const { name, summary, load } of COMMANDS) {
      // Of a command that is not named no more is said than in a line of the help.
      const command = wholly || argv.includes(name) ? (await load())(io, settle) : new Command(name);
      program.addCommand(command.summary(summary).copyInheritedSettings(program));
      for (const inner of command.commands) inner.copyInheritedSettings(program);
    }
    if (argv.length === 0) program.help({ error: true });
    const study = argv.find((argument) => !argument.startsWith('-'));
    if (study !== undefined && /\.(ya?ml|json)$/i.test(study))
      program.error(`error: no command is given\n(Did you mean sightline value ${study}?)`);
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return asked(error) ? EXIT.answered : EXIT.usage;
    io.err(faultText(error, Boolean(program.opts().debug || io.env.DEBUG)));
    return EXIT.fault;
  }
}

/** Help and version end the run early, but as asked. */
function asked({ code, exitCode }: CommanderError): boolean {
  return exitCode === 0 && /^commander\.(help|helpDisplayed|version)$/.test(code);
}

/** What a command takes, as the help lists it: known before it is loaded. */
function subcommandTerm(this: Help, command: Command): string {
  const listed = COMMANDS.find(({ name }) => name === command.name());
  return listed
    ? `${listed.name} ${listed.takes}`.trimEnd()
    : Help.prototype.subcommandTerm.call(this, command);
}
