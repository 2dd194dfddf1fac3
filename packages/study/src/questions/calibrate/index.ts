import { lackOfDenseData } from '../../asking/lack.ts';
import { DRAWS, LEVEL, type Question, tooFewDraws } from '../../asking/question.ts';
import { type CalibrateRequest, type CalibrateResult, calibrateResult } from './compute.ts';
import { type CalibratePlan, calibratePlan } from './plan.ts';

/** Draws of a first look: estimates do not need them, and few give an idea of the intervals. */
const FIRST_DRAWS = 100;

/** Can densely observed units tell the protocols apart? */
export const calibrate: Question<'calibrate', CalibrateRequest, CalibratePlan, CalibrateResult> = {
  name: 'calibrate',
  summary: 'what dense data of some units say about each protocol',
  description:
    'Estimates the value of each protocol from densely observed units, with intervals; says which protocols these ' +
    'units can tell apart and how fine a choice they support.',
  example: 'sightline calibrate examples/calibration/study.yaml',
  seedFor: 'for the resamples of units',
  shared: 'the work',
  options: [DRAWS('bootstrap draws'), LEVEL],
  misuse: tooFewDraws,
  lack: lackOfDenseData,
  plan: (study) => calibratePlan(study),
  compute: calibrateResult,
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
