import { signal } from '@preact/signals';

/** A data file that was taken in and is not used yet, because nobody has said how noisy it is. */
export const waitingData = signal<{ name: string; bytes: Uint8Array } | undefined>(undefined);
