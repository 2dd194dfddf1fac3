// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { aware } from './aware.ts';
import { contiguous } from './contiguous.ts';
import { dispersed } from './dispersed.ts';
import { first } from './first.ts';
import { kernelQuadrature } from './kernel-quadrature.ts';
import { last } from './last.ts';
import { middles } from './middles.ts';
import { posteriorVariance } from './posterior-variance.ts';
import { protocols } from './protocols.ts';

const KINDS = [
  aware,
  contiguous,
  dispersed,
  first,
  kernelQuadrature,
  last,
  middles,
  posteriorVariance,
  protocols,
];
export const LAYOUTS = KINDS.sort((a, b) => a.rank - b.rank);
