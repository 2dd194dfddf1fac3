import { InvalidInput, protocolValues } from '@sightline/engine';
import { located } from '../file/parse-study.ts';
import { InvalidStudy } from '../problems/located-problem.ts';
import type { Law } from './estimated-law.ts';
import type { Plan } from './value-plan.ts';

/** One call for all protocols, which share the work. A target that does not vary is a problem of the study. */
export function familyValues(
  { source, weights, target, protocols }: Pick<Plan, 'source' | 'weights' | 'target' | 'protocols'>,
  { covariance }: Law,
) {
  try {
    return protocolValues(
      { covariance, weights },
      target,
      protocols.map(({ actions }) => actions),
    );
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidStudy(
      error.problems.map((problem) =>
        located({ ...problem, path: problem.path.length > 0 ? problem.path : ['target'] }, source),
      ),
    );
  }
}
