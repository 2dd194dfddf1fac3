import type { CalibrateRequest } from '@sightline/study';
import type { Command } from 'commander';
import type { CommandIo } from '../io/io.ts';
import { progressLine } from '../io/progress-line.ts';
import { parseBetween } from '../options/number-option.ts';
import { parseWhole } from '../options/whole-number.ts';
import { type StudyOptions, studyCommand } from './study-command.ts';

/** What commands that resample units take besides a study. */
export interface ResamplingOptions extends StudyOptions {
  draws: number;
  level: number;
  workers?: number;
}

export function resamplingCommand(name: string, example: string): Command {
  return studyCommand(name, example, 'for the resamples of units')
    .option('--draws <n>', 'bootstrap draws', parseWhole(100_000, '--draws 2000', 100), 2000)
    .option('--level <share>', 'level of intervals and errors', parseBetween(0.5, 1, '--level 0.95'), 0.95)
    .option(
      '--workers <n>',
      'threads that share the work; as many as the machine has unless given, and the answer is the same',
      parseWhole(256, '--workers 2', 1),
    )
    .hook('preAction', (command) => {
      const { draws, level } = command.opts<ResamplingOptions>();
      if ((draws * (1 - level)) / 2 < FEWEST_BEYOND)
        command.error(
          `error: ${draws} draws cannot show what lies beyond a level of ${level}: ask for at least ` +
            `${Math.ceil((2 * FEWEST_BEYOND) / (1 - level))} draws, or a lower level`,
        );
    });
}

/** So many draws must lie beyond each end of an interval, or the end is where the draws happen to stop. */
const FEWEST_BEYOND = 2;

/** How the resampling is done: by whom, until when, watched by whom. */
export function resamplingRequest(
  { draws, level, workers }: ResamplingOptions,
  io: CommandIo,
): CalibrateRequest {
  const pool = io.workers?.(workers);
  return {
    draws,
    level,
    signal: io.signal,
    onProgress: progressLine(io, 'resampling'),
    ...(pool && { workers: pool }),
  };
}
