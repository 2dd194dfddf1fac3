import { UnreadableFile } from '@sightline/data';
import { NumericallyUndecided } from '@sightline/engine/internal';
import { loadPlan, usualOptions } from '../src/asking/question.ts';
import type { StudyFiles } from '../src/file/study-files.ts';
import { InvalidStudy, writtenProblem } from '../src/problems/located-problem.ts';
import type { IdentifyResult } from '../src/questions/identify/result.ts';
import { undecidedAlternatives } from '../src/questions/identify/unsolved.ts';
import { type AnyQuestion, type QuestionName, questionOf } from '../src/questions/index.ts';
import { RUN, runResult, writtenRun } from '../src/questions/run/compute.ts';

/** Contents by path; the study is asked for as study.yaml unless another path is said. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Asked {
  /** 0 answered, 3 refused, 4 numerically undecided: what the command ends with. */
  code: 0 | 3 | 4;
  /** The document that the command prints with --json, but for the time that it took. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what JSON.parse gives.
  result: any;
}

/** Asks a study in memory. What is no result, no problem and not undecided is a fault, and thrown. */
export async function ask(
  command: QuestionName | 'run',
  files: Files,
  {
    seed = 0,
    study = 'study.yaml',
    ...asked
  }: { seed?: number; study?: string; [option: string]: unknown } = {},
): Promise<Asked> {
  const head = { sightline: 1, command, study };
  try {
    const result =
      command === 'run'
        ? writtenRun(await runResult(study, inMemory(files), seed, { ...usualOptions(RUN), ...asked }))
        : await answered(questionOf(command) as AnyQuestion<QuestionName>, files, study, seed, asked);
    return { code: isUndecided(result) ? 4 : 0, result: document(result, notFinite) };
  } catch (error) {
    if (error instanceof NumericallyUndecided)
      return { code: 4, result: document({ ...head, undecided: error.message }, String) };
    if (!(error instanceof InvalidStudy)) throw error;
    return { code: 3, result: document({ ...head, problems: error.problems.map(writtenProblem) }, String) };
  }
}

async function answered(
  question: AnyQuestion<QuestionName>,
  files: Files,
  study: string,
  seed: number,
  asked: Record<string, unknown>,
) {
  const usual = question.options.flatMap((option) =>
    'usual' in option && !option.noticed ? [[option.name, option.usual]] : [],
  );
  const request = { ...Object.fromEntries(usual), ...asked };
  const { plan, origin } = await loadPlan(question, study, inMemory(files), request, seed);
  return question.compute(plan, { ...origin, seed }, request);
}

function inMemory(files: Files): StudyFiles {
  const read = async (path: string) => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined;
    if (content === undefined)
      throw new UnreadableFile(path, 'there is no such file', 'the path of a file that exists');
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    read,
    folder: (path) => ({
      async list() {
        const below = Object.keys(files).filter((name) => name.startsWith(`${path}/`));
        if (below.length === 0)
          throw new UnreadableFile(path, 'there is no such folder', 'the path of a folder that exists');
        return below.map((name) => name.slice(path.length + 1)).sort();
      },
      read: (name) => read(`${path}/${name}`),
    }),
  };
}

function isUndecided(result: { command: string }): boolean {
  if (result.command === 'identify') return undecidedAlternatives(result as IdentifyResult).length > 0;
  return 'undecided' in result && Array.isArray(result.undecided) && result.undecided.length > 0;
}

/** JSON has no NaN and no infinity: as a value found in an input they become text, as a result they are a fault. */
function document(content: object, notFinite: (value: number) => string) {
  const finite = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? notFinite(value) : value;
  return JSON.parse(JSON.stringify(content, finite));
}

function notFinite(value: number): never {
  throw new Error(`a number of the result is ${value}`);
}
