import { problemsText, wrapText } from '@sightline/answers';
import { DATABASES, type DatabaseName, databaseOf } from '@sightline/data';
import { FetchFailed, type FetchReport, fetchRecords } from '@sightline/data/node';
import { type LocatedProblem, writtenProblem } from '@sightline/study';
import { Argument, Command } from 'commander';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import { ofFile } from '../io/file-problem.ts';
import type { CommandIo } from '../io/io.ts';
import { parsePath } from '../options/path-option.ts';

interface FetchOptions {
  to?: string;
  from?: string;
  json?: boolean;
}

/** Where records go, and are looked for, unless somebody says otherwise. */
const USUAL = 'records';

export function dataCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  const fetch = new Command('fetch')
    .summary('download the annotations of a public database')
    .description(
      'Downloads the annotations of a public database from PhysioNet, without the signals: some megabytes. Files with ' +
        'the right checksum are kept, and an interrupted download resumes.',
    )
    .addArgument(new Argument('<name>', 'the database').choices(DATABASES.map(({ name }) => name)))
    .option(
      '--to <dir>',
      `folder in which the database gets its own; else SIGHTLINE_DATA, else ${USUAL}`,
      parsePath('a folder', `--to ${USUAL}`),
    )
    .option(
      '--from <url>',
      'the folder of the database on another server',
      parsePath('an address', '--from https://example.org/sleep-edfx/1.0.0/'),
    )
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', '\nExample:\n  sightline data fetch sleep-edfx --to records')
    .action(async (name: DatabaseName, { to, from, json = false }: FetchOptions) => {
      const data = to || io.env.SIGHTLINE_DATA || USUAL;
      const folder = `${data}/${name}`;
      const head = { sightline: 1, command: 'data fetch', database: name, folder };
      const { signal } = io;
      try {
        const report = await fetchRecords(name, {
          folder,
          ...(from !== undefined && { base: from }),
          ...(signal && { signal }),
          onProgress: ({ done, files, bytes }) =>
            io.progress?.(`${done} of ${files} files, ${megabytes(bytes)}`),
        });
        io.progress?.('');
        io.out(
          json ? `${JSON.stringify({ ...head, ...report }, null, 2)}\n` : reportText(name, data, report),
        );
      } catch (error) {
        io.progress?.('');
        if (signal?.aborted) {
          io.err('cancelled; the same command resumes it\n');
          return settle(EXIT.cancelled);
        }
        const problems = problemsOf(error, folder);
        if (!problems) throw error;
        if (json) io.out(`${JSON.stringify({ ...head, problems: problems.map(writtenProblem) }, null, 2)}\n`);
        io.err(problemsText(problems, 'the same command resumes it'));
        settle(EXIT.invalidInput);
      }
    });
  return new Command('data')
    .description('Gets the records that `sightline retrospect` works from.')
    .addCommand(fetch);
}

function problemsOf(error: unknown, folder: string): LocatedProblem[] | undefined {
  if (error instanceof FetchFailed)
    return error.failures.map(({ file, url, why }) =>
      ofFile(
        file,
        why,
        'a server that has the file, and a connection to it; or a download of your own, in the same layout',
        url,
      ),
    );
  // What the system says about a folder that cannot be written.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return [
      ofFile(folder, `it cannot be written (${error.code})`, '--to DIR, a folder that may be written to'),
    ];
  return undefined;
}

function reportText(
  name: DatabaseName,
  data: string,
  { files, fetched, kept, unchecked, bytes }: FetchReport,
): string {
  const how = [
    ...(fetched > 0 ? [`${fetched} fetched (${megabytes(bytes)})`] : []),
    ...(kept > 0 ? [`${kept} there before`] : []),
    ...(unchecked > 0 ? [`${unchecked} without a published checksum`] : []),
  ];
  const { example, download } = databaseOf(name);
  return [
    wrapText('', `${files} files in ${data}/${name}: ${how.join(', ')}.`),
    `They are PhysioNet’s, under ${download.licence}; do not pass them on without it.`,
    '',
    `  sightline retrospect examples/${example}/study.yaml --data ${data}`,
    '',
  ].join('\n');
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
