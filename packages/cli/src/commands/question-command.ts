import { basename, dirname } from 'node:path';
import { answerDocument, documentText, retrospectPlots, undecidedText } from '@sightline/answers';
import {
  type Answers,
  type AnyQuestion,
  latentBlock,
  loadPlan,
  QUESTIONS,
  type Question,
  type QuestionHead,
  type QuestionName,
} from '@sightline/study';
import type { Command } from 'commander';
import { answer, type Print } from '../io/answer.ts';
import { boundLine } from '../io/bound-line.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable, saveInto } from '../io/output-folder.ts';
import { progressLine } from '../io/progress-line.ts';
import { commandOption } from '../options/command-option.ts';
import { workersFor } from '../sharing/workers-for.ts';
import { requestOf, type StudyOptions, studyCommand } from './study-command.ts';

/** What a solver left open. */
const UNDECIDED: { [Name in QuestionName]?: Print<Answers[Name]>['undecided'] } = { identify: undecidedText };

/** The pictures that an answer can be kept with. */
const PICTURES: {
  [Name in QuestionName]?: { what: string; of(result: Answers[Name]): Record<string, string> };
} = {
  retrospect: { what: 'R² by budget, chosen grid points, stability, sweep', of: retrospectPlots },
};

/** What of an answer can be written as a file of its own. */
const KEPT: {
  [Name in QuestionName]?: { what: string; example: string; said: string; of(result: Answers[Name]): string };
} = {
  fit: {
    what: 'write the fitted law there, as the `latent` block of a study file',
    example: 'latent.yaml',
    said: 'the latent block',
    of: latentBlock,
  },
};

/** The command of a question: its options, its answer as text or as JSON. */
export function questionCommand<Name extends QuestionName>(
  asked: Question<Name, object, unknown, Answers[Name]>,
  io: CommandIo,
  settle: (code: ExitCode) => void,
): Command {
  const { name } = asked;
  const command = studyCommand(asked);
  const others = (QUESTIONS as readonly AnyQuestion[]).filter(({ flagOf }) => flagOf === name);
  for (const other of others)
    command.addOption(commandOption({ name: other.name, kind: 'flag', what: other.summary }));
  const pictures = PICTURES[name];
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
  const kept = KEPT[name];
  if (kept)
    command.addOption(
      commandOption({ name: 'write', kind: 'text', value: 'file', example: kept.example, what: kept.what }),
    );
  return command.action(async (study: string, options: StudyOptions & { plots?: string; write?: string }) => {
    const { json = false, seed, plots, write } = options;
    const other = others.find((one) => command.getOptionValue(one.name) === true);
    const question = (other ?? asked) as typeof asked;
    const {
      plots: _,
      write: __,
      ...request
    } = requestOf(other ? ownOptions(command, asked, other) : options, io.env);
    const start = io.now();
    const compute = async () => {
      if (plots !== undefined) await refuseUnwritable(plots, '--plots', io);
      if (write !== undefined) await refuseUnwritable(dirname(write), '--write', io);
      // Whoever looks at the signal takes Ctrl-C from the system.
      const signal = question.canBeStopped?.(request) ? io.signal : undefined;
      const { plan, origin } = await loadPlan(question, study, io.files, request, seed);
      const word = question.progress?.(plan);
      const pool = question.shared === undefined ? undefined : await workersFor(options, io);
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
    const undecided = UNDECIDED[name];
    const print: Print<Answers[Name]> = {
      text: (result) => documentText(answerDocument(result)),
      ...(undecided && { undecided }),
    };
    settle(await answer({ command: name, study, json, start }, compute, print, io));
  });
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
