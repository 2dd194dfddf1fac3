import { SEARCHES } from './searches/index.ts';

export type DesignMethod = 'auto' | (typeof SEARCHES)[number]['name'];
/** What may be asked for, with words for people: a way to search, or the one that suits the problem. */
export const METHODS: readonly { name: DesignMethod; title: string }[] = [
  {
    name: 'auto',
    title:
      'exhaustive if the choices are few, else dynamic programming where that can be, else branch and bound',
  },
  ...SEARCHES,
];
