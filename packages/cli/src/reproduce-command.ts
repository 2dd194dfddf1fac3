import { thisThread } from '@sightline/engine';
import { EXPERIMENTS, type Outcome, type Table } from '@sightline/experiments';
import { Command, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { CommandIo } from './io.ts';
import { progressLine } from './progress-line.ts';
import { parseSeed, parseWhole } from './whole-number.ts';

interface ReproduceOptions {
  json?: boolean;
  seed: number;
  workers?: number;
}

interface Reproduced extends Outcome {
  seconds: number;
}

export function reproduceCommand(io: CommandIo, settle: (code: ExitCode) => void): Command {
  const names = EXPERIMENTS.map(({ name }) => name);
  return new Command('reproduce')
    .summary('the numbers of the paper beside our own')
    .description(
      `Runs the paper's experiments and puts the published numbers beside ours: ${names.join(', ')}.`,
    )
    .argument('[name]', 'one of them; all without a name', (name: string) => {
      if (!names.includes(name)) throw new InvalidArgumentError(`Accepted: ${names.join(', ')}.`);
      return name;
    })
    .option('--json', 'print one JSON document instead of text')
    .option('--seed <n>', 'seed of the replications, a whole number from 0', parseSeed, 1)
    .option('--workers <n>', 'threads that share the work', parseWhole(256, '--workers 2', 1))
    .addHelpText('after', '\nExample:\n  sightline reproduce table-1')
    .action(async (name: string | undefined, { json = false, seed, workers }: ReproduceOptions) => {
      const experiments: Record<string, Reproduced> = {};
      const pool = io.workers?.(workers) ?? thisThread;
      for (const experiment of EXPERIMENTS.filter((one) => name === undefined || one.name === name)) {
        const start = io.now();
        try {
          const outcome = await experiment.run({
            workers: pool,
            seed,
            quick: false,
            files: io.files,
            data: io.env.SIGHTLINE_DATA || undefined,
            signal: io.signal,
            onProgress: progressLine(io, experiment.name),
          });
          experiments[experiment.name] = { ...outcome, seconds: Math.round(io.now() - start) / 1000 };
        } catch (error) {
          if (!io.signal?.aborted) throw error;
          io.err('cancelled; nothing was written\n');
          return settle(EXIT.cancelled);
        }
      }
      const head = {
        sightline: 1,
        command: 'reproduce',
        study: null,
        inputHash: null,
        seed,
        warnings: [],
        repairs: [],
      };
      io.out(json ? `${JSON.stringify({ ...head, experiments }, null, 2)}\n` : textOf(experiments));
    });
}

function textOf(experiments: Readonly<Record<string, Reproduced>>): string {
  return Object.entries(experiments)
    .map(([name, { rows, seconds, tables = [] }]) => {
      const title = EXPERIMENTS.find((experiment) => experiment.name === name)!.title;
      const width = Math.max(...rows.map(({ what }) => what.length));
      const lines = rows.map(
        ({ what, published, computed, tolerance, verdict }) =>
          `${what.padEnd(width)}${number(published)}${number(computed)}${number(tolerance)}  ${verdict}`,
      );
      const notes = [...new Set(rows.filter(({ verdict }) => verdict !== 'agrees').map(({ note }) => note))];
      return [
        `${name}: ${title} (${seconds.toFixed(1)} s)`,
        '',
        `${''.padEnd(width)} published computed tolerance`,
        ...lines,
        ...(notes.length > 0 ? ['', ...notes.map((note) => wrapped(`note: ${note}`))] : []),
        ...tables.flatMap((table) => ['', tableText(table)]),
        '',
      ].join('\n');
    })
    .join('\n');
}

function tableText({ title, columns, rows }: Table): string {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  return [
    wrapped(title),
    `${''.padEnd(width)}${columns.map((name) => name.padStart(13)).join('')}`,
    ...rows.map(
      ({ name, values }) =>
        `${name.padEnd(width)}${values.map((value) => value.toFixed(3).padStart(13)).join('')}`,
    ),
  ].join('\n');
}

function number(value: number): string {
  return (
    Number.isInteger(value) ? String(value) : value.toFixed(value !== 0 && Math.abs(value) < 0.01 ? 5 : 4)
  ).padStart(10);
}

function wrapped(text: string): string {
  return text.replace(/(?=.{81,})(.{1,80})\s/g, '$1\n');
}
