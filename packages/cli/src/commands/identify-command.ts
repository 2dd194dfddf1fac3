import { documentText, identifyDocument, undecidedText } from '@sightline/answers';
import {
  type IdentifyResult,
  identifyPlanner,
  identifyResult,
  loadPlan,
  WORLDS_WRITTEN,
} from '@sightline/study';
import { type Command, InvalidArgumentError } from 'commander';
import { answer, type Print } from '../io/answer.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { progressLine } from '../io/progress-line.ts';
import { parseWhole } from '../options/whole-number.ts';
import { type StudyOptions, studyCommand } from './study-command.ts';

interface IdentifyOptions extends StudyOptions {
  step?: number;
  range: boolean;
  resamples?: number;
  worlds?: boolean;
  workers?: number;
}

export function identifyCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return studyCommand(
    'identify',
    'sightline identify examples/four-points/any.yaml',
    'for random starts and resamples',
  )
    .summary('whether the benchmark determines the value of protocols not run')
    .description(
      'Decides for each protocol but the realised one whether the benchmark determines its value; where it does ' +
        'not, gives the range of values still possible and the cheapest measurements that would settle it.',
    )
    .option(
      '--step <share>',
      'put the two worlds at this share, above 0 and at most 1, of the largest step along the steepest invisible direction, instead of at the ends of the range',
      parseShare,
    )
    .option('--no-range', 'leave out the range of possible values')
    .option(
      '--resamples <n>',
      'bootstrap resamples, where the study has data of the benchmark; 200 unless given, fewer on grids above 16 points',
      parseWhole(100_000, '--resamples 500'),
    )
    .option(
      '--workers <n>',
      'threads that share the resamples; as many as the machine has unless given, and the answer is the same',
      parseWhole(256, '--workers 2', 1),
    )
    .option('--worlds', `write the worlds out on grids above ${WORLDS_WRITTEN} points too (with --json)`)
    .action(async (study: string, { json = false, seed, workers, ...request }: IdentifyOptions) => {
      const start = io.now();
      const compute = async () => {
        const { plan, inputHash } = await loadPlan(study, io.files, identifyPlanner);
        const onProgress = progressLine(io, plan.law.by === 'data' ? 'resampling' : 'alternatives');
        const pool = io.workers?.(workers);
        return identifyResult(
          plan,
          { study, inputHash, seed },
          { ...request, signal: io.signal, onProgress, ...(pool && { workers: pool }) },
        );
      };
      const print: Print<IdentifyResult> = {
        text: (result) => documentText(identifyDocument(result)),
        undecided: undecidedText,
      };
      settle(await answer({ command: 'identify', study, json, start }, compute, print, io));
    });
}

function parseShare(text: string): number {
  const share = Number(text);
  if (!/^[\d.]+(e-?\d+)?$/i.test(text) || !(share > 0 && share <= 1))
    throw new InvalidArgumentError('Accepted: a number above 0 and at most 1, such as --step 0.5.');
  return share;
}
