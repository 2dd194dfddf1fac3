import { isLinear, type Target, target as targetOf } from '../../model/target.ts';
import type { Action } from '../../model/value/action.ts';
import type { Model } from '../../model/value/model.ts';
import { defaultKernels, type Kernels } from '../../numerics/kernels/kernels.ts';
import type { Matrix } from '../../numerics/matrix.ts';
import { symmetricBuilder } from '../../numerics/semidefinite/sparse-symmetric.ts';
import type { Identification, IdentifyOptions, ValueRange } from '../identification.ts';
import { admissibleSteps } from '../invisible/admissible-step.ts';
import { movedBy } from '../invisible/moved-law.ts';
import { mostPossible } from '../invisible/same-value.ts';
import { unitOfScale } from '../invisible/unit-of-scale.ts';
import { differ, extremesOf, type World, worldOf } from '../worlds/compatible-world.ts';
import { type Completions, type GridPair, largestOverCompletions } from './completion-programme.ts';
import { completionRange, witness } from './completion-range.ts';
import { openFunctionals, seenTogether } from './seen-together.ts';
import { valueGradient } from './value-gradient.ts';

/** A law of which some correlations are known: those of the pairs of times that were seen together. */
export interface CompletionInput extends Model {
  target: Target;
  /** Pairs of grid points whose correlation is not known; what K has there is one of the completions. */
  unseen: readonly GridPair[];
  alternative: readonly Action[];
  /** Actions that could be measured together on further units. */
  catalogue?: readonly Action[];
}

/** On finer grids, or with more pairs unseen, the programmes take minutes. */
export const COMPLETION_PAIRS = 1500;

/**
 * Whether the correlations that were seen determine the value of an alternative, and what it may be where they do not: K
 * is any correlation matrix with those entries. The target was not measured either, so that its variance is open as well.
 *
 * @example
 * ```ts
 * import { action, identifyCompletions, latentCovariance, target, targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(4, 4, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 1 } } }, grid);
 * const { verdict } = identifyCompletions({
 *   covariance,
 *   weights: targetWeights('uniform', grid),
 *   target: target('mean'),
 *   // The first and the last hour were never seen together.
 *   unseen: [[3, 0]],
 *   alternative: [0.5, 3.5].map((at) => action({ at, noise: 0 }, grid)),
 * });
 * console.log(verdict); // → not-identified
 * ```
 */
export function identifyCompletions(given: CompletionInput, options: IdentifyOptions = {}): Identification {
  const { covariance, weights } = given;
  const { scale, of } = unitOfScale(given.scale);
  const target = isLinear(given.target) ? targetOf('mean') : given.target;
  const alternative = of(given.alternative);
  const { kernels = defaultKernels(), range: wanted = true } = options;
  const weighing = { weights, scale };
  const unseen = given.unseen.map(([j, k]): GridPair => (j > k ? [j, k] : [k, j]));
  const set: Completions = { inside: covariance, unseen };
  const own = worldOf(covariance, weighing, target, alternative, kernels);
  const open = openFunctionals(unseen, weighing, target, alternative);
  const head = {
    value: own.value,
    atLeast: own.atLeast ?? false,
    invisibleDimension: unseen.length,
    permuted: null,
    unsolved: null,
  };
  if (open.length === 0)
    return {
      ...head,
      verdict: 'identified',
      by: unseen.length === 0 ? 'nothing-invisible' : 'every-law',
      why:
        unseen.length === 0
          ? 'every pair of times was seen together'
          : 'every pair of times that the value depends on was seen together',
      sensitivity: 0,
      range: wanted ? { low: own.value, high: own.value, lowStatus: 'exact', highStatus: 'exact' } : null,
      worlds: [],
      augmentation: null,
    };

  const gradient = onUnseen(valueGradient({ covariance, ...weighing }, target, alternative, kernels), unseen);
  const sensitivity = Math.sqrt(gradient.data.reduce((sum, value) => sum + value * value, 0));
  const along = worldsAlong(
    set,
    gradient,
    (k) => worldOf(k, weighing, target, alternative, kernels),
    kernels,
  );
  const augmentation = seenTogether(unseen, open, weighing, alternative, of(given.catalogue ?? []));
  const rest = { ...head, sensitivity, augmentation };
  const ceiling = mostPossible(alternative, scale);

  const found =
    wanted && unseen.length <= COMPLETION_PAIRS
      ? rangeOf(set, { covariance, ...weighing }, target, alternative, options)
      : undefined;
  const reached = extremesOf([own, ...along, ...(found?.worlds ?? [])]);
  const summary: ValueRange | null = found?.status
    ? { low: reached[0]!.value, high: reached[1]!.value, ...found.status }
    : null;
  const unsolved = found?.unsolved ?? null;
  if (differ(reached, ceiling))
    return {
      ...rest,
      verdict: 'not-identified',
      by: differ(extremesOf(along), ceiling) ? 'first-order' : 'range',
      why: 'two laws agree in every pair of times that was seen together and give the protocol different values',
      range: summary,
      worlds: reached,
      unsolved,
    };
  if (summary?.lowStatus === 'exact' && summary.highStatus === 'exact')
    return {
      ...rest,
      verdict: 'identified',
      by: 'range',
      why: 'the smallest and the largest value over all laws with the pairs of times that were seen agree to a relative 1e-6',
      range: summary,
      worlds: [],
      augmentation: null,
    };
  return {
    ...rest,
    verdict: 'undecided',
    by: null,
    why: 'no two laws were found that agree in what was seen and give different values, and no proof that there are none',
    range: null,
    worlds: [],
    unsolved,
  };
}

