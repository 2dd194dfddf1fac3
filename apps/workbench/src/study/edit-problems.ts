import { InvalidInput, type Problem } from '@sightline/engine/internal';
import { entriesOf, expandEntry, gridOf, type LocatedProblem, parseStudy, placed } from '@sightline/study';
import { entryPath } from './marks.ts';
import type { Path } from './study-edit.ts';

/**
 * What is wrong with one part of a study's text, in the words of the commands: its shape, and what the engine says of its
 * grid and its actions. It needs neither law nor data, so that an edit can be refused before it is made.
 */
export function problemsUnder(name: string, text: string, under: Path): LocatedProblem[] {
  const { problems, parts, source } = parseStudy(name, text);
  const found = [...problems];
  const report = (path: Path, more: readonly Problem[]) =>
    found.push(
      ...more.map((problem) => {
        const whole = [...path, ...problem.path];
        return placed({ ...problem, path: whole }, name, source.locate(whole, 'value'));
      }),
    );
  if (parts.time) {
    try {
      const grid = gridOf(parts.time);
      for (const [protocol, given] of Object.entries(parts.protocols ?? {})) {
        const { entries, listed, below } = entriesOf(given);
        entries.forEach((written, i) => {
          const path = entryPath({ protocol, entry: listed ? i : undefined, below });
          report(path, expandEntry(written, grid).problems);
        });
      }
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      report(['time'], error.problems);
    }
  }
  return found.filter(({ path }) => under.every((part, i) => path[i] === part));
}

/** Why an edit is refused, in a few lines beside a field; undefined where nothing is wrong with it. */
export function refusalText(problems: readonly LocatedProblem[]): string | undefined {
  if (problems.length === 0) return undefined;
  return problems.map(({ why, accepted }) => `${upper(why)}. Accepted: ${accepted}.`).join(' ');
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
