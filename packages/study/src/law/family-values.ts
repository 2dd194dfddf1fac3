import { InvalidInput, protocolValues, type Target } from '@sightline/engine';
import { located } from '../file/parse-study.ts';
import type { StudySource } from '../file/study-source.ts';
import type { Protocol } from '../parts/actions.ts';
import { InvalidStudy } from '../problems/located-problem.ts';
import type { Law } from './law.ts';

interface Valued {
  source: StudySource;
  protocols: readonly Protocol[];
}

/** One call for all protocols, which share the work. A target that does not vary is a problem of the study. */
export function familyValues({ source, protocols }: Valued, { model }: Law, target: Target) {
  try {
    return protocolValues(
      model,
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
