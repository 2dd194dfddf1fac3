import { signal } from '@preact/signals';

/** The question whose panel is open. */
export type TabName = 'known' | 'told-apart' | 'best';
export const openTab = signal<TabName>('known');
