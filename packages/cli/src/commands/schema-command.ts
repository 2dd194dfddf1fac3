import { Argument, Command } from 'commander';
import type { CommandIo } from '../io/io.ts';
import type { Documents } from './documents.ts';

/** What there is a schema of: the study file, what each command prints with --json, and what is printed in place of an answer. */
export const SCHEMAS = [
  'study',
  'fit',
  'value',
  'identify',
  'calibrate',
  'plan',
  'design',
  'retrospect',
  'predict',
  'run',
  'reproduce',
  'queue',
  'fetch',
  'doctor',
  'problems',
  'undecided',
  'pieces',
] as const satisfies readonly ('study' | keyof Documents)[];

export function schemaCommand(io: CommandIo): Command {
  return new Command('schema')
    .description(
      'Prints a JSON Schema: of the study file, for editors that complete and check it; of what a command prints with --json; ' +
        'or of what is printed in place of an answer (problems, undecided, pieces).',
    )
    .addArgument(
      new Argument('[name]', 'what it describes; the study file unless given')
        .choices(SCHEMAS)
        .default('study'),
    )
    .addHelpText(
      'after',
      `
Example:
  sightline schema > study.schema.json
  sightline schema value > value.schema.json
  and as the first line of a study file:
  # yaml-language-server: $schema=./study.schema.json`,
    )
    .action(async (name: (typeof SCHEMAS)[number]) => {
      const schema =
        name === 'study'
          ? (await import('@sightline/study')).studyJsonSchema()
          : (await import('./result-schema.ts')).resultSchema(name);
      io.out(`${JSON.stringify(schema, null, 2)}\n`);
    });
}
