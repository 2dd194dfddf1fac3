import { type Floored, floorEigenvalues, rescaleToCorrelation } from '../../model/covariance-repair.ts';
import { numberFrom } from '../../model/input/expectation.ts';
import { type Problem, refuse } from '../../model/input/invalid-input.ts';
import { shortNumber } from '../../model/input/short-number.ts';
import { square } from '../../numerics/elementary.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { dot, type Matrix, trace } from '../../numerics/matrix.ts';
import { normalQuantile } from '../../numerics/normal-quantile.ts';
import { centre, covarianceOf, type Moments, sampleCovariance } from './moments.ts';
import { type NoiseLeft, noiseDiagonal, subtractNoise } from './replicate-noise.ts';

export interface PlugInOptions {
  /** R₀: the variance of the calibration noise, one number or one for each grid point; or its covariance. */
  noise?: NoiseLeft;
  /** 'linear': towards equal variances and no correlation, as far as the data ask for; 'none' is the paper's estimate. */
  shrinkage?: 'none' | 'linear';
  /**
   * 'refuse' (the default): data that vary by so much less than the noise that chance cannot have done it are a mistake in
   * the input. 'floor': the repair deals with everything, as it must in resamples and simulations.
   */
  drowned?: 'refuse' | 'floor';
  kernels?: Kernels;
}

export interface PlugInCovariance {
  /** K̂ = R_τ(Σ̂ − R̂₀): a correlation matrix (eq. plugin). */
  covariance: Matrix;
  /** ŝ: the roots of the diagonal of Σ̂ − R̂₀ with its eigenvalues lifted, by which it was rescaled. */
  scale: Float64Array;
  units: number;
  /** τ, the eigenvalue floor: the mean of the diagonal of Σ̂ − R̂₀ over m. */
  floor: number;
  /** How many of the p eigenvalues were lifted to the floor, and by how much in total. */
  lifted: number;
  mass: number;
  /** The smallest and the largest variance before rescaling to 1. */
  variances: { smallest: number; largest: number };
  /** (tr Σ̂)²/tr Σ̂²: how many directions the data really fill. */
  effectiveRank: number;
  /** Share of the way to the shrinkage target; 0 without shrinkage. */
  shrunk: number;
}

/** `ranked`: whether the effective rank is wanted. Of resamples nobody asks for it, and it is NaN. */
type RepairOptions = PlugInOptions & { ranked?: boolean };

/**
 * The plug-in estimate from m dense trajectories, one a row.
 *
 * @example
 * ```ts
 * import { latentCovariance, plugInCovariance, randomStream, simulatedUnits, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const trajectories = simulatedUnits(unitLaw(covariance), 400, 0.1, randomStream(1));
 * const estimate = plugInCovariance(trajectories, { noise: 0.1 });
 * console.log(estimate.covariance.data[1].toFixed(2), covariance.data[1].toFixed(2)); // → 0.81 0.78
 * ```
 */
export function plugInCovariance(trajectories: Matrix, options: PlugInOptions = {}): PlugInCovariance {
  const { centred } = centre(trajectories);
  return plugInFromCentred(centred, trajectories.rows, { ...options, ranked: true });
}

/**
 * The same from rows whose products add up to the scatter of `units` units about their mean: the units themselves less
 * their mean, or in a resample each distinct unit times the root of how often it was drawn. With fewer rows than grid
 * points, one noise variance and no shrinkage Σ̂ has few directions, and everything follows from the small matrix XXᵀ:
 * with its eigenvectors v_i and the eigenvalues λ_i of Σ̂, the floored matrix is τI + Σ (λ_i − ν − τ)·u_iu_iᵀ over the
 * λ_i above ν + τ, u_i = Xᵀv_i/√((m−1)λ_i). O(r²p + r³ + rp²) for r rows instead of O(p³).
 */
