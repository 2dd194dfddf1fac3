import { cos, exp, square } from '../numerics/elementary.ts';
import { type Matrix, zeros } from '../numerics/matrix.ts';
import { type Problem, refuse } from './input/invalid-input.ts';
import { shortNumber } from './input/short-number.ts';
import { correlationDigits } from './kernel-digits.ts';
import type { KernelSpec, WeightedKernel } from './kernel-spec.ts';
import type { TimeGrid } from './time/time-grid.ts';

export type { KernelName, KernelSpec } from './kernel-spec.ts';

/** What each kernel's parameters are called; a `mixture` and a `toeplitz` hold a list instead. */
export const KERNEL_PARAMETERS = {
  ou: ['tau'],
  matern32: ['tau'],
  matern52: ['tau'],
  squaredExponential: ['tau'],
  dampedCosine: ['decay', 'period'],
  varyingOu: ['from', 'to'],
} as const;

/** Kernels whose matrix is positive semidefinite by theory on every grid. The others must be checked. */
export function alwaysPositive(spec: KernelSpec): boolean {
  if ('mixture' in spec) return spec.mixture.every(alwaysPositive);
  return !('varyingOu' in spec || 'toeplitz' in spec);
}

/** e^{−z} is 0 to all digits beyond, whatever power of z stands in front of it. */
const ALL_DECAYED = 800;
/** With more periods than this before the correlation has decayed, rounding of the lags shifts the phase. */
const MOST_PERIODS = 1e6;

type Correlation = (t: number, s: number, lag: number) => number;

/** ρ as a function of two times and the number of grid steps between them. */
function correlation(spec: KernelSpec, grid: TimeGrid): Correlation {
  if ('ou' in spec) {
    const { tau } = spec.ou;
    return (t, s) => exp(-Math.abs(t - s) / tau);
  }
  if ('matern32' in spec) {
    const { tau } = spec.matern32;
    return (t, s) => {
      const z = (2 * Math.abs(t - s)) / tau;
      return z > ALL_DECAYED ? 0 : (1 + z) * exp(-z);
    };
  }
  if ('matern52' in spec) {
    const { tau } = spec.matern52;
    return (t, s) => {
      const z = ((8 / 3) * Math.abs(t - s)) / tau;
      return z > ALL_DECAYED ? 0 : (1 + z + (z * z) / 3) * exp(-z);
    };
  }
  if ('squaredExponential' in spec) {
    const length = spec.squaredExponential.tau * Math.sqrt(2 / Math.PI);
    return (t, s) => exp(-square((t - s) / length) / 2);
  }
  if ('dampedCosine' in spec) {
    const { decay, period } = spec.dampedCosine;
    return (t, s) => {
      const u = Math.abs(t - s);
      // Whole periods are taken off without rounding.
      return u / decay > ALL_DECAYED ? 0 : exp(-u / decay) * cos(2 * Math.PI * ((u % period) / period));
    };
  }
  if ('varyingOu' in spec) {
    const { from, to } = spec.varyingOu;
    const tau = (t: number) => from * (1 - t / grid.horizon) + to * (t / grid.horizon);
    return (t, s) => exp(-Math.abs(t - s) / (Math.sqrt(tau(t)) * Math.sqrt(tau(s))));
  }
  if ('toeplitz' in spec) return (_t, _s, lag) => spec.toeplitz[lag]!;
  const parts = spec.mixture.map((part) => ({ weight: part.weight, rho: correlation(part, grid) }));
  return (t, s, lag) => parts.reduce((sum, { weight, rho }) => sum + weight * rho(t, s, lag), 0);
}

/** A covariance that may know more of its entries than a double holds. Plain data. */
export interface LatentMatrix extends Matrix {
  /** K_jk less the double that stands for it, by the lag |j − k|; where K has a formula in the lag. */
  readonly beyondDouble?: Float64Array;
}

/** K_jk = α + (1 − α)·ρ(t_j, t_k) with exact unit diagonal; α is the share that never decays. */
export function kernelMatrix(spec: KernelSpec, trait: number, grid: TimeGrid): LatentMatrix {
  refuse([...kernelProblems(spec, grid), ...traitProblems(trait)]);
  const rho = correlation(spec, grid);
  const p = grid.points;
  const matrix = zeros(p, p);
  const stationary = !usesVaryingOu(spec);
  const byLag = new Float64Array(stationary ? p : 0).map((_, lag) =>
    lag === 0 ? 1 : trait + (1 - trait) * rho(lag * grid.spacing, 0, lag),
  );
  for (let j = 0; j < p; j++) {
    matrix.data[j * p + j] = 1;
    for (let k = 0; k < j; k++) {
      const value = stationary
        ? byLag[j - k]!
        : trait + (1 - trait) * rho(grid.times[j]!, grid.times[k]!, j - k);
      matrix.data[j * p + k] = value;
      matrix.data[k * p + j] = value;
    }
  }
  const digits = correlationDigits(spec, trait, grid);
  if (digits === undefined) return matrix;
  return {
    ...matrix,
    beyondDouble: Float64Array.from(digits, ([high, low], lag) => high - byLag[lag]! + low),
  };
}

