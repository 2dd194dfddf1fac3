import type { EstimatorInput, TimeGrid } from '@sightline/engine';
import { writtenFields } from '../../asking/written-fields.ts';
import type { StudySource } from '../../file/study-source.ts';
import { valueAt } from '../../file/study-source.ts';
import { type CalibrationData, calibrationData, plugIn, TO_RESAMPLE } from '../../law/calibration-data.ts';
import { calibrationFields, dataTargetProblems, estimandOf } from '../../law/calibration-rules.ts';
import { type LawRepair, lawRepair } from '../../law/law-repair.ts';
import { type Protocol, protocolNames, protocols, someProtocol } from '../../parts/actions.ts';
import { horizon, target, targetAsWritten, weights } from '../../parts/horizon.ts';
import type { Asking } from '../../parts/study-parts.ts';
import type { ResultRepair } from '../../schema/result-head.ts';
import type { Study } from '../../schema/study.ts';
import { type ProtocolFamily, protocolFamily } from './protocol-classes.ts';

/** What `sightline calibrate` and `sightline plan` compute with. */
export interface CalibratePlan {
  study: Study;
  /** Where in the file each part stands, for problems that only computing brings to light. */
  source: StudySource;
  grid: TimeGrid;
  weights: Float64Array;
  /** In the order of the file. */
  protocols: Protocol[];
  data: CalibrationData;
  family: ProtocolFamily;
}

/** A plan with what the estimate of the law needed, where the estimand makes one. */
export interface RepairedPlan extends CalibratePlan {
  repair: LawRepair;
  repairs: ResultRepair[];
}

/** `needsProtocol`: whether it has to be said that there is none. */
export async function calibratePlan(study: Asking, needsProtocol = true): Promise<CalibratePlan | undefined> {
  const { parts, intended, sound, source } = study.parsed;
  const time = study.part(horizon);
  const ownWeights = study.part(weights);
  const calibration = study.part(calibrationFields);
  // A target for the best-linear value is in the unit of the data, without bounds.
  if (calibration && estimandOf(calibration) === 'linear') study.part(targetAsWritten);
  else study.part(target);
  study.part(writtenFields);
  if (needsProtocol && valueAt(intended, ['classes']) === undefined) study.part(someProtocol);

  if (calibration) study.report(dataTargetProblems(calibration, parts.target));
  else if (valueAt(intended, ['calibration']) === undefined)
    study.report([
      {
        path: ['calibration'],
        value: undefined,
        why: `\`sightline ${study.command}\` works from dense data of some units, and \`calibration\` is missing`,
        accepted: 'calibration: { data: file.csv, noise: variance }',
      },
    ]);
  const all = study.part(protocols);
  const { family, problems } = protocolFamily(
    all,
    protocolNames(intended),
    sound.classes ?? valueAt(intended, ['classes']),
    time,
  );
  study.report(time.horizonKnown && time.pointsKnown ? problems : []);
  const data = await calibrationData(study, TO_RESAMPLE);
  if (!study.isSound() || !ownWeights || !data) return undefined;
  return {
    study: parts as Study, // complete: every field passed its check
    source,
    grid: time.grid,
    weights: ownWeights,
    protocols: all,
    data,
    family,
  };
}

export function withRepair<Plan extends CalibratePlan>(plan: Plan): Plan & RepairedPlan {
  const { data, weights: own } = plan;
  const { numbers, sentences } = lawRepair(data, data.estimand === 'linear' ? undefined : plugIn(data, own));
  return { ...plan, repair: numbers, repairs: sentences };
}

/** The estimator's input for some of the family's members. */
export function estimatorInput(
  { study, weights: own, data }: CalibratePlan,
  members: EstimatorInput['protocols'],
): EstimatorInput {
  const { sample, estimand, noise, shrinkage } = data;
  return { sample, estimand, noise, shrinkage, weights: own, targets: [study.target], protocols: members };
}
