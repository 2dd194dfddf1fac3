import { calibrateDocument, documentText } from '@sightline/answers';
import { calibratePlanner, calibrateResult, loadPlan } from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { type ResamplingOptions, resamplingCommand, resamplingRequest } from './resampling-command.ts';

export function calibrateCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return resamplingCommand('calibrate', 'sightline calibrate examples/calibration/study.yaml')
    .summary('what dense data of some units say about each protocol')
    .description(
      'Estimates the value of each protocol from densely observed units, with intervals; says which protocols these ' +
        'units can tell apart and how fine a choice they support.',
    )
    .action(async (study: string, options: ResamplingOptions) => {
      const { json = false, seed } = options;
      const start = io.now();
      const compute = async () => {
        const request = resamplingRequest(options, io);
        const { plan, inputHash } = await loadPlan(study, io.files, calibratePlanner);
        return calibrateResult(plan, { study, inputHash, seed }, request);
      };
      settle(
        await answer(
          { command: 'calibrate', study, json, start },
          compute,
          { text: (result) => documentText(calibrateDocument(result)) },
          io,
        ),
      );
    });
}
