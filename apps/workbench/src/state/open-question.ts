import { signal } from '@preact/signals';
import type { LongCommand } from '../work/question.ts';

/** The question that somebody looks at: the panel that asks it is open. */
export const openQuestion = signal<LongCommand>('identify');
