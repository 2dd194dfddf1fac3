// Written by scripts/list-kinds.mjs: one line for each file of this folder.
import { dampedCosine } from './damped-cosine.ts';
import { matern32 } from './matern32.ts';
import { matern52 } from './matern52.ts';
import { mixture } from './mixture.ts';
import { ou } from './ou.ts';
import { squaredExponential } from './squared-exponential.ts';
import { toeplitz } from './toeplitz.ts';
import { varyingOu } from './varying-ou.ts';

const KINDS = [dampedCosine, matern32, matern52, mixture, ou, squaredExponential, toeplitz, varyingOu];
export const KERNELS = KINDS.sort((a, b) => a.rank - b.rank);
