import { DATABASES } from '@sightline/data';
import {
  type BranchOptions,
  type TargetSpec,
  type TimeGrid,
  USUAL_RESAMPLING,
  type Workers,
  type WorkOptions,
} from '@sightline/engine/internal';
import type { ParsedStudy } from '../file/parse-study.ts';
import type { StudyFiles } from '../file/study-files.ts';
import { type StudySource, valueAt } from '../file/study-source.ts';
import { calibrationFields } from '../law/calibration-rules.ts';
import { fitFields } from '../law/fit-rules.ts';
import { catalogue, type Protocol, protocols, realised } from '../parts/actions.ts';
import { choose } from '../parts/choice.ts';
import { horizon, target, weights } from '../parts/horizon.ts';
import { known } from '../parts/known-correlations.ts';
import { type Asking, type LoadedPlan, openStudy, type Part } from '../parts/study-parts.ts';
import { trialFields } from '../parts/trial.ts';
import type { ResultHead, ResultOrigin } from '../schema/result-head.ts';
import type { Study } from '../schema/study.ts';

/** What somebody who wants to ask has to know. */
export interface QuestionHead<Name extends string = string, Request extends object = object> {
  name: Name;
  /** The command that it is asked with, its own name as a flag, and what help says of that: a command of its own unless given. */
  flag?: { of: string; what: string };
  /** For help: in a few lines, and a command. */
  description: string;
  example: string;
  /** What the seed is for. */
  seedFor: string;
  /** What threads share; nothing where one does it all. */
  shared?: string;
  options: readonly Option[];
  /** Why the options do not go together; undefined where they do. */
  misuse?(request: Request): string | undefined;
}

/**
 * A question that can be asked of a study: what it needs, what may be said with it, and how it is answered. The command
 * line, `sightline run` and the page all go through the list of them.
 */
export interface Question<
  Name extends string = string,
  Request extends object = object,
  Plan = unknown,
  Result extends ResultHead = ResultHead,
> extends QuestionHead<Name, Request> {
  /** The field of a study that asks it: without it `sightline run` leaves it out without a word. */
  askedBy?: string;
  /** What a study lacks for this to be asked, whatever the shape of what it has; undefined where it lacks nothing. */
  lack(parsed: ParsedStudy, request: Request): Lack | undefined;
  /** Asks for the parts that it needs; nothing is estimated. undefined only beside a problem. */
  plan(study: Asking, request: Request, seed: number): Promise<Plan | undefined>;
  compute(plan: Plan, origin: ResultOrigin, request: Request & Work): Promise<Result> | Result;
  /** Whether it looks up from its work to be stopped: never, unless it says so. */
  canBeStopped?(request: Request): boolean;
  /** Work that tells how far it is, in a word; undefined where there is nothing to tell. */
  progress?(plan: Plan): string;
  /** What is answered at once, and right as far as it goes; undefined where the whole answer comes as soon. */
  firstLook?(plan: Plan, request: Request): { request: Request; words: string } | undefined;
  /** What `sightline run` asks, of all that may be said with it; absent where it needs more than a study. */
  inRun?(asked: RunOptions): Request;
}

/** Who works for an answer, who may stop it and who watches. */
export interface Work extends WorkOptions {
  workers?: Workers | undefined;
  /** Told how near a search is to a proof. */
  onBound?: BranchOptions['onProgress'];
}

/** Why a question cannot be asked of a study, and what it would take. */
export interface Lack {
  why: string;
  needs: string;
}

/** What is said with `sightline run`, for all of its questions. */
export interface RunOptions {
  draws?: number | undefined;
  level?: number | undefined;
  /** The difference in value that matters, for the number of units. */
  gap?: number | undefined;
  /** Ends a search for the best protocol after so long. */
  seconds?: number | undefined;
  /** The folder of public databases, for records. */
  data?: string | undefined;
}

/** Something that may be said with a question, by its name on the command line and in a request. */
export type Option = { name: string; what: string } & (
  | { kind: 'flag' }
  /** On unless `--no-name` leaves it out. */
  | { kind: 'left-out' }
  | ({ kind: 'whole'; least: number; most: number } & Valued<number>)
  /** Above `above`, and below `below` or at most `most`. */
  | ({ kind: 'number'; above: number; below?: number; most?: number } & Valued<number>)
  | ({ kind: 'word'; words: readonly string[] } & Valued<string>)
  | ({ kind: 'text' } & Valued<string>)
  | ({ kind: 'file' } & Valued<string>)
  /** `variable`: of the environment, which stands in for it. */
  | ({ kind: 'folder'; variable?: string } & Valued<string>)
);

interface Valued<Value> {
  /** What stands for its value in help. */
  value: string;
  example?: Value;
  /** What it is unless it is given. */
  usual?: Value;
  /** Whether nothing can be asked without it. */
  needed?: true;
  /** Whether whoever leaves it out is told from whoever asks for the usual: it may have no effect. */
  noticed?: true;
}

/** How it is asked: 'value', 'plan --trial'. */
export const commandOf = ({ name, flag }: Pick<QuestionHead, 'name' | 'flag'>): string =>
  flag === undefined ? name : `${flag.of} --${name}`;

/** What the options of a question are unless they are given. */
export function usualOptions({ options }: Pick<Question, 'options'>): Record<string, string | number> {
  return Object.fromEntries(
    options.flatMap((option) =>
      'usual' in option && option.usual !== undefined ? [[option.name, option.usual]] : [],
    ),
  );
}

