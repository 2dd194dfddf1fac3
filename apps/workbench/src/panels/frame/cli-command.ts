import type { Question } from '../../work/question.ts';

/** Options that the command line has by itself. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  draws: 2000,
  level: 0.95,
  power: 0.8,
  method: 'auto',
  resamples: 200,
};

/** The command that prints the same numbers. */
export function cliCommand(question: Question, study: string): string {
  const request: Record<string, unknown> = 'request' in question ? { ...question.request } : {};
  const options = Object.entries(request).flatMap(([name, value]) => {
    if (value === undefined || value === DEFAULTS[name]) return [];
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
