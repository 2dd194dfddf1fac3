import { shown } from '@sightline/engine/internal';
import { type LocatedProblem, pathText, printable } from '@sightline/study';
import { fileName } from '../words/file-name.ts';
import { wrapText } from './wrap-text.ts';

/**
 * Every problem for people: where, what was found, why it cannot be used, what could be; those of one cause below the first of them, each with
 * its place. At the end the count, and what follows.
 */
export function problemsText(problems: readonly LocatedProblem[], follows = 'nothing was computed'): string {
  const files = new Set(problems.map(({ file }) => file)).size;
  const all = problems.reduce((sum, { count = 1 }) => sum + count, 0);
  const count = `${all} problem${all === 1 ? '' : 's'}`;
  const causes = byCause(problems);
  // Of those that are only counted nobody knows the cause.
  const isKnown = all === problems.length && causes.length > 1 && causes.length < all;
  const of = isKnown ? ` of ${causes.length} causes` : '';
  return [
    ...causes.map(causeBlock),
    `${count}${of}${files > 1 ? ` in ${files} files` : ''}; ${follows}.\n`,
  ].join('\n');
}

/** Problems that differ in place and value alone have one cause. They stand where the first of them does. */
function byCause(problems: readonly LocatedProblem[]): [LocatedProblem, ...LocatedProblem[]][] {
  const causes = new Map<string, [LocatedProblem, ...LocatedProblem[]]>();
  problems.forEach((problem, i) => {
    const { file, why, accepted, count } = problem;
    // One that stands for many more is no place.
    const cause =
      count === undefined ? JSON.stringify([file, withoutValues(why), withoutValues(accepted)]) : `${i}`;
    const known = causes.get(cause);
    if (known) known.push(problem);
    else causes.set(cause, [problem]);
  });
  return [...causes.values()];
}

/** What a sentence says of any such cell or field. */
const withoutValues = (text: string) => text.replace(/"[^"]*"|‘[^’]*’|`[^`]*`|-?\d+(?:[.:]\d+)*/g, '…');

function causeBlock([first, ...others]: readonly [LocatedProblem, ...LocatedProblem[]]): string {
  const { value, why, accepted } = first;
  return `${[
    placeText(first),
    wrapText('  found     ', shown(value ?? undefined)),
    wrapText('  why       ', why),
    wrapText('  accepted  ', accepted),
    ...others.map((one, i) =>
      wrapText(
        i === 0 ? '  also      ' : ' '.repeat(12),
        [...placeParts(one), shown(one.value ?? undefined)].filter((part) => part !== '').join('  '),
      ),
    ),
  ].join('\n')}\n`;
}

function placeText({ file, ...problem }: LocatedProblem): string {
  const [place, ...path] = placeParts(problem);
  const named = place === '' ? fileName(file) : `${fileName(file)}:${place}`;
  return printable([named, ...path].join('  '));
}

/** Line and column, and the field; of a cause they are all in one file. */
function placeParts({ line, column, path }: Omit<LocatedProblem, 'file'>): string[] {
  const place = [line, column].filter((part) => part !== null).join(':');
  return path.length === 0 ? [place] : [place, pathText(path)];
}
