import type { RunSteps } from '@sightline/study';
import { longQuestions } from './long-questions.ts';
import { isSettled, isTroubled, values } from './values.ts';
import { text } from './workbench.ts';

/** Every answer that is there for the study as it stands. Those of an earlier text are left out. */
export function computedResults(): Partial<RunSteps> {
  // To the letter: a result carries its study's title and digest.
  const answered = [...longQuestions()].flatMap(([command, { last, earlier }]) =>
    last.value && !earlier.value && last.value.text === text.value ? [[command, last.value.result]] : [],
  );
  const { result } = values.value;
  const current = isSettled.value && !isTroubled.value;
  return { ...(current && result && { value: result }), ...Object.fromEntries(answered) };
}
