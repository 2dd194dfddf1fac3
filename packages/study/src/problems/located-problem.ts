import type { CellProblem } from '@sightline/data';
import { type Problem, shown, told } from '@sightline/engine/internal';
import { type Path, pathText } from '../words/text.ts';

/** One problem of an input with the place where a reader finds it. */
export interface LocatedProblem {
  file: string;
  /** Counted from 1; null where the problem is the file itself. */
  line: number | null;
  column: number | null;
  /** Fields and numbers of items, or an option such as '--draws'; empty where the problem is the file itself. */
  path: Path;
  /** What was found; null where something is missing. */
  value: unknown;
  why: string;
  accepted: string;
  /** How many problems this one stands for, where it is the rest of a long list. */
  count?: number;
}

/** A problem at its place in a file, in words; without a place it is the file's. */
export function placed(
  { path, value, ...problem }: Problem,
  file: string,
  { line, column }: Pick<LocatedProblem, 'line' | 'column'> = { line: null, column: null },
): LocatedProblem {
  const { why, accepted } = told(problem);
  return { file, line, column, path, value: value ?? null, why, accepted };
}

/** A problem of a cell in a file that the study names at a path. */
export function placedCell({ cell, count, ...problem }: CellProblem, file: string, at: Path): LocatedProblem {
  const whole = placed({ ...problem, path: [...at, ...cell] }, file, problem);
  return count === undefined ? whole : { ...whole, count };
}

/** A file of the wrong kind has thousands of problems: these many are listed, the rest is counted. */
export const MOST_TOLD = 50;
/** The longest value that is told as it stands. */
const LONGEST_VALUE = 1000;

/** An input that cannot be used, with everything that is wrong with it; of very many problems, the first and a count. */
export class InvalidStudy extends Error {
  readonly problems: readonly LocatedProblem[];

  constructor(problems: readonly LocatedProblem[]) {
    const told = listed(problems);
    super(
      told.map(({ file, line, path, why }) => `${file}:${line ?? ''} ${pathText(path)}: ${why}`).join('\n'),
    );
    this.name = 'InvalidStudy';
    this.problems = told;
  }
}

/** The first problems, and one more that counts the rest where there are more than can be read. */
export function listed(problems: readonly LocatedProblem[]): LocatedProblem[] {
  const brief = (problem: LocatedProblem) => ({ ...problem, value: briefValue(problem.value) });
  const rest = problems.slice(MOST_TOLD);
  if (rest.length <= 1) return problems.map(brief);
  const count = rest.reduce((sum, { count: own = 1 }) => sum + own, 0);
  return [
    ...problems.slice(0, MOST_TOLD).map(brief),
    {
      ...rest[0]!,
      value: `${count} more`,
      why: `${count} more problems were found, from here on`,
      accepted: 'the problems above put right first',
      count,
    },
  ];
}

/** What is too long to be told stands as the beginning of its text. */
function briefValue(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE)}…`;
  if (value === null || typeof value !== 'object') return value;
  const text = shown(value, LONGEST_VALUE);
  return text.endsWith('…') ? text : value;
}

/** A problem as it is written out. */
export interface WrittenProblem extends Omit<LocatedProblem, 'path'> {
  /** The field as text, such as protocols.today[0].at. */
  path: string;
}

export function writtenProblem(problem: LocatedProblem): WrittenProblem {
  return { ...problem, path: pathText(problem.path) };
}

/**
 * The files in the order of their first problem, each from top to bottom; the same problem only once. A study file of
 * another version has that said first: the rest may follow from it.
 */
export function inFileOrder(problems: readonly LocatedProblem[]): LocatedProblem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const seen = new Set<string>();
  return problems
    .filter(({ file, line, column, path, why }) => {
      const key = JSON.stringify([file, line, column, path, why]);
      return !seen.has(key) && seen.add(key);
    })
    .sort(
      (a, b) =>
        files.indexOf(a.file) - files.indexOf(b.file) ||
        Number(isVersion(b)) - Number(isVersion(a)) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0),
    );
}

const isVersion = ({ path }: LocatedProblem) => path.length === 1 && path[0] === 'sightline';
