import { reportPage, runDocument, shortText } from '@sightline/answers';
import { runTables } from '@sightline/answers/tables/answer-tables';
import { UnreadableFile } from '@sightline/data';
import {
  InvalidStudy,
  type LocatedProblem,
  RUN,
  type RunResult,
  runResult,
  usualOptions,
  writtenRun,
} from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import { boundLine } from '../io/bound-line.ts';
import type { ExitCode } from '../io/exit-code.ts';
import { ofFile } from '../io/file-problem.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable, saveInto } from '../io/output-folder.ts';
import { progressLine } from '../io/progress-line.ts';
import { shellWord } from '../io/shell-word.ts';
import { STANDARD_INPUT } from '../io/standard-input.ts';
import { VERSION } from '../io/version.ts';
import { commandOption } from '../options/command-option.ts';
import { formatOf } from '../options/format-option.ts';
import { workersFor } from '../sharing/workers-for.ts';
import { requestOf, type StudyOptions, studyCommand } from './study-command.ts';

interface RunOptions extends StudyOptions {
  out?: string;
}

const FILES = ['result.json', 'report.html'] as const;
const OUT = {
  name: 'out',
  kind: 'folder',
  value: 'dir',
  example: 'report',
  what: 'folder for the two files; else one beside the study, named as it is with -report',
} as const;

export function runCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  const command = studyCommand(RUN, runTables);
  return command.addOption(commandOption(OUT)).action(async (study: string, options: RunOptions) => {
    const { seed } = options;
    const { out, ...request } = requestOf(options, io.env);
    if (formatOf(options) === 'csv' && options.table === undefined)
      command.error(
        `error: --format csv needs --table. Accepted: ${runTables.map(({ name }) => name).join(', ')}.`,
      );
    if (study === STANDARD_INPUT && out === undefined)
      command.error('error: a study from standard input needs --out, such as --out report');
    const folder = out ?? folderBeside(study);
    const start = io.now();
    const compute = async () => {
      await refuseUnwritable(folder, '--out', io);
      await refuseForeign(folder, io);
      const workers = await workersFor(options, io);
      const files = { ...io.files, workers };
      const result = await runResult(study, files, seed, {
        ...request,
        signal: io.signal,
        watch: (step) => progressLine(io, step),
        onBound: boundLine(io, 'Ctrl-C cancels'),
        workers,
      });
      io.progress?.('');
      return result;
    };
    const keep = async (result: RunResult, document: string) => {
      const report = reportPage(result, { version: VERSION, command: commandText(study, options) });
      await saveInto(folder, { 'result.json': document, 'report.html': report }, '--out', io);
    };
    settle(
      await answer(
        { command: 'run', study, format: options, start },
        compute,
        {
          text: (result) => shortText(runDocument(result, VERSION), `${folder}/report.html`),
          markdown: async (result) =>
            (await import('@sightline/answers/markdown')).documentMarkdown(runDocument(result, VERSION)),
          tables: runTables,
          undecided,
          written: writtenRun,
          keep,
        },
        io,
      ),
    );
  });
}

/** study.yaml becomes study-report. */
function folderBeside(study: string): string {
  return `${study.replace(/\.(ya?ml|json)$/i, '')}-report`;
}

/** What makes the same report again: folders and threads change no number. */
function commandText(study: string, options: RunOptions): string {
  const usual: Record<string, unknown> = { seed: 0, ...usualOptions(RUN) };
  const asked = ['seed', ...RUN.options.map(({ name }) => name)].flatMap((name) => {
    const value = (options as unknown as Record<string, string | number | undefined>)[name];
    return value === undefined || value === usual[name] ? [] : [`--${name} ${shellWord(String(value))}`];
  });
  return ['sightline run', shellWord(study), ...asked].join(' ');
}

function undecided({ undecided: open }: RunResult): string | undefined {
  if (open.length === 0) return undefined;
  return `numerically undecided\n${open.map(({ step, why }) => `${step}: ${why}\n`).join('')}`;
}

/** A result or a report of ours may be written over; what somebody else put there may not. */
async function refuseForeign(folder: string, io: CommandIo): Promise<void> {
  const foreign: LocatedProblem[] = [];
  for (const name of FILES) {
    const file = `${folder}/${name}`;
    const text = await present(file, io);
    if (text === undefined || (name === 'result.json' ? isOurResult(text) : isOurReport(text))) continue;
    foreign.push(
      ofFile(
        file,
        'this file was not written by `sightline run`, and would be lost',
        '--out with another folder, or the file moved away',
      ),
    );
  }
  if (foreign.length > 0) throw new InvalidStudy(foreign);
}

async function present(file: string, io: CommandIo): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await io.files.read(file));
  } catch (error) {
    // Where it cannot be read, writing says why it cannot be written either.
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

function isOurResult(text: string): boolean {
  try {
    const { sightline, command } = JSON.parse(text) as Record<string, unknown>;
    return sightline === 1 && command === 'run';
  } catch {
    return false;
  }
}

const isOurReport = (text: string) => text.includes('<meta name="generator" content="Sightline">');
