import { signal } from '@preact/signals';
import type { LocatedProblem } from '@sightline/study';
import type { PreparedFile } from '@sightline/study/proposal';
import type { Answer, DataRead, RecordsRead } from '../work/question.ts';

/** What the study will read. */
export const prepared = signal<PreparedFile | undefined>(undefined);

/** How reading it as it was said went. */
type Checked =
  | { state: 'reading' }
  | { state: 'read'; read: DataRead | RecordsRead }
  | { state: 'problems'; problems: readonly LocatedProblem[] }
  | { state: 'fault'; message: string };
export const checked = signal<Checked>({ state: 'reading' });

/** Takes over why there is no answer; one that nobody waits for any more changes nothing. */
export function notRead(answer: Exclude<Answer<unknown>, { kind: 'answered' }>): void {
  if (answer.kind === 'problems') checked.value = { state: 'problems', problems: answer.problems };
  else if (answer.kind !== 'cancelled') checked.value = { state: 'fault', message: answer.message };
}
