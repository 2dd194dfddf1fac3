import type { LocatedProblem } from '@sightline/study';

/** What is underlined, and what is said of it. */
export interface ProblemRange {
  from: number;
  to: number;
  message: string;
}

/** The problems of the study's own text, by any of its names, each at the word, the list or the mapping that begins where it stands. */
export function problemRanges(
  names: readonly string[],
  text: string,
  problems: readonly LocatedProblem[],
): ProblemRange[] {
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  return problems.flatMap((problem) => {
    const line = (problem.line ?? 0) - 1;
    const own = lines[line];
    if (!names.includes(problem.file) || own === undefined) return [];
    const begin = Math.min((problem.column ?? 1) - 1, own.length);
    const word = /^(?:"[^"]*"?|'[^']*'?|[[{].*|[^\s,\]}]+:?)/.exec(own.slice(begin))?.[0].trimEnd() ?? '';
    // At the end of a line there is nothing to underline but what goes before.
    const from = starts[line]! + (word === '' ? Math.max(0, own.trimEnd().length - 1) : begin);
    const to = Math.min(text.length, Math.max(from + 1, from + word.length));
    return [{ from, to, message: `${sentence(problem.why)} Accepted: ${problem.accepted}.` }];
  });
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
