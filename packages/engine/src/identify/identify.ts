import { type Problem, refuse } from '../model/input/invalid-input.ts';
import { isLinear, target } from '../model/target.ts';
import { madeHere, type Stepwise } from '../numerics/stepwise.ts';
import type { Identification, IdentifyInput, IdentifyOptions } from './identification.ts';
import { type BrokenRule, brokenRules } from './invisible/law-rules.ts';
import { unitOfScale } from './invisible/unit-of-scale.ts';
import { identifyLinear, type LinearOrder, type LinearPiece, linearPiece } from './linear-identification.ts';
import { identifyNonlinear } from './nonlinear-identification.ts';

/**
 * Whether the law of (Y_A, Θ) determines the value of an alternative. Refuses a law outside the class (InvalidInput): what
 * is assumed must hold of it.
 *
 * @example
 * ```ts
 * import { action, identify, latentCovariance, target, targetWeights, timeGrid } from '@sightline/engine';
 *
 * const grid = timeGrid(4, 4, 'h');
 * const { covariance } = latentCovariance({ kernel: { ou: { tau: 1 } } }, grid);
 * const { verdict, range } = identify({
 *   covariance,
 *   weights: targetWeights('uniform', grid),
 *   target: target('mean'),
 *   realised: [[action({ at: 0.5, noise: 0 }, grid)]],
 *   alternative: [0.5, 2.5].map((at) => action({ at, noise: 0 }, grid)),
 *   covarianceClass: 'stationary',
 * });
 * console.log(verdict, range?.low.toFixed(3), range?.high.toFixed(3)); // → not-identified 0.511 0.995
 * ```
 */
export function identify(given: IdentifyInput, options: IdentifyOptions = {}): Identification {
  refuseBroken(given, options);
  const input = inOwnUnits(given);
  return madeHere(identifySearch(input, options), identifyPiece(input, options));
}

/** A part of the work that can be made by itself; for a target that is not linear, the whole of it. */
export type IdentifyOrder = LinearOrder | { of: 'whole' };
export type IdentifyPiece = LinearPiece & { whole?: Identification };

/** For an input in its own units. */
export function* identifySearch(
  input: IdentifyInput,
  options: IdentifyOptions,
): Stepwise<IdentifyOrder, IdentifyPiece, Identification> {
  if (isLinear(input.target)) return withoutBounds(yield* identifyLinear(input, options));
  const [piece] = yield [{ of: 'whole' }];
  return withoutBounds(piece!.whole!);
}

/** Who makes the pieces. */
export function identifyPiece(
  input: IdentifyInput,
  options: IdentifyOptions,
): (order: IdentifyOrder) => IdentifyPiece {
  const ofLinear = linearPiece(input, options);
  return (order) => (order.of === 'whole' ? { whole: identifyNonlinear(input, options) } : ofLinear(order));
}

/** Noise and scale in units of the largest scale; a multiple of the mean is predicted as well as the mean. */
export function inOwnUnits(given: IdentifyInput): IdentifyInput {
  const { scale, of } = unitOfScale(given.scale);
  return {
    ...given,
    scale,
    target: isLinear(given.target) ? target('mean') : given.target,
    realised: given.realised.map(of),
    alternative: of(given.alternative),
    ...(given.catalogue && { catalogue: of(given.catalogue) }),
  };
}

export function refuseBroken(
  { covariance, covarianceClass, knowledge = {} }: Omit<IdentifyInput, 'alternative'>,
  { kernels }: IdentifyOptions,
): void {
  refuse(brokenRules(covariance, covarianceClass, knowledge, kernels).map(asProblem));
}

const TOO_COLLINEAR = 'the readings without noise are too nearly collinear for a value';

/**
 * A lower bound is neither a value that a range of one point could show, nor the lower of two values: of two worlds it
 * tells that they differ only where it is that of the higher one.
 */
function withoutBounds(answer: Identification): Identification {
  if (answer.verdict === 'identified') return answer.atLeast ? { ...answer, range: null } : answer;
  if (answer.verdict === 'undecided' || !answer.worlds[0]?.atLeast) return answer;
  const why =
    'the values under the law given and under the worlds found are known only as lower bounds, which do not show that the values differ';
  return {
    ...answer,
    verdict: 'undecided',
    by: null,
    why,
    unsolved: answer.unsolved ?? { why: TOO_COLLINEAR, relativeGap: null, residual: null },
    range: null,
    permuted: null,
    worlds: [],
  };
}

/** In the engine's own words; the study says where and by how much. */
function asProblem({ rule, j, k, by, index }: BrokenRule): Problem {
  return rule === 'stationary'
    ? {
        path: ['assume'],
        value: rule,
        why: `the law given is not stationary: the correlation of points ${k} and ${j} differs by ${by} from the one a grid step earlier`,
        accepted: 'any, or a latent law whose correlations depend on the lag alone',
      }
    : {
        path: ['know', ...(rule === 'correlation' ? ['correlations', index!] : [rule])],
        value: by,
        why: `the law given violates what is stated as known: '${rule}', by ${by}`,
        accepted: 'knowledge that the law given satisfies',
      };
}
