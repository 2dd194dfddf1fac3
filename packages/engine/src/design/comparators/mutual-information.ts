import { log } from '../../numerics/elementary.ts';
import { comparatorKind } from '../selection/comparator-kind.ts';
import { byOwnGain } from '../selection/own-gain.ts';
import { type Residual, tellsNothing } from '../selection/residual.ts';

export const mutualInformation = comparatorKind({
  name: 'mutualInformation',
  rank: 1,
  shown: 4,
  title: 'mutual information',
  meaning: 'what the readings tell about the whole trajectory, greedily',
  choose: ({ reference, problem }) => byOwnGain(reference, problem.family, mutualInformationGain),
});

/**
 * eq. mi-gain: ½ log s/r, in any unit of the data, since s and r have the same one; without noise an action tells infinitely
 * much, and the share of its variance that is left decides.
 */
export function mutualInformationGain(residual: Residual, a: number): number {
  const { noise } = residual.catalogue[a]!;
  const s = residual.variances[a]!;
  if (tellsNothing(residual, a)) return 0;
  return noise > 0 ? log(s / noise) / 2 : Number.MAX_VALUE * Math.min(1, s / residual.initial[a]!);
}
