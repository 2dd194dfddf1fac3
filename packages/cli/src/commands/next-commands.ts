import { wrapText } from '@sightline/answers';
import { parseStudy, type QuestionName, questionOf, type StepName, stepsOf } from '@sightline/study';
import type { CommandIo } from '../io/io.ts';
import { shellWord } from '../io/shell-word.ts';
import { STANDARD_INPUT } from '../io/standard-input.ts';

/** What follows from an answer: what a reader of it asks next, the nearest first. */
const FOLLOWS: Record<QuestionName, readonly StepName[]> = {
  fit: ['value', 'calibrate', 'design'],
  value: ['identify', 'calibrate', 'design'],
  identify: ['calibrate', 'design'],
  calibrate: ['plan', 'design'],
  plan: ['design'],
  trial: ['design'],
  design: ['calibrate', 'identify'],
  retrospect: [],
  predict: [],
};
const MOST = 2;

/** Commands that this study allows after an answer, at a terminal; whoever reads it otherwise asked for nothing more. */
export async function tellNext(
  name: QuestionName,
  study: string,
  io: CommandIo,
  summaryOf: (command: string) => string,
): Promise<void> {
  if (!io.isTerminal || study === STANDARD_INPUT) return;
  const text = new TextDecoder().decode(await io.files.read(study));
  const { runs } = stepsOf(parseStudy(study, text));
  const next = FOLLOWS[name].filter((step) => runs.includes(step) && !questionOf(step).flag).slice(0, MOST);
  // A command stands on a line of its own, to be copied.
  const lines = [...next, 'run'].flatMap((step, i) => [
    `${(i === 0 ? 'next' : '').padEnd(12)}sightline ${step} ${shellWord(study)}`,
    wrapText(' '.repeat(14), summaryOf(step)),
  ]);
  io.err(`\n${lines.join('\n')}\n`);
}