// Options that several questions have.

export const MOST_DRAWS = 100_000;
const A_WEEK = 604_800;

export const DRAWS = (what: string) =>
  ({
    name: 'draws',
    kind: 'whole',
    value: 'n',
    least: 100,
    most: MOST_DRAWS,
    usual: USUAL_RESAMPLING.draws,
    what,
  }) as const satisfies Option;

export const LEVEL = {
  name: 'level',
  kind: 'number',
  value: 'share',
  above: 0.5,
  below: 1,
  usual: USUAL_RESAMPLING.level,
  what: 'confidence level of intervals and errors',
} as const satisfies Option;

export const GAP = {
  name: 'gap',
  kind: 'number',
  value: 'difference',
  above: 0,
  below: 1,
  example: 0.05,
  what: 'the difference in value that matters',
} as const satisfies Option;

/** Where the public databases are, and whether the folds that were published are needed beside them. */
export const DATA = (splits: 'maybe splits/' | 'splits/') =>
  ({
    name: 'data',
    kind: 'folder',
    value: 'dir',
    example: 'records',
    variable: 'SIGHTLINE_DATA',
    what: `folder that holds ${DATABASES.map(({ name }) => `${name}/`).join(', ')} and ${splits}; else SIGHTLINE_DATA`,
  }) as const satisfies Option;

/** `shared`: what the threads have to do. */
export const WORKERS = (shared: string) =>
  ({
    name: 'workers',
    kind: 'whole',
    value: 'n',
    least: 1,
    most: 256,
    example: 2,
    what: `threads for ${shared}; as many as the machine has unless given; the answer does not depend on it`,
  }) as const satisfies Option;

/** `used`: what it is for. */
export const SEED = (used: string, usual = 0) =>
  ({
    name: 'seed',
    kind: 'whole',
    value: 'n',
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    example: 7,
    usual,
    what: used,
  }) as const satisfies Option;

export const SECONDS = (what: string) =>
  ({
    name: 'seconds',
    kind: 'number',
    value: 's',
    above: 0,
    below: A_WEEK,
    example: 30,
    what,
  }) as const satisfies Option;

/** So many draws must lie beyond each end of an interval, or the end is where the draws happen to stop. */
const FEWEST_BEYOND = 2;

export function tooFewDraws({ draws, level }: Pick<RunOptions, 'draws' | 'level'>): string | undefined {
  const asked = { draws: draws ?? USUAL_RESAMPLING.draws, level: level ?? USUAL_RESAMPLING.level };
  if ((asked.draws * (1 - asked.level)) / 2 >= FEWEST_BEYOND) return undefined;
  return (
    `${asked.draws} draws are too few for intervals at level ${asked.level}: ask for at least ` +
    `${Math.ceil((2 * FEWEST_BEYOND) / (1 - asked.level))} draws, or a lower level`
  );
}

/** Reads a study for one question. Throws InvalidStudy with every problem of what the question needs. */
export async function loadPlan<Request extends object, Plan, Result extends ResultHead>(
  question: Question<string, Request, Plan, Result>,
  path: string,
  files: StudyFiles,
  request: Request,
  seed = 0,
): Promise<LoadedPlan<Plan>> {
  const study = await openStudy(path, files, commandOf(question));
  return study.plan((asking) => question.plan(asking, request, seed));
}

/** Reads a study and answers a question about it. */
export async function answerOf<Request extends object, Plan, Result extends ResultHead>(
  question: Question<string, Request, Plan, Result>,
  path: string,
  files: StudyFiles,
  { seed, ...request }: Request & Work & { seed: number },
): Promise<Result> {
  const asked = request as unknown as Request & Work;
  const { plan, origin } = await loadPlan(question, path, files, asked, seed);
  return question.compute(plan, { ...origin, seed }, asked);
}

/** What every question over a time grid computes with. */
export interface GridPlan {
  study: Study;
  /** Where in the file each part stands, for problems that only computing brings to light. */
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  target: TargetSpec;
  /** In the order of the file. */
  protocols: Protocol[];
}

/** The study on its grid; undefined beside a problem of whatever was asked for. */
export function gridPlan(study: Asking): GridPlan | undefined {
  const { parts, source } = study.parsed;
  const { grid } = study.part(horizon);
  const [ownWeights, ownTarget] = [study.part(weights), study.part(target)];
  if (!study.isSound() || !ownWeights || !ownTarget) return undefined;
  return {
    study: parts as Study, // complete: every field passed its check
    source,
    grid,
    weights: ownWeights,
    target: ownTarget,
    protocols: study.part(protocols),
  };
}

/** Fields over a time grid that can be checked as they are written, without a file or a search. */
const WRITTEN: Readonly<Record<string, Part<unknown>>> = {
  know: known,
  calibration: calibrationFields,
  fit: fitFields,
  protocols,
  catalogue,
  realised,
  choose,
  trial: trialFields,
};

/** Checks those that the study has: a mistake there is one whichever question is asked, and costs nothing to find. */
export const writtenFields: Part<void> = (study) => {
  study.part(horizon);
  for (const [field, part] of Object.entries(WRITTEN))
    if (valueAt(study.parsed.intended, [field]) !== undefined) study.part(part);
};
