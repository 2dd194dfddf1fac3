import { loadPlan, valueResult, valueText } from '@sightline/study';
import { Command } from 'commander';
import { answer } from './answer.ts';
import type { ExitCode } from './exit-code.ts';
import type { CommandIo } from './io.ts';
import { parseSeed } from './seed.ts';

export function valueCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return new Command('value')
    .summary('what each protocol of a study tells about its target')
    .description(
      'Computes, under the law given in the study, the share of the target’s variance that each protocol explains.',
    )
    .argument('<study>', 'study file, YAML or JSON')
    .option('--json', 'print one JSON document instead of text')
    .option('--seed <n>', 'seed, a whole number from 0; recorded in the result', parseSeed, 0)
    .addHelpText(
      'after',
      `
Example:
  sightline value examples/shift/study.yaml`,
    )
    .action(async (study: string, { json = false, seed }: { json?: boolean; seed: number }) => {
      const start = io.now();
      const compute = async () => {
        const { plan, inputHash } = await loadPlan(study, io.files, { command: 'value', protocols: true });
        return valueResult(plan, { study, inputHash, seed });
      };
      settle(await answer({ command: 'value', study, json, start }, compute, valueText, io));
    });
}