interface Found {
  worlds: World[];
  status: Pick<ValueRange, 'lowStatus' | 'highStatus'> | null;
  unsolved: Identification['unsolved'];
}

function rangeOf(
  set: Completions,
  model: Model,
  target: Target,
  alternative: readonly Action[],
  { starts, seed, kernels = defaultKernels() }: IdentifyOptions,
): Found {
  const mean = completionRange(set, model, alternative, {
    kernels,
    ...(starts === undefined ? {} : { starts }),
    ...(seed === undefined ? {} : { seed }),
  });
  if (isLinear(target)) {
    if (!mean.ok) return { worlds: [], status: null, unsolved: mean.unsolved };
    const { low, high } = mean;
    return {
      worlds: [low.world, high.world],
      status: { lowStatus: low.status, highStatus: high.status },
      unsolved: null,
    };
  }
  const valued = (covariance: Matrix) => worldOf(covariance, model, target, alternative, kernels);
  const starting = [
    set.inside,
    ...(mean.ok ? [mean.low.world.covariance, mean.high.world.covariance] : []),
  ].map(valued);
  const worlds = starting.flatMap((start) =>
    [-1, 1].map((sign) => climbed(set, start, sign, model, target, alternative, valued, kernels)),
  );
  return {
    worlds: [...starting, ...worlds],
    status: { lowStatus: 'attained', highStatus: 'attained' },
    unsolved: null,
  };
}

/** Rounds of a climb at most, and the rise below which it stops. */
const ROUNDS = 15;
const STILL = 1e-6;

/**
 * Towards higher values, or lower ones: the completion that is furthest along the gradient, and the best of some steps on the way to
 * it, until none is better (Frank and Wolfe). It ends where no direction helps, which need not be the highest of all.
 */
function climbed(
  set: Completions,
  start: World,
  sign: number,
  model: Model,
  target: Target,
  alternative: readonly Action[],
  valued: (covariance: Matrix) => World,
  kernels: Kernels,
): World {
  const p = set.inside.rows;
  let best = start;
  for (let round = 0; round < ROUNDS; round++) {
    const { covariance } = best;
    const gradient = onUnseen(
      valueGradient({ ...model, covariance }, target, alternative, kernels),
      set.unseen,
    );
    const size = gradient.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (!(size > 0)) return best;
    const furthest = largestOverCompletions(
      set,
      symmetricBuilder(p)
        .dense(gradient, sign / size)
        .build(),
      kernels,
      1e-6,
    );
    if (!furthest.ok) return best;
    const steps = [1, 0.5, 0.25, 0.1, 0.03, 0.01].flatMap((share) => {
      const data = covariance.data.map((value, n) => value + share * (furthest.covariance.data[n]! - value));
      return witness(set, { rows: p, cols: p, data }, valued, kernels) ?? [];
    });
    const next = steps.reduce((a, b) => (sign * (b.value - a.value) > 0 ? b : a), best);
    const rise = Math.abs(next.value - best.value);
    best = next;
    if (rise <= STILL) return best;
  }
  return best;
}

/** A symmetric matrix with nothing but its entries at pairs not seen. */
function onUnseen(matrix: Matrix, unseen: readonly GridPair[]): Matrix {
  const p = matrix.rows;
  const data = new Float64Array(p * p);
  for (const [j, k] of unseen) data[j * p + k] = data[k * p + j] = matrix.data[j * p + k]!;
  return { rows: p, cols: p, data };
}

/** K ± εΔ along the gradient, at the largest ε for which both are laws. */
function worldsAlong(
  { inside }: Completions,
  gradient: Matrix,
  valued: (covariance: Matrix) => World,
  kernels: Kernels,
): World[] {
  const steps = admissibleSteps(inside, gradient, kernels);
  const step = steps && Math.min(steps.forward, steps.backward) * (1 - 1e-9);
  if (!step || !Number.isFinite(step)) return [];
  return [1, -1].map((sign) => valued(movedBy(inside, gradient, sign * step)));
}
