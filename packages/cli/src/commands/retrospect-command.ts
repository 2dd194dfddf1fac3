import { documentText, retrospectDocument, retrospectPlots } from '@sightline/answers';
import { loadRetrospect, retrospectResult } from '@sightline/study';
import type { Command } from 'commander';
import { answer } from '../io/answer.ts';
import type { ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { refuseUnwritable, saveInto } from '../io/output-folder.ts';
import { progressLine } from '../io/progress-line.ts';
import { dataOption } from '../options/data-option.ts';
import { parsePath } from '../options/path-option.ts';
import { parseWhole } from '../options/whole-number.ts';
import { type StudyOptions, studyCommand } from './study-command.ts';

interface RetrospectOptions extends StudyOptions {
  data?: string;
  workers?: number;
  draws: number;
  stability?: number;
  sweep?: boolean;
  target?: string;
  budget?: number;
  plots?: string;
}

export function retrospectCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  return studyCommand(
    'retrospect',
    'sightline retrospect examples/records-table/study.yaml',
    'for folds, ranges and subsamples',
  )
    .summary('what protocols would have told about records that were annotated throughout')
    .description(
      'Reconstructs partial observation protocols from records that were annotated throughout, predicts each record’s ' +
        'target from what a protocol would have seen of it, and compares layouts by their held-out R².',
    )
    .addOption(dataOption())
    .option(
      '--draws <n>',
      'resamples of held-out units for each range',
      parseWhole(100_000, '--draws 2000', 100),
      2000,
    )
    .option(
      '--stability <n>',
      'everything again on so many subsamples of 80 % of the units: aware against kernelQuadrature and dispersed',
      parseWhole(100_000, '--stability 1000', 2),
    )
    .option('--sweep', 'supports learned from fewer units')
    .option('--target <name>', 'what --stability and --sweep are about; the first unless given')
    .option(
      '--budget <n>',
      'and at which budget; unless given 16, or the middle one of the study',
      parseWhole(2048, '--budget 16', 1),
    )
    .option(
      '--plots <dir>',
      'write pictures there, as SVG: R² by budget, chosen grid points, stability, sweep',
      parsePath('a folder', '--plots pictures'),
    )
    .option(
      '--workers <n>',
      'threads that share the work; as many as the machine has unless given, and the answer is the same',
      parseWhole(256, '--workers 2', 1),
    )
    .action(async (study: string, options: RetrospectOptions) => {
      const { json = false, seed, workers, plots, ...request } = options;
      const data = options.data || io.env.SIGHTLINE_DATA || undefined;
      const start = io.now();
      const compute = async () => {
        if (plots !== undefined) await refuseUnwritable(plots, '--plots', io);
        const { plan, inputHash } = await loadRetrospect(study, io.files, { data, seed });
        const result = await retrospectResult(
          plan,
          { study, inputHash, seed },
          {
            ...request,
            workers: io.workers?.(workers),
            signal: io.signal,
            onProgress: progressLine(io, 'fitting'),
          },
        );
        if (plots !== undefined) {
          const pictures = retrospectPlots(result);
          await saveInto(plots, pictures, '--plots', io);
          const names = Object.keys(pictures);
          io.err(`${names.length} pictures in ${plots}: ${names.join(', ')}\n`);
        }
        return result;
      };
      settle(
        await answer(
          { command: 'retrospect', study, json, start },
          compute,
          { text: (result) => documentText(retrospectDocument(result)) },
          io,
        ),
      );
    });
}
