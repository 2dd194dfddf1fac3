import { KERNELS } from '../model/correlations/index.ts';
import { type Problem, refuse } from '../model/input/invalid-input.ts';
import type { KernelKind, KernelShape, KernelValue } from '../model/lag/kernel-kind.ts';
import type { KernelName } from '../model/latent-kernel.ts';
import { timeGrid } from '../model/time/time-grid.ts';
import { exp } from '../numerics/elementary.ts';

/**
 * A reading is m(t) + sd·Z(t) + noise; Z has the correlation trait + (1 − trait)·ρ(|t − u|). What of it is estimated: the kernel's
 * parameters and sd always.
 */
export interface FitModel {
  readonly kernel: KernelName;
  /** Whether there may be a part that never decays. */
  readonly trait: boolean;
  readonly mean: 'constant' | { readonly smooth: number };
  /** The variance of a reading's error: estimated, or known. */
  readonly noise: 'estimated' | number;
}

/** The kinds of kernel that can be fitted: those that say their slopes. */
export const FITTED_KERNELS: readonly KernelName[] = KERNELS.filter(
  ({ slopes }: KernelKind) => slopes !== undefined,
).map(({ name }) => name);

/** ρ and its slopes by the logarithms of the kernel's parameters. */
export interface FittedKernel {
  readonly names: readonly string[];
  valuesAt(logs: ArrayLike<number>): KernelValue<KernelShape>;
  rho(logs: ArrayLike<number>): (u: number) => number;
  slopes(logs: ArrayLike<number>): (u: number, out: Float64Array) => void;
}

export function fittedKernel(name: KernelName, horizon: number): FittedKernel {
  const kind = KERNELS.find((one) => one.name === name) as KernelKind | undefined;
  if (!kind?.slopes || !('parameters' in kind.shape)) {
    const problem: Problem = {
      path: ['kernel'],
      value: name,
      why: 'this kernel cannot be fitted to readings',
      accepted: { type: 'word', words: FITTED_KERNELS },
    };
    refuse([problem]);
    throw new Error('unreachable');
  }
  const names = Object.keys(kind.shape.parameters);
  const grid = timeGrid(horizon, 2);
  const valuesAt = (logs: ArrayLike<number>) =>
    Object.fromEntries(names.map((key, k) => [key, exp(logs[k]!)])) as KernelValue<KernelShape>;
  return {
    names,
    valuesAt,
    rho: (logs) => {
      const correlation = kind.correlation(valuesAt(logs), grid, () => () => 0);
      return (u) => correlation(u, 0, 0);
    },
    slopes: (logs) => kind.slopes!(valuesAt(logs)),
  };
}
