import { Command } from 'commander';
import { parseSeed } from '../options/whole-number.ts';

/** What every command on a study file takes. */
export interface StudyOptions {
  json?: boolean;
  seed: number;
}

/** A command on a study file, with the options that all of them have and an example. */
export function studyCommand(name: string, example: string, seedFor: string): Command {
  return new Command(name)
    .argument('<study>', 'study file, YAML or JSON')
    .option('--json', 'print one JSON document instead of text')
    .option('--seed <n>', `seed, a whole number from 0; ${seedFor}`, parseSeed, 0)
    .addHelpText(
      'after',
      `
Example:
  ${example}`,
    );
}
