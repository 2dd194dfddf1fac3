import { EXPERIMENTS, type Reproduction, type ReproductionTiming } from '@sightline/experiments';
import { DATA, InvalidStudy, SEED, WORKERS } from '@sightline/study';
import { Argument, Command } from 'commander';
import { documentText, printAnswer, refuseTables, unanswered } from '../io/answer.ts';
import { EXIT, type ExitCode } from '../io/exit-code.ts';
import type { CommandIo } from '../io/io.ts';
import { saveInto, unwritable } from '../io/output-folder.ts';
import { VERSION } from '../io/version.ts';
import { commandOption } from '../options/command-option.ts';
import { addFormat, type FormatOptions, formatOf } from '../options/format-option.ts';
import { addSharing, type SharingOptions } from '../sharing/sharing-options.ts';
import { workersFor } from '../sharing/workers-for.ts';
import { type KeptPieces, openPieces, removePieces } from './kept-pieces.ts';
import { artefacts } from './reproduction-artefacts.ts';
import { runExperiments } from './reproduction-run.ts';
import { reproductionTables } from './reproduction-table.ts';
import { reproductionText } from './reproduction-text.ts';

interface ReproduceOptions extends SharingOptions, FormatOptions {
  seed: number;
  quick?: boolean;
  data?: string;
  out?: string;
  fresh?: boolean;
}

export function reproduceCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  const names = EXPERIMENTS.map(({ name }) => name);
  const command = new Command('reproduce')
    .description("Runs the paper's experiments and puts the published numbers beside ours.")
    .addArgument(new Argument('[name]', 'one of them; all without a name').choices(names))
    .addOption(commandOption(SEED('seed of the replications, a whole number from 0', 1)))
    .option('--quick', 'fewer replications and wider tolerances, in less than a minute')
    .addOption(commandOption(DATA('splits/')))
    .addOption(
      commandOption({
        name: 'out',
        kind: 'folder',
        value: 'dir',
        example: 'paper',
        what: 'write the result, its pictures and a page there; a run that was stopped resumes from there',
      }),
    )
    .option('--fresh', 'with --out: start over, without the results of earlier runs')
    .addOption(commandOption(WORKERS('the work')));
  addFormat(command, reproductionTables, ['text', 'json', 'csv']);
  return addSharing(command)
    .addHelpText(
      'after',
      `
Examples:
  sightline reproduce table-1
  sightline reproduce --out paper

The exit code is 0 also where a number differs; the last line counts the
verdicts. Another --seed shows the sampling error of simulated numbers.`,
    )
    .hook('preAction', (command) => {
      const { fresh, out } = command.opts<ReproduceOptions>();
      if (fresh && out === undefined) command.error('error: --fresh needs --out');
    })
    .action(async (name: string | undefined, options: ReproduceOptions) => {
      settle(await reproduce(name, options, io));
    });
}

async function reproduce(
  name: string | undefined,
  options: ReproduceOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { seed, quick = false, out } = options;
  const start = io.now();
  const data = options.data || io.env.SIGHTLINE_DATA || undefined;
  const experiments = EXPERIMENTS.filter((one) => name === undefined || one.name === name);
  try {
    await refuseTables(options, io);
    const kept = out === undefined ? undefined : await keptIn(out, options, data, io);
    const ended = await runExperiments(
      {
        experiments,
        seed,
        quick,
        data,
        workers: await workersFor(options, io),
        kept,
      },
      io,
    );
    const elapsed = Math.round(io.now() - start) / 1000;
    const reproduction = {
      sightline: 1,
      command: 'reproduce',
      study: null,
      inputHash: null,
      seed,
      warnings: [],
      repairs: [],
      quick,
      versions: { sightline: VERSION, ...(io.program && { node: io.program.node }) },
      experiments: ended.experiments,
    } satisfies Reproduction & Record<string, unknown>;
    const timing: ReproductionTiming = {
      workers: io.workers ? (options.workers ?? io.threads ?? 1) : 1,
      seconds: ended.seconds,
      total: Math.round(1000 * (elapsed + ended.earlier)) / 1000,
    };
    // Who shared the work and how long each part took is told to people only: `elapsed` aside, the document is the same.
    const document = documentText({ ...reproduction, elapsed });
    if (out !== undefined) {
      const files = { 'result.json': document, ...(await artefacts(reproduction, timing)) };
      await saveInto(out, files, '--out', io);
      io.err(`written to ${out}: ${Object.keys(files).join(', ')}\n`);
      kept?.remove(experiments.map((one) => one.name));
    }
    const text = (one: typeof reproduction) => reproductionText(one, timing, elapsed);
    const written = { document, written: reproduction };
    await printAnswer(reproduction, written, options, { text, tables: reproductionTables }, io);
    return EXIT.answered;
  } catch (error) {
    const cancelled =
      out === undefined
        ? 'nothing was written'
        : `what was done is kept in ${out}/${FOLDER}: run the same command again to go on`;
    return unanswered(
      error,
      { command: 'reproduce', study: null, json: formatOf(options) === 'json', cancelled },
      io,
    );
  }
}

/** What earlier runs have left in the folder. That nothing can be written there is told before the work, not after it. */
async function keptIn(
  out: string,
  { seed, quick = false, fresh = false }: ReproduceOptions,
  data: string | undefined,
  io: CommandIo,
): Promise<KeptPieces> {
  const run = {
    sightline: VERSION,
    node: io.program?.node,
    code: await io.program?.digest(),
    seed,
    quick,
    data,
  };
  try {
    if (!io.pieces) throw new Error('there is no disk');
    const store = io.pieces(`${out}/${FOLDER}`);
    store.write(PROBE, new Uint8Array());
    store.remove(PROBE);
    if (fresh) removePieces(store);
    return openPieces(store, JSON.stringify(run), (sentence) => io.err(`${sentence}\n`));
  } catch (error) {
    throw new InvalidStudy([unwritable(out, '--out', error)]);
  }
}

const PROBE = 'probe';
const FOLDER = 'pieces';
