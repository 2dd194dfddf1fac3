import { computed, signal } from '@preact/signals';
import type { ValueResult } from '@sightline/study';
import { result } from './values.ts';
import { studyName } from './workbench.ts';

interface Kept {
  of: string;
  result: ValueResult;
}

/** Values that somebody pinned, and those from before the drag that is under way. */
const pinned = signal<Kept | undefined>(undefined);
const beforeDrag = signal<Kept | undefined>(undefined);

const now = (): Kept | undefined => {
  const found = result.peek();
  return found ? { of: studyName.peek(), result: found } : undefined;
};
const own = (kept: Kept | undefined) => (kept?.of === studyName.value ? kept.result : undefined);

/** What the values on the page are compared with, as long as the study is the same; undefined where with nothing. */
export const baseline = computed(() => own(pinned.value) ?? own(beforeDrag.value));
export const isPinned = computed(() => own(pinned.value) !== undefined);

export function beginDrag(): void {
  beforeDrag.value = now();
}

export function endDrag(): void {
  beforeDrag.value = undefined;
}

export function togglePin(): void {
  pinned.value = isPinned.peek() ? undefined : now();
}
