import { readCompletely } from '../model/value/protocol-family.ts';
import { type GaussianFit, gaussianFit } from './gaussian-fit.ts';
import { type HeldOutFit, heldOutFit } from './held-out-fit.ts';
import type { EstimatorInput } from './resampling/estimator.ts';
import { checkUnits, inCanonicalOrder } from './sample/dense-units.ts';
import { isGrouped } from './sample/sample.ts';

/** Whether a Gaussian law fits: what it promises beside what its predictor reaches, and the shape of what was measured. */
export interface LawFit {
  /** Of units left out, for the first protocols; null without protocols, for targets that noisy data cannot show, and where the target never differs. */
  heldOut: HeldOutFit | null;
  shape: GaussianFit;
}

/** Predictions beyond this many would take longer than everything else: of more, the first protocols are looked at. */
const MOST_PREDICTIONS = 100_000_000;

/**
 * The same whatever the order of the units; undefined for the best-linear value, which supposes no law, for groups of units and
 * for values with gaps.
 *
 * @example
 * ```ts
 * import { action, latentCovariance, lawFit, randomStream, simulatedUnits, targetWeights, timeGrid, unitLaw } from '@sightline/engine';
 *
 * const grid = timeGrid(8, 16, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 2 } } }, grid);
 * const fit = lawFit(
 *   {
 *     sample: { values: simulatedUnits(unitLaw(covariance), 200, 0, randomStream(1)) },
 *     estimand: 'gaussian',
 *     noise: 0,
 *     weights: targetWeights('uniform', grid),
 *     targets: ['mean'],
 *     protocols: [[action({ at: 4, noise: 0 }, grid)]],
 *   },
 *   1,
 * );
 * console.log(fit?.shape.pairs.outside.toFixed(2)); // → 0.06
 * ```
 */
export function lawFit(given: EstimatorInput, seed: number): LawFit | undefined {
  if (given.estimand !== 'gaussian' || isGrouped(given.sample)) return undefined;
  if (!given.sample.values.data.every(Number.isFinite)) return undefined;
  checkUnits(given.sample);
  const sample = inCanonicalOrder(given.sample);
  const most = Math.max(1, Math.floor(MOST_PREDICTIONS / sample.values.data.length));
  // Whether the law fits is shown by all that a protocol reads.
  const input = { ...given, sample, protocols: given.protocols.slice(0, most).map(readCompletely) };
  return {
    heldOut: input.protocols.length === 0 ? null : (heldOutFit(input, seed) ?? null),
    shape: gaussianFit(sample.values),
  };
}
