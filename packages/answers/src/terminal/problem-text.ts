import { shown } from '@sightline/engine/internal';
import { type LocatedProblem, pathText, printable } from '@sightline/study';
import { fileName } from '../words/file-name.ts';
import { wrapText } from './wrap-text.ts';

/** Every problem for people: where, what was found, why it cannot be used, what could be; at the end the count, and what follows. */
export function problemsText(problems: readonly LocatedProblem[], follows = 'nothing was computed'): string {
  const files = new Set(problems.map(({ file }) => file)).size;
  const all = problems.reduce((sum, { count = 1 }) => sum + count, 0);
  const count = `${all} problem${all === 1 ? '' : 's'}`;
  return [
    ...problems.map(problemBlock),
    `${count}${files > 1 ? ` in ${files} files` : ''}; ${follows}.\n`,
  ].join('\n');
}

function problemBlock({ file, line, column, path, value, why, accepted }: LocatedProblem): string {
  const place = [fileName(file), line, column].filter((part) => part !== null).join(':');
  return `${[
    printable(path.length === 0 ? place : `${place}  ${pathText(path)}`),
    wrapText('  found     ', shown(value ?? undefined)),
    wrapText('  why       ', why),
    wrapText('  accepted  ', accepted),
  ].join('\n')}\n`;
}
