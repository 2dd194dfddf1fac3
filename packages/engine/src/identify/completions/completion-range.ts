import { target } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import { meanWeights, type Weighing } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import { type Matrix, zeros } from '../../numerics/matrix.ts';
import { admissibleSteps } from '../invisible/admissible-step.ts';
import { movedBy } from '../invisible/moved-law.ts';
import { mostPossible, SAME_SHARE } from '../invisible/same-value.ts';
import { bilinear, gathered } from '../worlds/compatible-programme.ts';
import {
  bestPredictor,
  type CompatibleRange,
  predictorObjective,
  predictors,
  type RangeOptions,
  undecided,
} from '../worlds/compatible-range.ts';
import { explainedSchur } from '../worlds/compatible-set.ts';
import { lowestKnown, type World, worldOf } from '../worlds/compatible-world.ts';
import { type Completions, largestOverCompletions, leastOverCompletions } from './completion-programme.ts';

/** Rounds at most, of the low end and from each start of the high one. */
const ROUNDS = 30;
/** The rise, as a share of the most that is possible, below which they stop. */
const STILL = 1e-7;
/** So many starts in a row that find nothing better are enough. */
const PATIENCE = 5;

/**
 * The range of an alternative's value for the linear target over all completions. Nobody measured the target, so that Var Θ
 * = hᵀKh is open too, and the value is a ratio F/V of a matrix-fractional to a linear function of K. With v the least
 * value found, min F(K) − v·V(K) is a semidefinite programme; where it is 0, v is the least of all, and where it is
 * below, its solution has a lower value (Dinkelbach). The high end: with w the best predictor's weights and v the value
 * at some K, 2wᵀBKh − wᵀ(BKBᵀ + R)w − v·hᵀKh is linear in K, 0 there and at most F − v·V everywhere, so that its maximum
 * has a higher value; from several starts.
 */
export function completionRange(
  set: Completions,
  weighing: Weighing,
  alternative: readonly Action[],
  options: RangeOptions = {},
): CompatibleRange {
  const { starts = 16, seed = 0, kernels = defaultKernels() } = options;
  const { inside } = set;
  const weights = meanWeights(weighing);
  const mean = target('mean');
  const valued = (covariance: Matrix) => worldOf(covariance, weighing, mean, alternative, kernels);
  const centre = valued(inside);
  const variance = bilinear(inside, weights, weights);
  const most = mostPossible(alternative, weighing.scale);

  const ofTarget = (weight: number) => gathered([{ u: weights, v: weights, weight }], weights.length);
  const narrow = largestOverCompletions(set, ofTarget(-1 / variance), kernels);
  const leastVariance = narrow.ok ? Math.max(0, -narrow.bound * variance) : 0;

  const size = most * variance;
  const entries = explainedSchur(weighing, alternative, size);
  let low = centre;
  let lowBound = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const at = low.value;
    const found = leastOverCompletions(set, alternative.length + 1, entries, ofTarget(-at / size), kernels);
    if (!found.ok) {
      if (round === 0) return undecided('the lower end', found);
      break;
    }
    // F − v·V ≥ the bound everywhere, so that F/V ≥ v + bound/V, and the bound is not above 0.
    lowBound = Math.max(lowBound, at + (Math.min(0, found.bound) * size) / leastVariance || 0);
    low = lowestKnown([witness(set, found.covariance, valued, kernels) ?? low, low])!;
    if (at - low.value <= 0.1 * SAME_SHARE * at) break;
  }

  let high = centre.value >= low.value ? centre : low;
  const reached = () => high.value >= most * (1 - SAME_SHARE);
  const climb = (start: Float64Array) => {
    let w = start;
    let before = centre.value;
    for (let round = 0; round < ROUNDS; round++) {
      const objective = predictorObjective({ benchmark: weighing }, alternative, w, 1 / size, -before);
      const best = largestOverCompletions(set, gathered(objective, weights.length), kernels);
      const world = best.ok ? witness(set, best.covariance, valued, kernels) : undefined;
      if (world === undefined) return;
      if (world.value > high.value) high = world;
      if (round > 0 && world.value < before + STILL * most) return;
      before = world.value;
      w = bestPredictor(weighing, world.covariance, alternative);
    }
  };
  let fruitless = 0;
  for (const start of predictors(
    { inside, benchmark: weighing },
    alternative,
    low.covariance,
    Math.max(starts, alternative.length + 3),
    seed,
  )) {
    const before = high.value;
    climb(start);
    fruitless = high.value > before + STILL * most ? 0 : fruitless + 1;
    if (reached() || fruitless >= PATIENCE) break;
  }
  return {
    ok: true,
    low: {
      value: low.value,
      world: low,
      bound: lowBound,
      status: low.value - lowBound <= SAME_SHARE * high.value ? 'exact' : 'attained',
    },
    high: { value: high.value, world: high, bound: most, status: reached() ? 'exact' : 'attained' },
  };
}

/**
 * A solver's K made into a proper completion: what was seen is K̂'s to the last digit, and K is drawn towards K̂ by the
 * little that makes it positive semidefinite, which is then checked again.
 */
export function witness(
  { inside, unseen }: Completions,
  solved: Matrix,
  valued: (covariance: Matrix) => World,
  kernels: Kernels,
): World | undefined {
  const p = inside.rows;
  const part = zeros(p, p);
  for (const [j, k] of unseen)
    part.data[j * p + k] = part.data[k * p + j] = solved.data[j * p + k]! - inside.data[j * p + k]!;
  const steps = admissibleSteps(inside, part, kernels);
  if (steps === undefined) return undefined;
  const covariance = movedBy(inside, part, Math.min(1, steps.forward * (1 - 1e-9)));
  return kernels.isPositiveDefinite(covariance, { shift: 1e-12 }) ? valued(covariance) : undefined;
}
