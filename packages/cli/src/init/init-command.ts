import { problemsText, wrapText } from '@sightline/answers';
import { InvalidStudy, type LocatedProblem } from '@sightline/study';
import { newStudyText, type Said, USUAL_STUDY } from '@sightline/study/proposal';
import { Command, InvalidArgumentError, Option } from 'commander';
import { unanswered } from '../io/answer.ts';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import { ofFile } from '../io/file-problem.ts';
import type { CommandIo } from '../io/io.ts';
import { unwritable } from '../io/output-folder.ts';
import { shellWord } from '../io/shell-word.ts';
import { parsePath } from '../options/path-option.ts';
import { ownFolder } from '../process/own-folder.ts';
import { askedStudy, targetOf } from './asked-study.ts';
import { exampleFiles, exampleNames } from './example-files.ts';
import { proposedStudy, type SaidOfTable, studyBeside } from './proposed-study.ts';

interface InitOptions {
  from?: string;
  noise?: number;
  target?: Said['target'];
  example?: string;
  yes?: boolean;
}

/** What was made: the files, and what to say of them. */
interface Made {
  files: Record<string, string | Uint8Array>;
  lines: string[];
  problems?: readonly LocatedProblem[];
}

export function initCommand(
  io: CommandIo,
  settle: (code: ExitCode) => void,
  examples: string = ownFolder('examples'),
): Command {
  const command = new Command('init')
    .description(
      'Writes a study file to begin with: from questions at a terminal, from a table of your own, or an example with its data. ' +
        'Nothing that is there is written over.',
    )
    .argument(
      '[path]',
      'the study file; with --example a folder; else study.yaml, or named after the table',
      parsePath('a file or a folder', 'study.yaml'),
    )
    .option(
      '--from <table>',
      'a table of densely observed units, or of states as in a hypnogram, CSV, CSV.gz or Parquet: what its columns, times and grid seem to be',
      parsePath('a file', '--from cgm.csv'),
    )
    .option(
      '--noise <variance>',
      'with --from: variance of the noise of one value; asked for at a terminal',
      parseNoise,
    )
    .option(
      '--target <target>',
      'with --from: mean, "above LEVEL" or "below LEVEL"; mean unless given',
      parseTarget,
    )
    .addOption(
      new Option('--example <name>', 'copy an example with its data').choices(exampleNames(examples)),
    )
    .option('--yes', 'ask nothing, take the usual answers')
    .addHelpText(
      'after',
      '\nExample:\n  sightline init\n  sightline init --from cgm.csv --noise 100\n  sightline init --example calibration',
    );
  return command.action(async (path: string | undefined, options: InitOptions) => {
    const { from, example, noise, target, yes } = options;
    if (from !== undefined && example !== undefined)
      command.error('error: --from and --example do not go together');
    if (from === undefined && (noise !== undefined || target !== undefined))
      command.error('error: --noise and --target need --from');
    if (from === undefined && example === undefined && !yes && !io.ask)
      command.error(
        'error: there is no terminal to ask at. Accepted: --from TABLE, --example NAME, or --yes for the usual answers.',
      );
    try {
      const made =
        example !== undefined
          ? copied(examples, example, path ?? example)
          : from !== undefined
            ? await proposed(from, path ?? studyBeside(from), options, io)
            : await asked(path ?? 'study.yaml', yes === true, io);
      if (made === undefined) {
        io.err('cancelled; nothing was written\n');
        return settle(EXIT.cancelled);
      }
      await refuseThere(Object.keys(made.files), io);
      await save(made.files, io);
      io.out(`${made.lines.join('\n')}\n`);
      const { problems = [] } = made;
      if (problems.length > 0)
        io.err(problemsText(problems, 'the study was written, and can be used once this is mended'));
      settle(problems.length > 0 ? EXIT.invalidInput : EXIT.answered);
    } catch (error) {
      settle(
        unanswered(
          error,
          { command: 'init', study: null, json: false, cancelled: 'nothing was written' },
          io,
        ),
      );
    }
  });
}

