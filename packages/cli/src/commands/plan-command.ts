import { documentText, planDocument } from '@sightline/answers';
import { loadPlan, type UnitsQuestion, unitsPlanner, unitsPlanResult } from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { parseBetween } from '../options/number-option.ts';
import { type ResamplingOptions, resamplingCommand, resamplingRequest } from './resampling-command.ts';

export function planCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return resamplingCommand('plan', 'sightline plan examples/calibration/study.yaml --gap 0.05')
    .summary('how many units it takes to tell protocols apart')
    .description(
      'Says from the dense data at hand how many units it would take to resolve a difference in value between ' +
        'protocols: the one that matters, that of two protocols, or that of the two best.',
    )
    .option('--gap <difference>', 'the difference in value that matters', parseBetween(0, 1, '--gap 0.05'))
    .option('--pair <a,b>', 'two protocols by name, instead of the two with the largest estimates')
    .option(
      '--power <share>',
      'probability with which a pair that differs is then told apart',
      parseBetween(0.5, 1, '--power 0.8'),
      0.8,
    )
    .action(async (study: string, options: ResamplingOptions & UnitsQuestion & { power: number }) => {
      const { json = false, seed, gap, pair, power } = options;
      const start = io.now();
      const question = { ...(gap !== undefined && { gap }), ...(pair !== undefined && { pair }) };
      const compute = async () => {
        const request = resamplingRequest(options, io);
        const { plan, inputHash } = await loadPlan(study, io.files, unitsPlanner(question));
        return unitsPlanResult(plan, { study, inputHash, seed }, { ...request, ...question, power });
      };
      settle(
        await answer(
          { command: 'plan', study, json, start },
          compute,
          { text: (result) => documentText(planDocument(result)) },
          io,
        ),
      );
    });
}