function usesVaryingOu(spec: KernelSpec): boolean {
  return 'mixture' in spec ? spec.mixture.some(usesVaryingOu) : 'varyingOu' in spec;
}

function traitProblems(trait: number): Problem[] {
  return trait >= 0 && trait < 1
    ? []
    : [
        {
          path: ['trait'],
          value: trait,
          why: 'the trait is not a share of the variance',
          accepted: 'a number from 0 to below 1',
        },
      ];
}

/** Everything that is wrong with a kernel, with paths below `kernel`. */
function kernelProblems(spec: KernelSpec, grid: TimeGrid): Problem[] {
  return partProblems(spec, grid).map((problem) => ({ ...problem, path: ['kernel', ...problem.path] }));
}

function partProblems(spec: KernelSpec, grid: TimeGrid): Problem[] {
  if ('mixture' in spec) return mixtureProblems(spec.mixture, grid);
  if ('toeplitz' in spec) return toeplitzProblems(spec.toeplitz, grid);
  const [name, parameters] = Object.entries(spec).find(([key]) => key !== 'weight') as [
    keyof typeof KERNEL_PARAMETERS,
    Record<string, number>,
  ];
  const unit = grid.unit || "the study's unit of time";
  const problems: Problem[] = KERNEL_PARAMETERS[name]
    .filter((key) => !(parameters[key]! > 0 && Number.isFinite(parameters[key])))
    .map((key) => ({
      path: [name, key],
      value: parameters[key],
      why: `${key} is not a length of time`,
      accepted: `a number above 0, in ${unit}`,
    }));
  if (problems.length === 0 && 'dampedCosine' in spec) {
    const { decay, period } = spec.dampedCosine;
    const seen = Math.min(grid.horizon, ALL_DECAYED * decay);
    if (seen > grid.spacing && !(seen <= MOST_PERIODS * period))
      problems.push({
        path: [name, 'period'],
        value: period,
        why: 'the period is so short beside the horizon that rounding decides where in a period two times stand',
        accepted: `a number of at least ${shortNumber(seen / MOST_PERIODS)}, in ${unit}`,
      });
  }
  return problems;
}

function mixtureProblems(parts: readonly WeightedKernel[], grid: TimeGrid): Problem[] {
  const problems = parts.flatMap((part, i) => [
    ...(part.weight > 0 && part.weight <= 1
      ? []
      : [
          {
            path: [i, 'weight'],
            value: part.weight,
            why: 'the weight of a part is not a share',
            accepted: 'a number above 0, at most 1',
          },
        ]),
    ...partProblems(part, grid).map((problem) => ({ ...problem, path: [i, ...problem.path] })),
  ]);
  const sum = parts.reduce((total, part) => total + part.weight, 0);
  if (!(Math.abs(sum - 1) <= 1e-9))
    problems.push({
      path: [],
      value: parts.map((part) => part.weight),
      why: `the weights of the mixture sum to ${Number(sum.toPrecision(6))}, so the latent variance would not be 1`,
      accepted: 'weights that sum to 1',
    });
  return problems.map((problem) => ({ ...problem, path: ['mixture', ...problem.path] }));
}

function toeplitzProblems(values: readonly number[], grid: TimeGrid): Problem[] {
  const problems: Problem[] = [];
  if (values.length !== grid.points)
    problems.push({
      path: ['toeplitz'],
      value: values,
      why: `${values.length} correlations were given for ${grid.points} lags`,
      accepted: `exactly ${grid.points} numbers, for lags 0 to ${grid.points - 1}`,
    });
  values.forEach((value, lag) => {
    const good = lag === 0 ? value === 1 : Math.abs(value) <= 1;
    if (!good)
      problems.push({
        path: ['toeplitz', lag],
        value,
        why: lag === 0 ? 'the correlation at lag 0 is not 1' : 'this is not a correlation',
        accepted: lag === 0 ? '1' : 'a number from -1 to 1',
      });
  });
  return problems;
}
