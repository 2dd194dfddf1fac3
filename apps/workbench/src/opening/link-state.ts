import { signal } from '@preact/signals';
import type { LinkRead } from '../study/study-link.ts';

/** What is wrong with the link that the page was opened with. */
export const brokenLink = signal<Extract<LinkRead, { ok: false }> | undefined>(undefined);
