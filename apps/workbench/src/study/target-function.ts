import { exp } from '@sightline/engine';
import type { Study } from '@sightline/study';

/** The function g of a target: what a moment with latent value z counts. */
export function targetFunction(target: Study['target']): (z: number) => number {
  if (target === 'mean') return (z) => z;
  if ('above' in target) return (z) => (z > target.above ? 1 : 0);
  if ('outside' in target) return (z) => (Math.abs(z) > target.outside ? 1 : 0);
  if ('logistic' in target) return (z) => 1 / (1 + exp(-target.logistic * z));
  if ('square' in target) return (z) => z * z;
  return (z) => hermiteSum(target.hermite, z);
}

/** Σ a_k H_k(z)/k!, by H_{k+1} = z·H_k − k·H_{k−1}. */
function hermiteSum(coefficients: readonly number[], z: number): number {
  let [before, now, factorial, sum] = [1, z, 1, 0];
  coefficients.forEach((coefficient, i) => {
    const k = i + 1;
    factorial *= k;
    sum += (coefficient * now) / factorial;
    [before, now] = [now, z * now - k * before];
  });
  return sum;
}

/** The levels at which a threshold target changes; none for the others. */
export function thresholds(target: Study['target']): number[] {
  if (typeof target === 'string') return [];
  if ('above' in target) return [target.above];
  return 'outside' in target ? [-target.outside, target.outside] : [];
}
