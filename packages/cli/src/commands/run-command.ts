import { reportPage, runDocument, shortText } from '@sightline/answers';
import { UnreadableFile } from '@sightline/data';
import { InvalidStudy, type LocatedProblem, type RunResult, runResult, writtenRun } from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import { boundLine } from '../io/bound-line.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable, saveInto } from '../io/output-folder.ts';
import { progressLine } from '../io/progress-line.ts';
import { VERSION } from '../io/version.ts';
import { dataOption } from '../options/data-option.ts';
import { parseBetween } from '../options/number-option.ts';
import { parsePath } from '../options/path-option.ts';
import { type ResamplingOptions, resamplingCommand } from './resampling-command.ts';

interface RunOptions extends ResamplingOptions {
  out?: string;
  gap?: number;
  seconds?: number;
  data?: string;
}

const A_WEEK = 604_800;
const FILES = ['result.json', 'report.html'] as const;

export function runCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return resamplingCommand('run', 'sightline run examples/calibration/study.yaml')
    .summary('all that a study allows, as a report for people and a result for programs')
    .description(
      'Does all that a study allows: value, identify, calibrate, plan, design, retrospect; says for each that it leaves ' +
        'out what the study would need. Writes result.json and report.html, a page that stands alone.',
    )
    .option(
      '--out <dir>',
      'folder for the two files; else one beside the study, named as it is with -report',
      parsePath('a folder', '--out report'),
    )
    .option('--gap <difference>', 'the difference in value that matters', parseBetween(0, 1, '--gap 0.05'))
    .option(
      '--seconds <s>',
      'end a search for the best protocol after so long',
      parseBetween(0, A_WEEK, '--seconds 30'),
    )
    .addOption(dataOption())
    .action(async (study: string, options: RunOptions) => {
      const { json = false, seed, draws, level, gap, seconds } = options;
      const folder = options.out ?? folderBeside(study);
      const start = io.now();
      const compute = async () => {
        await refuseUnwritable(folder, '--out', io);
        await refuseForeign(folder, io);
        const workers = io.workers?.(options.workers);
        const result = await runResult(study, io.files, seed, {
          draws,
          level,
          gap,
          seconds,
          data: options.data || io.env.SIGHTLINE_DATA || undefined,
          signal: io.signal,
          watch: (step) => progressLine(io, step),
          onBound: boundLine(io, 'Ctrl-C cancels'),
          ...(workers && { workers }),
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
          { command: 'run', study, json, start },
          compute,
          {
            text: (result) => shortText(runDocument(result, VERSION), `${folder}/report.html`),
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
function commandText(study: string, { seed, draws, level, gap, seconds, data }: RunOptions): string {
  const asked = [
    ...(seed === 0 ? [] : [`--seed ${seed}`]),
    ...(draws === 2000 ? [] : [`--draws ${draws}`]),
    ...(level === 0.95 ? [] : [`--level ${level}`]),
    ...(gap === undefined ? [] : [`--gap ${gap}`]),
    ...(seconds === undefined ? [] : [`--seconds ${seconds}`]),
    ...(data === undefined ? [] : [`--data ${shellWord(data)}`]),
  ];
  return ['sightline run', shellWord(study), ...asked].join(' ');
}

const shellWord = (text: string) =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

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
    foreign.push({
      file,
      line: null,
      column: null,
      path: '',
      value: file,
      why: 'this file was not written by `sightline run`, and would be lost',
      accepted: '--out with another folder, or the file moved away',
    });
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
