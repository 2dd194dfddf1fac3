import type { RunResult, StepName } from '@sightline/study';

/** What a solver left open in one of these steps. */
export function openSentences(
  { undecided }: Pick<RunResult, 'undecided'>,
  by: readonly StepName[],
): string[] {
  return undecided
    .filter(({ step }) => by.includes(step))
    .map(({ step, why }) => `Numerically undecided (${step}): ${why}.`);
}
