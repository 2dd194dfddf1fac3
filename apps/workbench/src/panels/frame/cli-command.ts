import type { Question } from '../../work/question.ts';

/** The command that prints the same numbers. A request holds what differs from the usual, and nothing else. */
export function cliCommand(
  question: Exclude<Question, { command: 'run' }> | { command: 'run' },
  study: string,
): string {
  const request: Record<string, unknown> = 'request' in question ? { ...question.request } : {};
  const options = Object.entries(request).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'boolean') {
      // The range is there unless it is left out; all other switches are off unless they are named.
      if (name === 'range') return value ? [] : ['--no-range'];
      return value ? [`--${name}`] : [];
    }
    return [`--${name}`, quoted(String(value))];
  });
  return ['npx sightline', question.command, quoted(study), ...options].join(' ');
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:=,+-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
