import type { FilesByPath } from './memory-files.ts';

/** A study file: its name and its text, and the files that lie beside it. */
export interface Opened {
  name: string;
  text: string;
  files: FilesByPath;
  /** An example as everybody has it. */
  original?: { text: string; files: FilesByPath };
  /** The digests of the files that the sender of a link had, by the names in the study. */
  sent?: ReadonlyMap<string, string>;
  /** Which opening of a study this goes back to. */
  opening?: number;
}

/** What can be undone and redone: the study file as it was, and its data. */
export interface History {
  past: readonly Opened[];
  present: Opened;
  future: readonly Opened[];
  /** What the last edit belonged to: a drag is one step, however many texts it went through. */
  gesture: string | undefined;
}

/** Older steps than this are forgotten. */
const MOST_STEPS = 500;

export const begun = (study: Opened): History => ({
  past: [],
  present: study,
  future: [],
  gesture: undefined,
});

/** The study with another text or other data, or another study altogether. */
export function edited(history: History, next: Opened, gesture?: string): History {
  const { past, present } = history;
  if (next.text === present.text && next.name === present.name && next.files === present.files)
    return history;
  const joins = gesture !== undefined && gesture === history.gesture;
  return { past: joins ? past : [...past, present].slice(-MOST_STEPS), present: next, future: [], gesture };
}

export function undone({ past, present, future }: History): History | undefined {
  const before = past.at(-1);
  if (before === undefined) return undefined;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], gesture: undefined };
}

export function redone({ past, present, future }: History): History | undefined {
  const [after, ...rest] = future;
  if (after === undefined) return undefined;
  return { past: [...past, present], present: after, future: rest, gesture: undefined };
}

/** Whether this is an example as everybody has it: once its text or its data are others, it is a study of its own. */
export const isOriginal = ({ text, files, original }: Opened): boolean =>
  original !== undefined &&
  text === original.text &&
  [...original.files].every(([path, bytes]) => files.get(path) === bytes);
