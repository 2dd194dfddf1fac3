import { stringify } from 'yaml';
import { runInMemory } from '#command';
import { exampleStudies } from './example-studies.ts';
import { mutant } from './mutant.ts';
import { type Random, random } from './random.ts';
import { randomStudy } from './random-study.ts';
import { COMMANDS, type CommandName, commandsFor, type StudyCase } from './study-case.ts';

/** One study and one question about it, made from two numbers. */
export interface MadeCase {
  argv: string[];
  files: Record<string, string>;
}

export interface Outcome {
  number: number;
  command: string;
  code: number;
  /** How many studies were refused before one got past validation. */
  refused: number;
  /** Seconds of processor time, and megabytes at most since the process began. */
  cpu: number;
  memory: number;
  /** What was said, where the exit code is none of 0, 3, 4 or the output no single document. */
  said?: string;
}

/** So many studies are tried for one that is not refused; the last one counts whatever becomes of it. */
const TRIES = 8;
export const STUDY = 'study.yaml';

let examples: ReturnType<typeof exampleStudies> | undefined;

/** The `attempt`th study of a case: a study made from nothing, or a mutant of an example or of such a study. */
export function makeCase(seed: number, number: number, attempt: number): MadeCase {
  const rng = random(seed, number, attempt);
  examples ??= exampleStudies();
  const origin = rng.unit();
  const made =
    origin < 0.5
      ? mutant(rng, rng.pick(examples))
      : origin < 0.7
        ? mutant(rng, randomStudy(rng))
        : randomStudy(rng);
  return asked(rng, made);
}

/** A study as it is written, and a command with quick options. */
export function asked(rng: Random, made: StudyCase): MadeCase {
  const fitting = commandsFor(made);
  const command =
    rng.chance(0.95) && fitting.length > 0
      ? // A run does all that the others do.
        rng.chance(0.12)
        ? 'run'
        : rng.pick(fitting.filter((one) => one !== 'run'))
      : rng.pick(COMMANDS);
  const text = rng.chance(0.15)
    ? JSON.stringify(made.study)
    : stringify(made.study, { aliasDuplicateObjects: false });
  return {
    argv: [...calling(command, made), ...optionsOf(rng, command), ...(rng.chance(0.7) ? ['--json'] : [])],
    files: { ...made.files, [STUDY]: text },
  };
}

/** The words that ask a study something. */
export function calling(command: CommandName, { read = 'none' }: StudyCase): string[] {
  if (command === 'trial') return ['plan', STUDY, '--trial'];
  if (command !== 'predict') return [command, STUDY];
  return [command, STUDY, '--protocol', read, '--readings', 'readings.csv'];
}

function optionsOf(rng: Random, command: CommandName): string[] {
  const seed = rng.chance(0.2) ? ['--seed', String(rng.whole(1, 5))] : [];
  switch (command) {
    case 'identify':
      return [
        ...seed,
        '--resamples',
        String(rng.whole(0, 2)),
        ...(rng.chance(0.1) ? ['--no-range'] : []),
        ...(rng.chance(0.1) ? ['--step', '0.5'] : []),
        ...(rng.chance(0.1) ? ['--worlds'] : []),
      ];
    case 'calibrate':
      return [...seed, '--draws', '100'];
    case 'plan':
      return [...seed, '--draws', '100', ...(rng.chance(0.4) ? ['--gap', '0.05'] : [])];
    case 'design':
      return [
        ...seed,
        '--seconds',
        '2',
        ...(rng.chance(0.2) ? ['--method', rng.pick(['exhaustive', 'branch', 'heuristic'])] : []),
        ...(rng.chance(0.2) ? ['--frontier'] : []),
        ...(rng.chance(0.2) ? ['--sensitivity'] : []),
        ...(rng.chance(0.2) ? ['--returns'] : []),
      ];
    case 'retrospect':
      return [
        ...seed,
        '--draws',
        '100',
        ...(rng.chance(0.1) ? ['--stability', '2'] : []),
        ...(rng.chance(0.1) ? ['--sweep'] : []),
      ];
    case 'fit':
      return [...seed, ...(rng.chance(0.2) ? ['--reml'] : [])];
    case 'predict':
      return [...seed, '--draws', '400', ...(rng.chance(0.2) ? ['--level', '0.8'] : [])];
    case 'run':
      return [...seed, '--draws', '100', '--seconds', '2'];
    default:
      return seed;
  }
}

/** Runs a case in this process: studies until one gets past validation. */
export async function runCase(seed: number, number: number): Promise<Outcome> {
  for (let attempt = 0; ; attempt++) {
    const made = makeCase(seed, number, attempt);
    const outcome = await runMade(made);
    if (outcome.code === 3 && outcome.said === undefined && attempt < TRIES - 1) continue;
    return { number, refused: attempt, ...outcome };
  }
}

export async function runMade({ argv, files }: MadeCase): Promise<Omit<Outcome, 'number' | 'refused'>> {
  const before = process.cpuUsage();
  const { code, out, err } = await runInMemory(argv, files);
  const used = process.cpuUsage(before);
  const complaint = objection(argv, code, out, err);
  return {
    command: argv[0]!,
    code,
    cpu: (used.user + used.system) / 1e6,
    memory: process.resourceUsage().maxRSS / 1024,
    ...(complaint !== undefined && { said: complaint }),
  };
}

/** What no answer may be: a fault, an output that is no document, problems without a list of them. */
function objection(argv: readonly string[], code: number, out: string, err: string): string | undefined {
  if (![0, 3, 4].includes(code)) return `exit ${code}: ${err.slice(0, 1500)}`;
  if (!argv.includes('--json')) return undefined;
  let document: { problems?: unknown[] };
  try {
    document = JSON.parse(out);
  } catch (error) {
    return `no JSON document (${error}): ${out.slice(0, 300)}`;
  }
  if (code === 3 && !(Array.isArray(document.problems) && document.problems.length > 0))
    return 'exit 3 without a problem';
  return undefined;
}
