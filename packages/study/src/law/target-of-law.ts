import { target as standardisedTarget, type Target, type TargetSpec, targetName } from '@sightline/engine';
import type { Asking } from '../parts/study-parts.ts';
import type { Path } from '../words/text.ts';
import { recordTargetProblems } from './calibration-rules.ts';
import type { Law } from './law.ts';
import type { LawKind } from './law-kind.ts';

/** A target as the engine computes with it under a law. Throws InvalidInput. */
export function preparedTarget(
  { estimand, column }: Pick<Law, 'estimand' | 'column'>,
  spec: TargetSpec,
): Target {
  if (estimand === 'gaussian') return standardisedTarget(spec);
  // Whatever it is of each unit, the law has it as a point of its own, or as the weighted mean of all.
  return { ...standardisedTarget('mean'), name: recordTargetName(spec, column) };
}

/** How the best-linear value names what it is about. */
export function recordTargetName(spec: TargetSpec, column: string | undefined): string {
  return column === undefined ? `${targetName(spec)} of the record` : `the column ${column}`;
}

/** Tells what keeps a target from being asked for under the law. */
export function checkTarget(
  study: Asking,
  { estimand }: LawKind,
  spec: TargetSpec | undefined,
  at: Path = ['target'],
): void {
  if (spec === undefined) return;
  const { calibration } = study.parsed.parts;
  if (estimand === 'gaussian') study.build(at, () => standardisedTarget(spec));
  else if (calibration) study.report(recordTargetProblems(calibration, spec), at);
}
