import { signal } from '@preact/signals';
import type { SearchMethod } from '../work/question.ts';

/** How the best protocol can be looked for, as the worker tells: the page does without what searches. */
export const methods = signal<readonly SearchMethod[]>([]);
