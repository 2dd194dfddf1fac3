// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { alongTime } from './along-time.ts';
import { branch } from './branch.ts';
import { exhaustive } from './exhaustive.ts';
import { heuristic } from './heuristic.ts';

const KINDS = [alongTime, branch, exhaustive, heuristic];
export const SEARCHES = KINDS.sort((a, b) => a.rank - b.rank);
