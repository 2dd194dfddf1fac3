// What comparators go by, from the covariance SKS of X itself.
import { expect, it } from 'vitest';
import { testProblem } from '../../test/problems.ts';
import { recoveredCovariance } from '../model/value/recovered-covariance.ts';
import { log } from '../numerics/elementary.ts';
import { mutualInformationGain } from './comparators/mutual-information.ts';
import { posteriorVarianceGain } from './comparators/posterior-variance.ts';
import { afterChoosing, initialResidual, meanGain } from './selection/residual.ts';

it.each([false, true])('gains are those of the trajectory, in the unit of the data %s', (scaled) => {
  const { scenarios, catalogue } = testProblem(7, 8, undefined, scaled)!;
  const [scenario] = scenarios;
  const { weights, scale } = scenario!.model;
  const p = weights.length;
  const s = (j: number) => scale?.[j] ?? 1;
  /** What is left of Cov X. */
  const left = (chosen: readonly number[]) => {
    const { residual } = recoveredCovariance(
      scenario!.model,
      chosen.map((a) => catalogue[a]!),
    );
    return (j: number, k: number) => residual.data[j * p + k]! * s(j) * s(k);
  };
  const sum = (of: (j: number) => number) => {
    let total = 0;
    for (let j = 0; j < p; j++) total += of(j);
    return total;
  };
  for (const chosen of [[], [2], [2, 5]]) {
    const residual = chosen.reduce(afterChoosing, initialResidual(scenario!, catalogue));
    const before = left(chosen);
    catalogue.forEach(({ first, last, noise }, a) => {
      const after = left([...chosen, a]);
      const variance = sum((j) => weights[j]! * (before(j, j) - after(j, j)));
      expect(posteriorVarianceGain(residual, a)).toBeCloseTo(variance, 8);
      const ofMean = sum((j) => sum((k) => weights[j]! * weights[k]! * (before(j, k) - after(j, k))));
      expect(meanGain(residual, a)).toBeCloseTo(ofMean, 8);
      const inside = (j: number) => (j >= first && j <= last ? 1 / (last - first + 1) : 0);
      const read = sum((j) => sum((k) => inside(j) * inside(k) * before(j, k))) + noise;
      expect(mutualInformationGain(residual, a)).toBeCloseTo(log(read / noise) / 2, 9);
    });
  }
});
