import {
  dataTargetProblems,
  expectationText,
  InvalidInput,
  isLinear,
  type Problem,
  target as standardisedTarget,
  type Target,
  type TargetSpec,
  targetLevels,
  targetName,
  targetUnder,
} from '@sightline/engine';
import { located } from '../file/parse-study.ts';
import type { StudySource } from '../file/study-source.ts';
import type { Asking } from '../parts/study-parts.ts';
import { InvalidStudy } from '../problems/located-problem.ts';
import type { Path } from '../words/text.ts';
import { recordTargetProblems } from './calibration-rules.ts';
import type { Law, LawSource } from './law.ts';
import type { LawKind } from './law-kind.ts';

/** A target as the engine computes with it under a law. Throws InvalidStudy where the law, once it is known, leaves nothing of it. */
export function preparedTarget(
  law: Law,
  spec: TargetSpec,
  source: StudySource,
  at: Path = ['target'],
): Target {
  try {
    return targetUnderLaw(law, spec);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidStudy(
      error.problems.map((problem) => located({ ...problem, path: [...at, ...problem.path] }, source)),
    );
  }
}

function targetUnderLaw({ model, estimand, column, mean, transform }: Law, spec: TargetSpec): Target {
  // Whatever it is of each unit, the law has it as a point of its own, or as the weighted mean of all.
  if (estimand === 'linear')
    return {
      ...targetUnder('mean', { mean: mean!, scale: model.scale! }),
      name: recordTargetName(spec, column),
    };
  return mean === null
    ? standardisedTarget(spec)
    : targetUnder(spec, { mean, scale: model.scale!, transform });
}

/** How the best-linear value names what it is about. */
export function recordTargetName(spec: TargetSpec, column: string | undefined): string {
  return column === undefined ? `${targetName(spec)} of the record` : `the column ${column}`;
}

/** Whether the target is a linear function of Z: with a logarithm nothing is. */
export function isLinearUnder(
  { estimand, transform }: Pick<LawKind, 'estimand' | 'transform'>,
  spec: TargetSpec,
): boolean {
  return estimand === 'linear' || (transform === 'none' && isLinear({ spec }));
}

/** What a standardised law refuses of a target. Paths are below the target. */
export function standardisedProblems(spec: TargetSpec): readonly Problem[] {
  try {
    standardisedTarget(spec);
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.problems;
    throw error;
  }
}

/** Who writes 180 means the unit of the data: how a study says so. */
function inStandardDeviations({ from }: LawKind, spec: TargetSpec): Problem[] {
  const other =
    from === 'latent'
      ? '`mean` and `sd` under `latent`'
      : '`scale: data` or `estimand: linear` under `calibration`';
  return standardisedProblems(spec).map((problem) => ({
    ...problem,
    ...(targetLevels(spec).length > 0 && {
      accepted: `${expectationText(problem.accepted)}; or a level in the unit of the data, with ${other}`,
    }),
  }));
}

/** Tells what keeps a target from being asked for under a law, as far as that is known before it is estimated. */
export function checkTarget(
  study: Asking,
  kind: LawKind,
  law: LawSource | undefined,
  spec: TargetSpec | undefined,
  at: Path = ['target'],
): void {
  if (spec === undefined) return;
  const { calibration } = study.parsed.parts;
  if (kind.estimand === 'linear') {
    if (calibration) study.report(recordTargetProblems(calibration, spec), at);
  } else if (kind.unit === 'sd') study.report(inStandardDeviations(kind, spec), at);
  else if (law && 'given' in law) study.build(at, () => targetUnderLaw(law.given, spec));
  else study.report(dataTargetProblems(spec), at);
}
