// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { above } from './above.ts';
import { below } from './below.ts';
import { between } from './between.ts';
import { hermite } from './hermite.ts';
import { logistic } from './logistic.ts';
import { mean } from './mean.ts';
import { outside } from './outside.ts';
import { square } from './square.ts';

const KINDS = [above, below, between, hermite, logistic, mean, outside, square];
export const TARGETS = KINDS.sort((a, b) => a.rank - b.rank);