export function plugInFromCentred(
  centred: Matrix,
  units: number,
  options: RepairOptions = {},
): PlugInCovariance {
  const { noise = 0, shrinkage = 'none', drowned = 'refuse', kernels = defaultKernels() } = options;
  const { rows, cols: p } = centred;
  if (units < 2) throw new RangeError(`a covariance needs at least 2 units: ${units}`);
  if (rows >= p || typeof noise !== 'number' || shrinkage !== 'none')
    return plugInFromSample(covarianceOf(kernels.crossGram(centred), units), units, options);

  if (drowned === 'refuse') refuse(noiseProblems(variancesOf(centred, units), noise, units));
  const gram = kernels.gram(centred);
  // The traces of XXᵀ and of XᵀX are the same.
  const scale = trace(gram) / (units - 1) / p;
  const floor = Math.max(0, scale - noise) / units;
  const floored = flooredFromUnits(centred, gram, units, noise, floor, kernels);
  return finished(floored, { units, floor, shrunk: 0, effectiveRank: rankOf(gram, options) }, scale);
}

/** The same from moments, for any number of units, noise that differs between times, and shrinkage. O(p³). */
export function plugInFromMoments(moments: Moments, options: RepairOptions = {}): PlugInCovariance {
  return plugInFromSample(sampleCovariance(moments), moments.units, options);
}

/** From Σ̂, which is changed. */
function plugInFromSample(sample: Matrix, units: number, options: RepairOptions): PlugInCovariance {
  const { noise = 0, shrinkage = 'none', drowned = 'refuse', kernels = defaultKernels() } = options;
  const { rows: p, data } = sample;
  const effectiveRank = rankOf(sample, options);
  if (drowned === 'refuse') refuse(noiseProblems(diagonal(sample), noiseDiagonal(noise), units));
  const shrunk = shrinkage === 'linear' ? shrinkageIntensity(sample, units) : 0;
  if (shrunk > 0) {
    const average = mean(diagonal(sample));
    for (let n = 0; n < data.length; n++) data[n]! *= 1 - shrunk;
    for (let j = 0; j < p; j++) data[j * p + j]! += shrunk * average;
  }
  const scale = mean(diagonal(sample));
  subtractNoise(sample, noise, p);
  const floor = Math.max(0, mean(diagonal(sample))) / units;
  return finished(floorEigenvalues(sample, floor, kernels), { units, floor, shrunk, effectiveRank }, scale);
}

function variancesOf({ rows, cols: p, data }: Matrix, units: number): Float64Array {
  const variances = new Float64Array(p);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < p; j++) variances[j]! += data[i * p + j]! * data[i * p + j]!;
  for (let j = 0; j < p; j++) variances[j]! /= units - 1;
  return variances;
}

/** Of a variance, what rounding may leave of it. */
const ROUNDING = 1e-12;

/** `scale`: the mean variance before the noise was taken off. */
function finished(
  { covariance, lifted, mass }: Omit<Floored, 'smallest'>,
  rest: Pick<PlugInCovariance, 'units' | 'floor' | 'shrunk' | 'effectiveRank'>,
  scale: number,
): PlugInCovariance {
  const before = diagonal(covariance);
  // A floor of 0 leaves times of which the repair took everything: what stands there is rounding.
  const drowned = rest.floor > 0 ? -1 : before.findIndex((variance) => !(variance > ROUNDING * scale));
  if (drowned >= 0)
    refuse([
      {
        path: ['noise'],
        value: before[drowned],
        why: `at grid point ${drowned} no variance is left after subtracting the noise variance`,
        accepted: 'a smaller noise variance, or more units',
      },
    ]);
  const variances = {
    smallest: before.reduce((a, b) => Math.min(a, b)),
    largest: before.reduce((a, b) => Math.max(a, b)),
  };
  rescaleToCorrelation(covariance);
  const ofData = before.map(Math.sqrt);
  return { covariance, scale: ofData, lifted, mass, variances, ...rest };
}

