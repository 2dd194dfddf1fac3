import { square } from '../../numerics/elementary.ts';
import { comparatorKind } from '../selection/comparator-kind.ts';
import { byOwnGain } from '../selection/own-gain.ts';
import { type Residual, tellsNothing } from '../selection/residual.ts';

export const posteriorVariance = comparatorKind({
  name: 'posteriorVariance',
  rank: 2,
  shown: 5,
  title: 'posterior variance',
  meaning: 'the mean posterior variance of the trajectory, greedily',
  choose: ({ reference, problem }) => byOwnGain(reference, problem.family, posteriorVarianceGain),
});

/**
 * eq. ipv-gain: Σ ω_j v_j²/s, what the action takes off the mean posterior variance Σ ω_j Var(Z_j | Y). In the unit of the data the
 * trajectory is X, with Var(X_j | Y) = s_j²·Var(Z_j | Y): times that vary more count for more. (With `log`, X stands for log X.)
 */
export function posteriorVarianceGain(residual: Residual, a: number): number {
  if (tellsNothing(residual, a)) return 0;
  const { weights, scale, vectors, variances } = residual;
  const p = vectors.cols;
  let sum = 0;
  for (let j = 0; j < p; j++) sum += weights[j]! * square((scale ? scale[j]! : 1) * vectors.data[a * p + j]!);
  return sum / variances[a]!;
}
