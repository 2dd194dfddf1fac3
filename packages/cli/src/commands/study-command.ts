import { type QuestionHead, SEED, WORKERS } from '@sightline/study';
import { Command } from 'commander';
import { commandOption } from '../options/command-option.ts';
import { addFormat, type FormatOptions } from '../options/format-option.ts';
import { addSharing, type SharingOptions, withoutSharing } from '../sharing/sharing-options.ts';

/** What every command on a study file takes. */
export interface StudyOptions extends SharingOptions, FormatOptions {
  seed: number;
  data?: string;
}

/** The command of a question on a study file, with its options and those that all of them have. */
export function studyCommand(
  { misuse, ...question }: QuestionHead,
  tables: readonly { name: string }[],
): Command {
  const { name, description, example, seedFor, shared, options } = question;
  const command = new Command(name)
    .description(description)
    .argument('<study>', 'study file, YAML or JSON; - for standard input');
  addFormat(command, tables);
  for (const option of [
    SEED(`seed, a whole number from 0; ${seedFor}`),
    ...options,
    ...(shared === undefined ? [] : [WORKERS(shared)]),
  ])
    command.addOption(commandOption(option));
  if (shared !== undefined) addSharing(command);
  return command
    .hook('preAction', () => {
      const wrong = misuse?.(command.opts());
      if (wrong !== undefined) command.error(`error: ${wrong}`);
    })
    .addHelpText('after', `\nExample:\n  ${example}`);
}

/** The request in the options of such a command: theirs, without what all of them have. */
export function requestOf<Options extends StudyOptions>(
  options: Options,
  env: Readonly<Record<string, string | undefined>>,
): Omit<Options, keyof StudyOptions> & { data?: string } {
  const {
    json: _,
    format: __,
    table: ___,
    tables: ____,
    seed: _____,
    data,
    ...request
  } = withoutSharing<StudyOptions>(options);
  const folder = data || env.SIGHTLINE_DATA;
  return { ...(request as Omit<Options, keyof StudyOptions>), ...(folder && { data: folder }) };
}
