import { documentText, valueDocument } from '@sightline/answers';
import { loadPlan, valuePlanner, valueResult } from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { type StudyOptions, studyCommand } from './study-command.ts';

export function valueCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return studyCommand('value', 'sightline value examples/shift/study.yaml', 'recorded in the result')
    .summary('what each protocol of a study tells about its target')
    .description(
      'Computes, under the law given in the study, the share of the target’s variance that each protocol explains.',
    )
    .action(async (study: string, { json = false, seed }: StudyOptions) => {
      const start = io.now();
      const compute = async () => {
        const { plan, inputHash } = await loadPlan(study, io.files, valuePlanner);
        return valueResult(plan, { study, inputHash, seed });
      };
      settle(
        await answer(
          { command: 'value', study, json, start },
          compute,
          { text: (result) => documentText(valueDocument(result)) },
          io,
        ),
      );
    });
}
