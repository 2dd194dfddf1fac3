import { NumericallyUndecided } from '../../model/input/numerically-undecided.ts';
import type { Target } from '../../model/target.ts';
import type { Action, Measurement } from '../../model/value/action.ts';
import { type Model, meanWeights } from '../../model/value/model.ts';
import { type FamilyColumns, familyValues, targetVariance } from '../../model/value/value.ts';
import type { Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { type World, worldOf } from '../worlds/compatible-world.ts';

type Values = Pick<FamilyColumns, 'value' | 'atLeast'>;

/**
 * The alternative's value under K permuted by each of some permutations; NaN where too few digits are left. Single readings
 * of permuted times are readings of other times of K: one family, which shares its work. A window reads the mean of other
 * times of K, wherever they are. The permutations exchange times of equal weight, scale and g only.
 */
export function permutedValues(
  model: Model,
  target: Target,
  alternative: readonly Action[],
  kernels: Kernels,
): (permutations: readonly Int32Array[]) => Values {
  const { covariance } = model;
  const p = covariance.rows;
  const one = (permutation: Int32Array): Pick<World, 'value' | 'atLeast'> => {
    try {
      return worldOf(permuted(covariance, permutation), model, target, alternative, kernels);
    } catch (error) {
      if (error instanceof NumericallyUndecided) return { value: Number.NaN };
      throw error;
    }
  };
  const oneByOne = (permutations: readonly Int32Array[]) => {
    const found = permutations.map(one);
    return {
      value: Float64Array.from(found, ({ value }) => value),
      atLeast: Uint8Array.from(found, ({ atLeast }) => (atLeast ? 1 : 0)),
    };
  };
  const times = new Set(alternative.map(({ first }) => first));
  if (times.size < alternative.length || alternative.some(({ first, last }) => first !== last))
    return byRows(model, target, alternative, kernels, oneByOne);
  const noises = [...new Set(alternative.map(({ noise }) => noise))];
  const catalogue: Measurement[] = noises.flatMap((noise) =>
    Array.from({ length: p }, (_, j) => ({ first: j, last: j, noise })),
  );
  const offset = alternative.map(({ noise }) => p * noises.indexOf(noise));
  const d = alternative.length;
  return (permutations) => {
    const members = new Int32Array(d * permutations.length);
    permutations.forEach((permutation, i) => {
      alternative.forEach(({ first }, a) => {
        members[i * d + a] = offset[a]! + permutation[first]!;
      });
    });
    const starts = Int32Array.from({ length: permutations.length + 1 }, (_, i) => i * d);
    try {
      return familyValues(model, target, catalogue, { members, starts }, kernels);
    } catch (error) {
      if (error instanceof NumericallyUndecided) return oneByOne(permutations);
      throw error;
    }
  };
}

/** Worlds whose rows go to the kernels together. */
const TOGETHER = 32;
/** Below, readings need more care than is taken here. */
const DELICATE = 1e-5;

/** For actions of any width: row a of BΞK is the mean of the rows of K that it reads now. */
function byRows(
  model: Model,
  target: Target,
  alternative: readonly Action[],
  kernels: Kernels,
  carefully: (permutations: readonly Int32Array[]) => Values,
): (permutations: readonly Int32Array[]) => Values {
  const { scale } = model;
  const weights = target.table === undefined ? meanWeights(model) : model.weights;
  const p = weights.length;
  const d = alternative.length;
  const { data } = model.covariance;
  const variance = targetVariance(model, target, kernels);
  const factor = (j: number) => (scale ? scale[j]! : 1);
  const noises = alternative.map(({ noise }) => noise);
  const some = (permutations: readonly Int32Array[]): Values => {
    const worlds = permutations.length;
    const cross = zeros(worlds * d, p);
    const between = zeros(worlds * d, worlds * d);
    permutations.forEach((permutation, w) => {
      alternative.forEach(({ first, last }, a) => {
        const row = cross.data.subarray((w * d + a) * p, (w * d + a + 1) * p);
        for (let j = first; j <= last; j++) {
          const from = permutation[j]! * p;
          for (let k = 0; k < p; k++) row[k]! += factor(j) * data[from + k]!;
        }
        for (let k = 0; k < p; k++) row[k]! /= last - first + 1;
        alternative.forEach((other, b) => {
          let sum = 0;
          for (let j = other.first; j <= other.last; j++) sum += factor(j) * row[permutation[j]!]!;
          between.data[(w * d + a) * worlds * d + w * d + b] = sum / (other.last - other.first + 1);
        });
      });
    });
    const { explained, smallestPivot, largest } = kernels.explainFamily(
      {
        cross,
        between,
        noise: Float64Array.from({ length: worlds * d }, (_, i) => noises[i % d]!),
        weights,
        members: Int32Array.from({ length: worlds * d }, (_, i) => i),
        starts: Int32Array.from({ length: worlds + 1 }, (_, w) => w * d),
      },
      target.table,
    );
    const value = explained.map((part) => part / variance);
    if (largest > 1 || smallestPivot.some((pivot) => pivot < DELICATE) || value.some((one) => !(one <= 1)))
      return carefully(permutations);
    return { value, atLeast: new Uint8Array(worlds) };
  };
  return (permutations) => {
    const value = new Float64Array(permutations.length);
    const atLeast = new Uint8Array(permutations.length);
    for (let i = 0; i < permutations.length; i += TOGETHER) {
      const found = some(permutations.slice(i, i + TOGETHER));
      value.set(found.value, i);
      atLeast.set(found.atLeast, i);
    }
    return { value, atLeast };
  };
}

/** K′_jk = K_{π(j)π(k)}. */
export function permuted(covariance: Matrix, permutation: Int32Array): Matrix {
  const p = covariance.rows;
  const out = zeros(p, p);
  for (let j = 0; j < p; j++)
    for (let k = 0; k < p; k++) out.data[j * p + k] = covariance.data[permutation[j]! * p + permutation[k]!]!;
  return out;
}
