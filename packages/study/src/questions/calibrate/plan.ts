import type { EstimatorInput, Problem } from '@sightline/engine';
import type { ParsedStudy } from '../../file/parse-study.ts';
import { valueAt } from '../../file/shape-problems.ts';
import { dataTargetProblems, estimandOf } from '../../law/calibration-agreement.ts';
import {
  type CalibrationData,
  calibrationData,
  type FewestUnits,
  plugIn,
} from '../../law/calibration-data.ts';
import { type LawRepair, lawRepair } from '../../law/law-repair.ts';
import { noiseProblems } from '../../law/noise-agreement.ts';
import type { EstimatedFrom } from '../../plan/estimated-law.ts';
import { protocolNames } from '../../plan/field-agreement.ts';
import { studyParts } from '../../plan/study-parts.ts';
import type { NamedFiles, Plan, Planned, Planner } from '../../plan/value-plan.ts';
import { inFileOrder } from '../../problems/located-problem.ts';
import type { ResultRepair } from '../../schema/result-head.ts';
import type { Study } from '../../schema/study.ts';
import { type ProtocolFamily, protocolFamily } from './protocol-classes.ts';

/** What `sightline calibrate` and `sightline plan` compute with. */
export interface CalibratePlan extends Pick<Plan, 'study' | 'source' | 'grid' | 'weights' | 'protocols'> {
  data: CalibrationData;
  family: ProtocolFamily;
  repair: LawRepair;
  repairs: ResultRepair[];
}

const TO_RESAMPLE: FewestUnits = {
  units: 10,
  why: 'so few units cannot be resampled: too many resamples would hold one unit only',
};

export const calibratePlanner: Planner<CalibratePlan> = {
  reads: () => ['calibration'],
  plan: (parsed, files) => planCalibrate('calibrate', parsed, files),
};

export function planCalibrate(
  command: string,
  parsed: ParsedStudy,
  files: NamedFiles,
): Planned<CalibratePlan> {
  const { parts, intended, source } = parsed;
  const { calibration } = parts;
  const linear = calibration !== undefined && estimandOf(calibration) === 'linear';
  const hasClasses = valueAt(intended, ['classes']) !== undefined;
  const built = studyParts(parsed, undefined, {
    command,
    protocols: !hasClasses,
    law: 'not-needed',
    dataTarget: linear,
  });
  const { problems } = built;
  if (!('time' in built)) return { ok: false, problems };
  const { report, time, weights, protocols } = built;

  if (calibration) report(dataTargetProblems(calibration, parts.target));
  else if (valueAt(intended, ['calibration']) === undefined) report([missingCalibration(command)]);
  const { family, problems: unclassed } = protocolFamily(
    protocols,
    protocolNames(intended),
    parsed.sound.classes ?? valueAt(intended, ['classes']),
    time,
  );
  report(time.horizonKnown && time.pointsKnown ? unclassed : []);

  const sound = !problems.some(({ path }) => path.startsWith('calibration'));
  const data =
    calibration &&
    files.calibration &&
    calibrationData(files.calibration, calibration, (problem) => problems.push(problem), report, TO_RESAMPLE);
  if (sound && data) report(noiseProblems(data, time.grid), ['calibration']);
  if (problems.length > 0 || !weights || !data) return { ok: false, problems: inFileOrder(problems) };
  const repair = lawRepair(data, linear ? undefined : plugIn(data, weights));
  return {
    ok: true,
    plan: {
      study: parts as Study, // complete: every field passed its check
      source,
      grid: time.grid,
      weights,
      protocols,
      data,
      family,
      repair: repair.numbers,
      repairs: repair.sentences,
    },
  };
}

/** The estimator's input for some of the family's members. */
export function estimatorInput(
  { study, weights, data }: CalibratePlan,
  protocols: EstimatorInput['protocols'],
): EstimatorInput {
  const { sample, estimand, noise, shrinkage } = data;
  return { sample, estimand, noise, shrinkage, weights, targets: [study.target], protocols };
}

export function estimatedFrom({ data, repair }: CalibratePlan): EstimatedFrom {
  return { data, repair };
}

function missingCalibration(command: string): Problem {
  return {
    path: ['calibration'],
    value: undefined,
    why: `\`sightline ${command}\` works from dense data of some units, and \`calibration\` is missing`,
    accepted: 'calibration: { data: file.csv, noise: variance }',
  };
}
