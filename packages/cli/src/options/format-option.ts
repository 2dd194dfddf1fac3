import type { TidyTable } from '@sightline/answers/tables/tidy-table';
import { type Command, Option } from 'commander';
import { parsePath } from './path-option.ts';

/** How an answer is printed: for people, as one JSON document, as one table, or as a document for a text. */
export type Format = 'text' | 'json' | 'csv' | 'markdown';

export interface FormatOptions {
  json?: boolean;
  format?: Format;
  /** Of an answer that is printed as CSV, the table. */
  table?: string;
  /** The folder that gets all tables. */
  tables?: string;
}

/** The options of a command whose answer has tables, and may be a document. */
export function addFormat(
  command: Command,
  tables: readonly Pick<TidyTable<never>, 'name'>[],
  formats: readonly Format[] = ['text', 'json', 'csv', 'markdown'],
): Command {
  return command
    .addOption(new Option('--format <format>', 'how the answer is printed').choices(formats).default('text'))
    .option('--json', 'print one JSON document: --format json')
    .addOption(
      new Option('--table <name>', 'with --format csv: the table, the first unless given').choices(
        tables.map(({ name }) => name),
      ),
    )
    .option(
      '--tables <dir>',
      'write every table of the answer there, as CSV',
      parsePath('a folder', '--tables tables'),
    )
    .hook('preAction', () => {
      const { json, table, format } = command.opts<FormatOptions>();
      const isGiven = command.getOptionValueSource('format') === 'cli';
      if (json && isGiven && format !== 'json')
        command.error(`error: --json and --format ${format} do not go together`);
      if (table !== undefined && (json || format !== 'csv'))
        command.error('error: --table needs --format csv');
    });
}

export const formatOf = ({ json, format = 'text' }: FormatOptions): Format => (json ? 'json' : format);
