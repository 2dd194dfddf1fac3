// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { ltafdb } from './ltafdb.ts';
import { sleepEdfx } from './sleep-edfx.ts';

const KINDS = [ltafdb, sleepEdfx];
export const DATABASES = KINDS.sort((a, b) => a.rank - b.rank);
