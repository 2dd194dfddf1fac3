import { type Expectation, expectationText } from './expectation.ts';
import { type Reason, reasonText } from './reason.ts';

/** One thing that is wrong with an input: where it stands, what was found, why it cannot be used, what could be. */
export interface Problem {
  /** Keys and indices from the input's root, for instance ['at', 2]. */
  path: readonly (string | number)[];
  value: unknown;
  why: Reason;
  accepted: Expectation;
}

/** A problem with its reason and what would be accepted in words, for people and for results. */
export type Told<P extends Pick<Problem, 'why' | 'accepted'>> = Omit<P, 'why' | 'accepted'> & {
  why: string;
  accepted: string;
};

export function told<P extends Pick<Problem, 'why' | 'accepted'>>(problem: P): Told<P> {
  return { ...problem, why: reasonText(problem.why), accepted: expectationText(problem.accepted) };
}

/**
 * Every problem of an input at once. The engine knows no files: what read the input adds file and line.
 *
 * @example
 * ```ts
 * import { action, InvalidInput, timeGrid } from '@sightline/engine';
 *
 * try {
 *   action({ at: 12, noise: -1 }, timeGrid(10, 20, 'h'));
 * } catch (error) {
 *   if (error instanceof InvalidInput) console.log(error.problems.length); // → 2
 * }
 * ```
 */
export class InvalidInput extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'));
    this.name = 'InvalidInput';
    this.problems = problems;
  }
}

/**
 * A problem in one line: where, why, what was found, what would be accepted.
 *
 * @example
 * ```ts
 * import { InvalidInput, problemText, timeGrid } from '@sightline/engine';
 *
 * try {
 *   timeGrid(-1, 20, 'h');
 * } catch (error) {
 *   if (error instanceof InvalidInput) console.log(error.problems.map(problemText).join('\n'));
 * }
 * // → horizon: the horizon is not a length of time (found -1; accepted: a number above 0)
 * ```
 */
export function problemText(problem: Problem): string {
  const { path, value, why, accepted } = told(problem);
  const where = path.length === 0 ? '' : `${path.join('.')}: `;
  return `${where}${why} (found ${shown(value)}; accepted: ${accepted})`;
}

/** A value as a reader can recognise it, long ones cut. */
export function shown(value: unknown, most = 60): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  if (ArrayBuffer.isView(value)) return `${(value as unknown as ArrayLike<number>).length} numbers`;
  const text = jsonStart(value, most + 1);
  return text.length <= most ? text : `${text.slice(0, most - 3)}…`;
}

/** The first characters of a value in JSON, or all of them: the whole of a large one is never written out. */
function jsonStart(value: unknown, most: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > most ? value.slice(0, most) : value);
  if (value === null || typeof value !== 'object') {
    const finite = typeof value !== 'number' || Number.isFinite(value);
    return finite ? (JSON.stringify(value) ?? String(value)) : JSON.stringify(String(value));
  }
  const list = Array.isArray(value);
  let text = list ? '[' : '{';
  for (const key in value) {
    if (text.length >= most) break;
    const inner = (value as Record<string, unknown>)[key];
    if (inner === undefined && !list) continue;
    const name = list ? '' : `${jsonStart(key, most)}:`;
    text += `${text.length > 1 ? ',' : ''}${name}${jsonStart(inner ?? null, Math.max(0, most - text.length))}`;
  }
  return `${text}${list ? ']' : '}'}`;
}

/** Throws when anything was collected. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InvalidInput(problems);
}
