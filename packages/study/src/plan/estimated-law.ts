import type { Matrix } from '@sightline/engine';
import type { ParsedStudy } from '../file/parse-study.ts';
import { valueAt } from '../file/shape-problems.ts';
import { type CalibrationData, calibrationData, plugIn } from '../law/calibration-data.ts';
import type { CalibrationFile } from '../law/calibration-file.ts';
import { type LawRepair, lawRepair } from '../law/law-repair.ts';
import { noiseProblems } from '../law/noise-agreement.ts';
import type { ResultRepair } from '../schema/result-head.ts';
import type { StudyParts } from './study-parts.ts';

/** The law that a command computes with. */
export interface Law {
  covariance: Matrix;
  repairs: ResultRepair[];
}

/** What an estimated law was made from, and how. */
export interface EstimatedFrom {
  data: CalibrationData;
  repair: LawRepair;
}

/** Whether the law is to be estimated: dense data are there, and nothing that says it. */
export function isEstimated({ intended }: ParsedStudy): boolean {
  return valueAt(intended, ['latent']) === undefined && valueAt(intended, ['calibration']) !== undefined;
}

/** The law that is given, or its estimate. Undefined where there is none; then the problems say why. */
export function plannedLaw(
  parsed: ParsedStudy,
  file: CalibrationFile | undefined,
  { latent, weights, time, problems, report }: StudyParts,
  command: string,
): { latent: Law; estimated: EstimatedFrom | null } | undefined {
  if (latent) return { latent, estimated: null };
  const { calibration } = parsed.parts;
  if (!isEstimated(parsed) || !calibration) return undefined;
  if (calibration.estimand === 'linear' || calibration.target !== undefined)
    report([
      {
        path: ['calibration', calibration.estimand === 'linear' ? 'estimand' : 'target'],
        value: calibration.estimand ?? calibration.target,
        why: `\`sightline ${command}\` needs the law of the trajectory, and the best-linear value estimates none`,
        accepted: 'estimand: gaussian and no `target` column, a law under `latent`, or `sightline calibrate`',
      },
    ]);
  const sound = !problems.some(({ path }) => path.startsWith('calibration'));
  const data = file && calibrationData(file, calibration, (problem) => problems.push(problem), report);
  const unfit = sound && data ? noiseProblems(data, time.grid) : [];
  report(unfit, ['calibration']);
  const estimate = sound && unfit.length === 0 && data && weights ? plugIn(data, weights) : undefined;
  if (!data || !estimate) return undefined;
  const repair = lawRepair(data, estimate);
  return {
    latent: { covariance: estimate.covariance, repairs: repair.sentences },
    estimated: { data, repair: repair.numbers },
  };
}
