import { signal } from '@preact/signals';
import { into } from './into.ts';

/** Which way to begin is open: the questions of a new study, the gallery of examples, or the versions of the study. */
export const wayIn = signal<'new' | 'examples' | 'versions' | undefined>(undefined);

export const goIn = into(wayIn);
