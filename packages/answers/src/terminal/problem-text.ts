import { shown } from '@sightline/engine';
import type { LocatedProblem } from '@sightline/study';
import { printable } from '@sightline/study';
import { wrapText } from './wrap-text.ts';

/** Every problem for people: where, what was found, why it cannot be used, what could be; the count at the end. */
export function problemsText(problems: readonly LocatedProblem[]): string {
  const files = new Set(problems.map(({ file }) => file)).size;
  const all = problems.reduce((sum, { count = 1 }) => sum + count, 0);
  const count = `${all} problem${all === 1 ? '' : 's'}`;
  return [
    ...problems.map(problemBlock),
    `${count}${files > 1 ? ` in ${files} files` : ''}; nothing was computed.\n`,
  ].join('\n');
}

function problemBlock({ file, line, column, path, value, why, accepted }: LocatedProblem): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  return `${[
    printable(path === '' ? place : `${place}  ${path}`),
    wrapText('  found     ', shown(value ?? undefined)),
    wrapText('  why       ', why),
    wrapText('  accepted  ', accepted),
  ].join('\n')}\n`;
}
