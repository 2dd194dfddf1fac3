import { InvalidInput, type Problem } from '@sightline/engine/internal';
import { InvalidStudy, type LocatedProblem, placed } from '../problems/located-problem.ts';
import { type Study, studySchema } from '../schema/study.ts';
import type { Path } from '../words/text.ts';
import { type ShapeProblem, shapeProblems } from './shape-problems.ts';
import { readSource, type StudySource } from './study-source.ts';

const START = { line: 1, column: 1 };
const STUDY = 'a study, which begins with sightline: 1';

/** A study file as far as it could be read. */
export interface ParsedStudy {
  source: StudySource;
  /** Everything that is wrong with the text and its shape. */
  problems: LocatedProblem[];
  /** Those fields whose shape is good; all of them where there are no problems. */
  parts: Partial<Study>;
  /** The content as it stands, with what has the wrong shape left out. */
  sound: Record<string, unknown>;
  /** The content as it stands, with misspelt fields under the names they were meant to have: for what is missing. */
  intended: unknown;
}

/** Text to study: YAML or JSON, checked against the schema. */
export function parseStudy(file: string, text: string): ParsedStudy {
  const source = readSource(file, text);
  const nothing = { source, problems: source.problems, parts: {}, sound: {}, intended: source.value };
  const table = isMapping(source.value) ? undefined : tableForStudy(file, text);
  if (table) return { ...nothing, problems: [table] };
  if (!source.readable) return nothing;
  if (source.value === null)
    return {
      ...nothing,
      problems: [
        placed(
          { path: [], value: null, why: { is: 'empty', what: 'the file' }, accepted: STUDY },
          file,
          START,
        ),
      ],
    };
  const result = studySchema.safeParse(source.value);
  if (result.success && source.problems.length === 0)
    return { ...nothing, parts: result.data, sound: { ...result.data } };
  // What could not be read has been told; that it is missing is no news.
  const told = new Set(source.problems.map(({ path }) => JSON.stringify(path)));
  const shape = result.success
    ? []
    : shapeProblems(result.error.issues, source.value).filter(({ path }) => !told.has(JSON.stringify(path)));
  const sound = isMapping(source.value) ? without(source.value, shape) : {};
  return {
    source,
    problems: [...source.problems, ...shape.map((problem) => located(problem, source))],
    parts: soundParts(sound),
    sound,
    intended: withNamesMeant(source.value, shape),
  };
}

/** A problem with the place of its path in the study file. */
export function located(problem: Problem & { unknownName?: boolean }, source: StudySource): LocatedProblem {
  const part = problem.unknownName ? 'name' : 'value';
  return placed(problem, source.file, source.locate(problem.path, part));
}

/** What the engine refuses to make; nothing where it makes it. */
export function refusals(make: () => unknown): readonly Problem[] {
  try {
    make();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems;
  }
}

/** Throws what the engine refused as problems of the study, at the paths that `inStudy` gives them. */
export function refused(error: unknown, source: StudySource, inStudy: (problem: Problem) => Problem): never {
  if (!(error instanceof InvalidInput)) throw error;
  throw new InvalidStudy(error.problems.map((problem) => located(inStudy(problem), source)));
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A copy without the fields that have a problem, so that one bad field does not keep its neighbours from being checked. */
function without(value: Record<string, unknown>, problems: readonly ShapeProblem[]): Record<string, unknown> {
  const copy = plainCopy(value) as Record<string, unknown>;
  for (const { path } of problems) {
    // Leaving a list's item out would shift those after it: the field that holds the list goes.
    const end = path.findLastIndex((key) => typeof key === 'string');
    if (end < 0) continue;
    const parent = path.slice(0, end).reduce<unknown>(child, copy);
    if (isMapping(parent)) delete parent[path[end]!];
  }
  return copy;
}

function withNamesMeant(value: unknown, problems: readonly ShapeProblem[]): unknown {
  const copy = plainCopy(value);
  for (const { path, meant } of problems) {
    const parent = path.slice(0, -1).reduce<unknown>(child, copy);
    if (meant !== undefined && isMapping(parent)) parent[meant] ??= parent[path.at(-1)!];
  }
  return copy;
}

/** A copy of lists and mappings. Texts are shared: an alias can make one stand in many places. */
function plainCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainCopy);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainCopy(inner)]));
}

function child(value: unknown, key: Path[number]): unknown {
  return value !== null && typeof value === 'object'
    ? (value as Record<Path[number], unknown>)[key]
    : undefined;
}

function soundParts(sound: Record<string, unknown>): Partial<Study> {
  const parts = Object.entries(studySchema.shape).flatMap(([key, schema]) => {
    const result = Object.hasOwn(sound, key) ? schema.safeParse(sound[key]) : undefined;
    return result?.success ? [[key, result.data]] : [];
  });
  return Object.fromEntries(parts);
}

/** A CSV file given as the study: numbers on every line, or lines with separators in a file of that kind. */
function tableForStudy(file: string, text: string): LocatedProblem | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) => line.split(/[,;\t]/));
  const named = /\.(csv|tsv)$/i.test(file);
  const isTable =
    rows.length > 1 &&
    rows.every((row) => row.length > 1) &&
    (named || rows.slice(1).every((row) => row.every((cell) => /^\s*"?[\d.eE+-]+"?\s*$/.test(cell))));
  if (!isTable) return undefined;
  const accepted =
    'a study file that names it: latent: { covariance: file.csv } for a covariance, benchmark: { data: file.csv } ' +
    'for what a protocol measured, calibration: { data: file.csv, noise: variance } for dense trajectories';
  const value = lines[0]!.slice(0, 60);
  return placed({ path: [], value, why: 'this is a table, not a study', accepted }, file, START);
}
