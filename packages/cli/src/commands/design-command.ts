import { designDocument, documentText } from '@sightline/answers';
import { type DesignRequest, designPlanner, designResult, loadPlan, METHODS } from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import { boundLine } from '../io/bound-line.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { parseChoice } from '../options/choice-option.ts';
import { parseBetween } from '../options/number-option.ts';
import { parseWhole } from '../options/whole-number.ts';
import { type StudyOptions, studyCommand } from './study-command.ts';

type DesignOptions = StudyOptions & Omit<DesignRequest, 'signal' | 'onProgress'>;

const A_WEEK = 604_800;

export function designCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return studyCommand(
    'design',
    'sightline design examples/design/points.yaml --frontier',
    'for random choices and resamples',
  )
    .summary('which actions of a catalogue to take, and how far from the best that is')
    .description(
      'Chooses actions from the catalogue of a study within its rules: the choice with the largest value, a proof or a ' +
        'bound on what a better one could gain, and what others would have chosen.',
    )
    .option(
      '--method <how>',
      'auto: all choices if they are few enough, else branch and bound; exhaustive; branch; heuristic: nothing is proved',
      parseChoice(METHODS, '--method branch'),
      'auto',
    )
    .option(
      '--seconds <s>',
      'end all searches together after so long',
      parseBetween(0, A_WEEK, '--seconds 30'),
    )
    .option('--frontier', 'the best choice that the rules allow for each cost')
    .option('--sensitivity', 'what moving each chosen action would lose')
    .option('--returns', 'whether actions tell less the more are taken')
    .option(
      '--under <laws>',
      'draws: laws that the calibration data could as well have come from; worlds: laws that the benchmark cannot tell apart',
      parseChoice(['draws', 'worlds'], '--under draws'),
    )
    .option(
      '--draws <n>',
      'with --under draws: how many laws (default: 100)',
      parseWhole(10_000, '--draws 100', 2),
    )
    .option(
      '--quantile <share>',
      'with --under draws: the lower quantile that is maximised (default: 0.1)',
      parseBetween(0, 1, '--quantile 0.1'),
    )
    .option(
      '--criterion <what>',
      'with --under worlds: worst, the least value; regret, the largest loss against the best of each (default: worst)',
      parseChoice(['worst', 'regret'], '--criterion regret'),
    )
    .action(async (study: string, { json = false, seed, ...request }: DesignOptions) => {
      const start = io.now();
      const compute = async () => {
        const { plan, inputHash } = await loadPlan(study, io.files, designPlanner(request));
        const watched = {
          ...request,
          onProgress: boundLine(io, 'Ctrl-C ends the search'),
          // A heuristic search gives nobody a turn: Ctrl-C is left to the system.
          ...(canBeEnded(request) && { signal: io.signal }),
        };
        const result = await designResult(plan, { study, inputHash, seed }, watched);
        io.progress?.('');
        return result;
      };
      settle(
        await answer(
          { command: 'design', study, json, start },
          compute,
          { text: (result) => documentText(designDocument(result)) },
          io,
        ),
      );
    });
}

function canBeEnded({ method }: DesignRequest): boolean {
  return method !== 'heuristic';
}
