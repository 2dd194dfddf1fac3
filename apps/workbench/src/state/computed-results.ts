import type { RunSteps } from '@sightline/study';
import { longQuestions } from './long-questions.ts';
import { isSettled, isTroubled, values } from './values.ts';

/** Every answer that is there for the study as it stands. Those of an earlier text are left out. */
export function computedResults(): Partial<RunSteps> {
  const answered = [...longQuestions()].flatMap(([command, { last, earlier }]) =>
    last.value && !earlier.value ? [[command, last.value.result]] : [],
  );
  const { result } = values.value;
  const current = isSettled.value && !isTroubled.value;
  return { ...(current && result && { value: result }), ...Object.fromEntries(answered) };
}
