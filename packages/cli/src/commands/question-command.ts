import { basename, dirname } from 'node:path';
import { documentInOwnWords, documentText } from '@sightline/answers';
import { type Answers, loadPlan, type QuestionHead, type QuestionName } from '@sightline/study';
import type { Command } from 'commander';
import { answer, type Print } from '../io/answer.ts';
import { boundLine } from '../io/bound-line.ts';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable, saveInto } from '../io/output-folder.ts';
import { progressLine } from '../io/progress-line.ts';
import { STANDARD_INPUT } from '../io/standard-input.ts';
import { commandOption } from '../options/command-option.ts';
import { formatOf } from '../options/format-option.ts';
import { workersFor } from '../sharing/workers-for.ts';
import type { Asked } from './questions/asked.ts';
import { requestOf, type StudyOptions, studyCommand } from './study-command.ts';

/** The command of a question: its options, its answer as text or as JSON. */
export function questionCommand<Name extends QuestionName>(
  asked: Asked<Name>,
  io: CommandIo,
  settle: (code: ExitCode) => void,
  summaryOf: (command: string) => string,
): Command {
  const { instead, pictures, kept, undecided } = asked;
  const { name } = asked.question;
  const tables = [...asked.tables, ...(instead?.tables ?? [])];
  const command = studyCommand(asked.question, tables);
  const flag = instead?.question.flag;
  if (flag) command.addOption(commandOption({ name: instead.question.name, kind: 'flag', what: flag.what }));
  if (pictures)
    command.addOption(
      commandOption({
        name: 'plots',
        kind: 'folder',
        value: 'dir',
        example: 'pictures',
        what: `write pictures there, as SVG: ${pictures.what}`,
      }),
    );
  if (kept)
    command.addOption(
      commandOption({ name: 'write', kind: 'file', value: 'file', example: kept.example, what: kept.what }),
    );
  return command.action(async (study: string, options: StudyOptions & { plots?: string; write?: string }) => {
    const { seed, plots, write } = options;
    const isInstead = instead !== undefined && command.getOptionValue(instead.question.name) === true;
    const { question, document, tables: own } = isInstead ? (instead as unknown as typeof asked) : asked;
    const {
      plots: _,
      write: __,
      ...request
    } = requestOf(isInstead ? ownOptions(command, asked.question, question) : options, io.env);
    refuseTable(command, options, own);
    refuseTwice(command, study, question);
    const start = io.now();
    const compute = async () => {
      if (plots !== undefined) await refuseUnwritable(plots, '--plots', io);
      if (write !== undefined) await refuseUnwritable(dirname(write), '--write', io);
      // Whoever looks at the signal takes Ctrl-C from the system.
      const signal = question.canBeStopped?.(request) ? io.signal : undefined;
      const pool = question.shared === undefined ? undefined : await workersFor(options, io);
      const files = { ...io.files, workers: pool ?? io.workers?.(options.workers) };
      const { plan, origin } = await loadPlan(question, study, files, request, seed);
      const word = question.progress?.(plan);
      const result = await question.compute(
        plan,
        { ...origin, seed },
        {
          ...request,
          ...(pool && { workers: pool }),
          ...(signal && { signal }),
          onProgress: word === undefined ? undefined : progressLine(io, word),
          onBound: boundLine(io, 'Ctrl-C ends the search'),
        },
      );
      io.progress?.('');
      if (pictures && plots !== undefined) {
        const files = pictures.of(result);
        await saveInto(plots, files, '--plots', io);
        const names = Object.keys(files);
        io.err(`${names.length} pictures in ${plots}: ${names.join(', ')}\n`);
      }
      if (kept && write !== undefined) {
        await saveInto(dirname(write), { [basename(write)]: kept.of(result) }, '--write', io);
        io.err(`${kept.said} is in ${write}\n`);
      }
      return result;
    };
    const print: Print<Answers[Name]> = {
      text: (result) => documentText(documentInOwnWords(document(result), result)),
      markdown: async (result) =>
        (await import('@sightline/answers/markdown')).documentMarkdown(
          documentInOwnWords(document(result), result),
        ),
      tables: own,
      ...(undecided && { undecided }),
    };
    const code = await answer({ command: name, study, format: options, start }, compute, print, io);
    if (code === EXIT.answered && formatOf(options) === 'text' && io.isTerminal)
      await (await import('./next-commands.ts')).tellNext(question.name, study, io, summaryOf);
    settle(code);
  });
}

/** Of two questions that a command asks, each has tables of its own. */
function refuseTable(command: Command, { table }: StudyOptions, own: readonly { name: string }[]): void {
  const names = own.map(({ name }) => name);
  if (table !== undefined && !names.includes(table))
    command.error(`error: this answer has no table '${table}'. Accepted: ${names.join(', ')}.`);
}

/** Standard input is one text: the study, or a file beside it. */
function refuseTwice(command: Command, study: string, { options }: QuestionHead): void {
  const taken = options.find(
    ({ kind, name }) => kind === 'file' && command.getOptionValue(name) === STANDARD_INPUT,
  );
  if (taken && study === STANDARD_INPUT)
    command.error(`error: the study and --${taken.name} cannot both come from standard input`);
}

/** The options of a question that is asked with a flag: what was given for the command's own would have no effect. */
function ownOptions(
  command: Command,
  asked: QuestionHead,
  other: QuestionHead,
): StudyOptions & { plots?: string; write?: string } {
  const isGiven = (option: string) => command.getOptionValueSource(option) === 'cli';
  const known = other.options.map((option) => option.name);
  const idle = asked.options.find((option) => isGiven(option.name) && !known.includes(option.name));
  if (idle) command.error(`error: --${idle.name} has no effect with --${other.name}`);
  const given = known.filter(isGiven).map((option) => [option, command.getOptionValue(option)]);
  return { seed: command.opts<StudyOptions>().seed, ...Object.fromEntries(given) };
}
