// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { contiguous } from './contiguous.ts';
import { dispersed } from './dispersed.ts';
import { greedy } from './greedy.ts';
import { kernelQuadrature } from './kernel-quadrature.ts';
import { linearTarget } from './linear-target.ts';
import { mutualInformation } from './mutual-information.ts';
import { posteriorVariance } from './posterior-variance.ts';
import { swap } from './swap.ts';
import { uniform } from './uniform.ts';

const KINDS = [
  contiguous,
  dispersed,
  greedy,
  kernelQuadrature,
  linearTarget,
  mutualInformation,
  posteriorVariance,
  swap,
  uniform,
];
export const COMPARATORS = KINDS.sort((a, b) => a.rank - b.rank);
