import { lackOfDenseData } from '../../asking/lack.ts';
import { DRAWS, gridPlan, LEVEL, type Question, tooFewDraws, writtenFields } from '../../asking/question.ts';
import { valueAt } from '../../file/study-source.ts';
import { calibrationData, TO_RESAMPLE } from '../../law/calibration-data.ts';
import { calibrationFields } from '../../law/calibration-rules.ts';
import { fittedSource, isFittedStudy, lawKind, lawOf, nothingToDraw } from '../../law/law.ts';
import { checkTarget } from '../../law/target-of-law.ts';
import { protocolNames, protocols, someProtocol } from '../../parts/actions.ts';
import { horizon, target } from '../../parts/horizon.ts';
import type { Asking } from '../../parts/study-parts.ts';
import type { CalibratePlan, CalibrateRequest, CalibrateResult, FittedPlan } from './plan-and-result.ts';
import { type ProtocolFamily, protocolFamily } from './protocol-classes.ts';

/** Draws of a first look: estimates do not need them, and few give an idea of the intervals. */
const FIRST_DRAWS = 100;

/** Can densely observed units tell the protocols apart? */
export const calibrate: Question<'calibrate', CalibrateRequest, CalibratePlan | FittedPlan, CalibrateResult> =
  {
    name: 'calibrate',
    description:
      'Estimates the value of each protocol from densely observed units, with intervals; says which protocols these ' +
      'units can tell apart, and which class of protocols they support choosing from (the resolution).',
    example: 'sightline calibrate examples/calibration/study.yaml',
    seedFor: 'for the resamples of units',
    shared: 'the work',
    options: [DRAWS('bootstrap draws'), LEVEL],
    misuse: tooFewDraws,
    lack: lackOfDenseData,
    plan: (study) => (isFittedStudy(study.parsed) ? fittedPlan(study) : calibratePlan(study)),
    // Fetched when it is asked: a page that asks other questions does without.
    compute: async (plan, ...asked) =>
      'data' in plan
        ? (await import('./compute.ts')).calibrateResult(plan, ...asked)
        : (await import('./fitted.ts')).fittedResult(plan, ...asked),
    canBeStopped: () => true,
    progress: () => 'resampling',
    firstLook: (_, request) =>
      (request.draws ?? DRAWS('').usual) > 2 * FIRST_DRAWS
        ? {
            request: { ...request, draws: FIRST_DRAWS },
            words: `estimating, with the first ${FIRST_DRAWS} draws`,
          }
        : undefined,
    inRun: ({ draws, level }) => ({
      ...(draws !== undefined && { draws }),
      ...(level !== undefined && { level }),
    }),
  };

/** `needsProtocol`: whether it has to be said that there is none. */
export async function calibratePlan(study: Asking, needsProtocol = true): Promise<CalibratePlan | undefined> {
  const { intended } = study.parsed;
  study.part(horizon);
  const calibration = study.part(calibrationFields);
  checkTarget(study, lawKind(study.parsed, 'data'), undefined, study.part(target));
  study.part(writtenFields);
  if (needsProtocol && valueAt(intended, ['classes']) === undefined) study.part(someProtocol);

  if (!calibration && valueAt(intended, ['calibration']) === undefined)
    study.report({
      path: ['calibration'],
      value: undefined,
      why: `\`sightline ${study.command}\` needs dense data of units, and \`calibration\` is missing`,
      accepted: 'calibration: { data: file.csv, noise: variance }',
    });
  const family = familyOf(study);
  const data = await calibrationData(study, TO_RESAMPLE);
  const plan = gridPlan(study);
  return plan && data && { ...plan, data, family };
}

/** Where the law was fitted to sparse readings, what it is known by is drawn in place of units. */
export async function fittedPlan(study: Asking, needsProtocol = true): Promise<FittedPlan | undefined> {
  study.part(horizon);
  const ownTarget = study.part(target);
  const from = fittedSource(study.parsed);
  study.report(nothingToDraw(study.parsed, from));
  const law = await lawOf(study, { from });
  checkTarget(study, lawKind(study.parsed, from), law, ownTarget);
  study.part(writtenFields);
  if (needsProtocol && valueAt(study.parsed.intended, ['classes']) === undefined) study.part(someProtocol);
  const family = familyOf(study);
  const plan = gridPlan(study);
  return plan && law && { ...plan, law, family };
}

function familyOf(study: Asking): ProtocolFamily {
  const { intended, sound } = study.parsed;
  const time = study.part(horizon);
  const { family, problems } = protocolFamily(
    study.part(protocols),
    protocolNames(intended),
    sound.classes ?? valueAt(intended, ['classes']),
    time,
  );
  study.report(time.horizonKnown && time.pointsKnown ? problems : []);
  return family;
}
