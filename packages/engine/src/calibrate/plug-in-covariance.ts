import { type Floored, floorEigenvalues, rescaleToCorrelation } from '../model/covariance-repair.ts';
import { defaultKernels, type Kernels } from '../numerics/kernels/kernels.ts';
import { copyMatrix, type Matrix } from '../numerics/matrix.ts';

export interface PlugInCovariance {
  /** K̂ = R_τ(Σ̂): a correlation matrix (eq. plugin). */
  covariance: Matrix;
  /** τ, the eigenvalue floor. */
  floor: number;
  /** How many of the p eigenvalues of Σ̂ were lifted to the floor, and by how much in total. */
  lifted: number;
  mass: number;
  /** The smallest and the largest variance before rescaling to 1. */
  variances: { smallest: number; largest: number };
}

/**
 * The plug-in estimate from m noiseless dense trajectories, one a row: centred sample covariance with divisor m − 1,
 * floor (mean of its diagonal)/m, unit diagonal.
 *
 * With fewer units than grid points Σ̂ has rank m − 1, and everything follows from the m × m matrix XXᵀ: with its
 * eigenvectors V, the floored matrix is τI + Σ (λ_i − τ)·u_iu_iᵀ over the λ_i above τ, u_i = Xᵀv_i/√((m−1)λ_i).
 * O(m²p + m³ + mp²) instead of O(p³).
 */
export function plugInCovariance(
  trajectories: Matrix,
  kernels: Kernels = defaultKernels(),
): PlugInCovariance {
  const { rows: m, cols: p } = trajectories;
  if (m < 2) throw new RangeError(`a covariance needs at least 2 units: ${m}`);
  const centred = centre(trajectories);
  let trace = 0;
  for (let i = 0; i < m * p; i++) trace += centred.data[i]! * centred.data[i]!;
  const floor = trace / (m - 1) / p / m;
  const { covariance, lifted, mass } =
    m <= p ? flooredFromUnits(centred, floor, kernels) : flooredFromGrid(centred, floor, kernels);
  const variances = { smallest: Infinity, largest: -Infinity };
  for (let j = 0; j < p; j++) {
    const variance = covariance.data[j * p + j]!;
    variances.smallest = Math.min(variances.smallest, variance);
    variances.largest = Math.max(variances.largest, variance);
  }
  rescaleToCorrelation(covariance);
  return { covariance, floor, lifted, mass, variances };
}

function centre(trajectories: Matrix): Matrix {
  const { rows: m, cols: p } = trajectories;
  const mean = new Float64Array(p);
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) mean[j]! += trajectories.data[i * p + j]!;
  const centred = copyMatrix(trajectories);
  for (let j = 0; j < p; j++) mean[j]! /= m;
  for (let i = 0; i < m; i++) for (let j = 0; j < p; j++) centred.data[i * p + j]! -= mean[j]!;
  return centred;
}

type FlooredSample = Omit<Floored, 'smallest'>;

function flooredFromGrid(centred: Matrix, floor: number, kernels: Kernels): FlooredSample {
  const sample = kernels.crossGram(centred);
  for (let i = 0; i < sample.data.length; i++) sample.data[i]! /= centred.rows - 1;
  return floorEigenvalues(sample, floor, kernels);
}

function flooredFromUnits(centred: Matrix, floor: number, kernels: Kernels): FlooredSample {
  const { rows: m, cols: p } = centred;
  const { values, vectors } = kernels.eigenSymmetric(kernels.gram(centred));
  let first = 0;
  let mass = floor * (p - m);
  // Ascending: those at or below the floor come first.
  for (; first < m && values[first]! / (m - 1) <= floor; first++) mass += floor - values[first]! / (m - 1);
  // Row k of the combination is √((λ − τ)/((m−1)λ))·v_kᵀ, so that its product with X has the Gram matrix wanted.
  const kept = m - first;
  const combination = new Float64Array(kept * m);
  for (let k = 0; k < kept; k++) {
    const eigenvalue = values[first + k]! / (m - 1);
    const scale = Math.sqrt((eigenvalue - floor) / eigenvalue / (m - 1));
    for (let i = 0; i < m; i++) combination[k * m + i] = scale * vectors.data[i * m + first + k]!;
  }
  const covariance = kernels.crossGram(kernels.multiply({ rows: kept, cols: m, data: combination }, centred));
  for (let j = 0; j < p; j++) covariance.data[j * p + j]! += floor;
  return { covariance, lifted: p - kept, mass };
}
