// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { aware } from './aware.ts';
import { contiguous } from './contiguous.ts';
import { dispersed } from './dispersed.ts';
import { kernelQuadrature } from './kernel-quadrature.ts';
import { posteriorVariance } from './posterior-variance.ts';

const KINDS = [aware, contiguous, dispersed, kernelQuadrature, posteriorVariance];
export const LAYOUTS = KINDS.sort((a, b) => a.rank - b.rank);
