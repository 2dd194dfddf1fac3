import { signal } from '@preact/signals';
import type { LocatedProblem } from '@sightline/study';
import type { PreparedFile } from '@sightline/study/proposal';
import type { DataRead, RecordsRead } from '../work/question.ts';

/** What the study will read. */
export const prepared = signal<PreparedFile | undefined>(undefined);

/** How reading it as it was said went. */
export type Checked =
  | { state: 'reading' }
  | { state: 'read'; read: DataRead | RecordsRead }
  | { state: 'problems'; problems: readonly LocatedProblem[] }
  | { state: 'fault'; message: string };
export const checked = signal<Checked>({ state: 'reading' });
