import { signal } from '@preact/signals';

/** Which way to begin is open: the questions of a new study, or the gallery of examples. */
export const wayIn = signal<'new' | 'examples' | undefined>(undefined);