async function asked(file: string, yes: boolean, io: CommandIo): Promise<Made | undefined> {
  const text = yes ? newStudyText(USUAL_STUDY) : await askedStudy(io, file);
  return text === undefined
    ? undefined
    : {
        files: { [file]: text },
        lines: written([file], [`sightline value ${shellWord(file)}`, `sightline run ${shellWord(file)}`]),
      };
}

async function proposed(
  table: string,
  file: string,
  { noise, target, yes }: InitOptions,
  io: CommandIo,
): Promise<Made | undefined> {
  const missing = async (bound: number | undefined): Promise<SaidOfTable | undefined> => {
    if (noise !== undefined || yes || !io.ask || bound === 0) return { noise, target };
    const most = bound === undefined ? '' : `, at most ${Number(bound.toPrecision(3))}`;
    for (;;) {
      const answer = await io.ask(`How noisy is one value of the table: its variance${most}; 0 for none? `);
      if (answer === undefined) return undefined;
      if (isVariance(answer.trim())) return { noise: Number(answer), target };
      io.err('  this is no variance; accepted: a number from 0\n');
    }
  };
  const found = await proposedStudy(table, file, io.files, missing);
  if (found === undefined) return undefined;
  if (found.holds === 'states') refuseForStates(table, { noise, target });
  const seen = found.seen.map(([label, text]) => wrapText(label.padEnd(10), text));
  return {
    files: found.files,
    lines: [table, ...seen, ...written(Object.keys(found.files), found.next)],
    problems: found.problems,
  };
}

/** States have no noise, and what is to be known of them is said in the study. */
function refuseForStates(table: string, given: SaidOfTable): void {
  const needless = (['noise', 'target'] as const).filter((name) => given[name] !== undefined);
  if (needless.length === 0) return;
  throw new InvalidStudy(
    needless.map((name) => ({
      ...ofFile(
        table,
        'the table holds states, not values',
        `no --${name}: what states count for stands under records in the study`,
        given[name],
      ),
      path: [`--${name}`],
    })),
  );
}

function copied(examples: string, name: string, into: string): Made {
  const { files, studies } = exampleFiles(examples, name, into);
  const command = (study: string) =>
    /^# {3}(sightline .*)$/m.exec(String(files[study]))?.[1] ?? `sightline run ${shellWord(study)}`;
  return { files, lines: written(Object.keys(files), studies.map(command)) };
}

const written = (files: readonly string[], next: readonly string[]) => [
  wrapText('written   ', files.join(', ')),
  ...next.map((command, i) => `${i === 0 ? 'next' : ''}`.padEnd(10) + command),
];

/** What somebody has written is theirs. */
async function refuseThere(files: readonly string[], io: CommandIo): Promise<void> {
  const there: LocatedProblem[] = [];
  for (const file of files)
    if (
      await io.files.read(file).then(
        () => true,
        () => false,
      )
    )
      there.push(
        ofFile(file, 'this file is there already, and would be lost', 'another path, or the file moved away'),
      );
  if (there.length > 0) throw new InvalidStudy(there);
}

async function save(files: Made['files'], io: CommandIo): Promise<void> {
  try {
    if (!io.save) throw new Error('there is no disk');
    await io.save(files);
  } catch (error) {
    const [first] = Object.keys(files) as [string];
    throw new InvalidStudy([unwritable(first, 'a path', error)]);
  }
}

const isVariance = (text: string) =>
  /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));

function parseNoise(text: string): number {
  if (!isVariance(text)) throw new InvalidArgumentError('Accepted: a number from 0, such as --noise 100.');
  return Number(text);
}

function parseTarget(text: string): Said['target'] {
  const target = targetOf(text);
  if (target === 'mean') return { kind: 'mean' };
  for (const kind of ['above', 'below'] as const)
    if (typeof target === 'object' && kind in target)
      return { kind, level: (target as Record<typeof kind, number>)[kind] };
  throw new InvalidArgumentError(
    'Accepted: mean, "above LEVEL" or "below LEVEL", such as --target "above 180".',
  );
}
