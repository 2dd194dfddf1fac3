import { MOST_LISTED } from '../tables/cell-problem.ts';

/** What is wrong in the file of a recording. */
export interface RecordingProblem {
  /** Where: a byte, counted from 0. */
  byte?: number;
  /** Or a line, counted from 1, where the file is text. */
  line?: number;
  value: unknown;
  why: string;
  accepted: string;
}

/** A file that cannot be used. */
export type RecordingRefused = { ok: false; problems: RecordingProblem[] };

/** The same for one reason. */
export const refusedAt = (byte: number, value: unknown, why: string, accepted: string): RecordingRefused => ({
  ok: false,
  problems: [{ byte, value, why, accepted }],
});

/** Problems as they come. A broken file may have as many as bytes: the first are kept, the others counted. */
export interface RecordingProblems {
  readonly count: number;
  add(problem: RecordingProblem): void;
  /** Those kept, and one more that counts the rest. */
  all(): RecordingProblem[];
}

export function recordingProblems(): RecordingProblems {
  const kept: RecordingProblem[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(problem) {
      count++;
      if (kept.length <= MOST_LISTED) kept.push(problem);
    },
    all() {
      const left = count - MOST_LISTED;
      if (left <= 1) return [...kept];
      const why = `${left} more of this file cannot be used, from here on`;
      return [...kept.slice(0, MOST_LISTED), { ...kept[MOST_LISTED]!, value: `${left} more`, why }];
    },
  };
}

/** A problem in one line, as a list of files has room for. */
export function problemText({ byte, line, value, why, accepted }: RecordingProblem): string {
  const place = line !== undefined ? `line ${line}: ` : byte !== undefined ? `byte ${byte}: ` : '';
  return `${place}${why}, found ${shown(value)} (accepted: ${accepted})`;
}

/** All of a file's problems in one line: the first, and how many others. */
export function problemsText(problems: readonly RecordingProblem[]): string {
  const others = problems.length - 1;
  return `${problemText(problems[0]!)}${others > 0 ? `; and ${others} more` : ''}`;
}

/** Found bytes may be anything: they are quoted, and not at any length. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
