import { studyJsonSchemaText } from '@sightline/study';
import { Command } from 'commander';
import type { CommandIo } from '../io/io.ts';

export function schemaCommand(io: CommandIo): Command {
  return new Command('schema')
    .description('Prints the JSON Schema of the study file, for editors that complete and check it.')
    .addHelpText(
      'after',
      `
Example:
  sightline schema > study.schema.json

  and as the first line of a study file:
  # yaml-language-server: $schema=./study.schema.json`,
    )
    .action(() => io.out(studyJsonSchemaText()));
}
