// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { changes } from './changes.ts';
import { intervals } from './intervals.ts';
import { values } from './values.ts';

const KINDS = [changes, intervals, values];
export const FORMS = KINDS.sort((a, b) => a.rank - b.rank);
