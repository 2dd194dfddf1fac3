import type { Kernels } from '../../src/numerics/kernels/kernels.ts';
import { densePlain } from './dense-plain.ts';
import { familyPlain } from './family-plain.ts';
import { randomPlain } from './random-plain.ts';

/** The twin of the kernels: simpler algorithms in TypeScript, behind the same interface. */
export function plainKernels(): Kernels {
  return { name: 'typescript', ...densePlain(), ...familyPlain(), ...randomPlain() };
}
