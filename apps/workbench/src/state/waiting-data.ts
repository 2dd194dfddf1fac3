import { signal } from '@preact/signals';

/** A data file that was taken in and is not used yet, because nobody has said what it holds. */
export const waitingData = signal<{ name: string; bytes: Uint8Array } | undefined>(undefined);

/** Whether the sheet stands open in which that is said, or in which data are chosen or pasted. */
export const sheetOpen = signal(false);

export const openSheet = (): void => {
  sheetOpen.value = true;
};
