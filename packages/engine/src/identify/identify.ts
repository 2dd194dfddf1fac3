import { type Problem, refuse } from '../model/input/invalid-input.ts';
import { isLinear, target } from '../model/target.ts';
import type { Identification, IdentifyInput, IdentifyOptions } from './identification.ts';
import { type BrokenRule, brokenRules } from './invisible/law-rules.ts';
import { unitOfScale } from './invisible/unit-of-scale.ts';
import { identifyLinear } from './linear-identification.ts';
import { identifyNonlinear } from './nonlinear-identification.ts';

/**
 * Whether the law of (Y_A, Θ) determines the value of an alternative. Refuses a law outside the class (InvalidInput): what
 * is assumed must hold of it.
 */
export function identify(given: IdentifyInput, options: IdentifyOptions = {}): Identification {
  const { covariance, covarianceClass, knowledge = {}, catalogue } = given;
  const { scale, of } = unitOfScale(given.scale);
  const input = {
    ...given,
    scale,
    realised: given.realised.map(of),
    alternative: of(given.alternative),
    ...(catalogue && { catalogue: of(catalogue) }),
  };
  refuse(brokenRules(covariance, covarianceClass, knowledge, options.kernels).map(asProblem));
  // A multiple of the mean is predicted as well as the mean.
  return withoutBounds(
    isLinear(input.target)
      ? identifyLinear({ ...input, target: target('mean') }, options)
      : identifyNonlinear(input, options),
  );
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