function flooredFromUnits(
  centred: Matrix,
  gram: Matrix,
  units: number,
  noise: number,
  floor: number,
  kernels: Kernels,
): Omit<Floored, 'smallest'> {
  const { rows: m, cols: p } = centred;
  const wanted = (floor + noise) * (units - 1);
  const { values, first, vectors: combination } = kernels.eigenWithin(gram, wanted, Number.POSITIVE_INFINITY);
  const kept = combination.rows;
  const eigenvalue = (i: number) => values[i]! / (units - 1);
  // The p − m directions without data have the eigenvalue −ν, and of the others those below the floor come first.
  let mass = (floor + noise) * (p - m);
  for (let i = 0; i < m - kept; i++) mass += floor + noise - eigenvalue(i);
  // Row k becomes √((λ − ν − τ)/((m−1)λ))·v_kᵀ, so that its product with X has the Gram matrix wanted.
  for (let k = 0; k < kept; k++) {
    const value = eigenvalue(first + k);
    const scale = Math.sqrt(Math.max(0, value - noise - floor) / value / (units - 1));
    for (let i = 0; i < m; i++) combination.data[k * m + i]! *= scale;
  }
  const covariance = kernels.crossGram(kernels.multiply(combination, centred));
  for (let j = 0; j < p; j++) covariance.data[j * p + j]! += floor;
  return { covariance, lifted: p - kept, mass };
}

/**
 * The intensity of shrinkage towards (tr Σ̂/p)·I that is best for Gaussian data in mean square, with the unknown traces
 * replaced by what makes it consistent with itself (Chen, Wiesel, Eldar and Hero's oracle-approximating shrinkage).
 */
function shrinkageIntensity(sample: Matrix, units: number): number {
  const p = sample.rows;
  const squares = dot(sample.data, sample.data);
  const ofTrace = square(trace(sample));
  const above = (1 - 2 / p) * squares + ofTrace;
  const below = (units + 1 - 2 / p) * (squares - ofTrace / p);
  return below <= 0 ? 1 : Math.min(1, above / below);
}

/** Chance alone does this once in a thousand studies. */
const BY_CHANCE = 0.001;

/**
 * The sample variance at a time may lie below its noise by chance, and the floor deals with that. Where it lies below what
 * noise alone would show, but for one study in a thousand, the noise is wrong; and noise that uses up the variance of
 * all times together leaves nothing of the trajectory.
 */
function noiseProblems(variances: Float64Array, noise: number | Float64Array, units: number): Problem[] {
  if (typeof noise !== 'number' && noise.length !== variances.length)
    throw new RangeError(`${noise.length} noise variances for ${variances.length} grid points`);
  const lowest = leastShare(units - 1, BY_CHANCE / variances.length);
  const problems: Problem[] = [];
  variances.forEach((variance, j) => {
    const here = typeof noise === 'number' ? noise : noise[j]!;
    if (!(here >= 0 && Number.isFinite(here)))
      problems.push({
        path: ['noise', j],
        value: here,
        why: 'the calibration noise is not a variance',
        accepted: numberFrom(0),
      });
    else if (!(variance > 0))
      problems.push({
        path: ['data', j],
        value: variance,
        why: `all units have the same value at grid point ${j}`,
        accepted: 'values that differ between units',
      });
    else if (!(variance > here * lowest))
      problems.push({
        path: ['noise', j],
        value: here,
        why: `at grid point ${j} the variance of the data is ${shortNumber(variance)}, no larger than the noise variance`,
        accepted: `a noise variance below ${shortNumber(variance)}`,
      });
  });
  const average = typeof noise === 'number' ? noise : mean(noise);
  if (problems.length === 0 && !(mean(variances) > average))
    problems.push({
      path: ['noise'],
      value: average,
      why: `the variance of the data, averaged over the times, is ${shortNumber(mean(variances))}, no larger than the noise variance`,
      accepted: `a noise variance below ${shortNumber(mean(variances))}`,
    });
  return problems;
}

/** What share of its mean a χ² variable lies below with a small probability (Wilson and Hilferty's cube root). */
function leastShare(degrees: number, probability: number): number {
  const spread = 2 / (9 * degrees);
  const root = Math.max(0, 1 - spread + normalQuantile(probability) * Math.sqrt(spread));
  return root * root * root;
}

/** Of Σ̂ or of XXᵀ: they have the same eigenvalues but for zeros and a factor. */
function rankOf(symmetric: Matrix, { drowned, ranked = drowned !== 'floor' }: RepairOptions): number {
  return ranked ? square(trace(symmetric)) / dot(symmetric.data, symmetric.data) : Number.NaN;
}

function diagonal({ rows: p, data }: Matrix): Float64Array {
  const out = new Float64Array(p);
  for (let j = 0; j < p; j++) out[j] = data[j * p + j]!;
  return out;
}

function mean(values: Float64Array): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
