import type { Opened } from '../study/history.ts';

// What was open last, and whether that is to be kept: known without the database, so that who comes for the first time
// fetches nothing for it.
const [LAST, WANTED] = ['sightline-last', 'sightline-keep'];

const read = (name: string): string | undefined => {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
};

const write = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Refused: then nothing is kept.
  }
};

/** Under which it is kept; undefined where it was nothing but the first example. */
export const lastKept = (): string | undefined => read(LAST);
export const setLastKept = (id: string | undefined): void => write(LAST, id);
export const wantsAutosave = (): boolean => read(WANTED) !== 'no';
export const setWantsAutosave = (is: boolean): void => write(WANTED, is ? undefined : 'no');

/** What is kept with all its data. */
let whole: Opened | undefined;

export const setWhole = (study: Opened | undefined): void => {
  whole = study;
};

/** Whether closing the page loses nothing of the study. */
export const isWhole = (study: Opened): boolean =>
  whole?.text === study.text && whole.files === study.files && whole.name === study.name;
