/** A study file: its name and its text. */
export interface Opened {
  name: string;
  text: string;
}

/** What can be undone and redone: the study file as it was. */
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

/** The study with another text, or another study altogether. */
export function edited(history: History, next: Opened, gesture?: string): History {
  const { past, present } = history;
  if (next.text === present.text && next.name === present.name) return history;
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
