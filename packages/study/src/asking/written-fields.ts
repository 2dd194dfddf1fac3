import { calibrationFields } from '../law/calibration-rules.ts';
import { catalogue, protocols, realised } from '../parts/actions.ts';
import { choose } from '../parts/choice.ts';
import { horizon } from '../parts/horizon.ts';
import { known } from '../parts/known-correlations.ts';
import type { Part } from '../parts/study-parts.ts';

/**
 * The fields of a study over a time grid that can be checked as they are written, without a file or a search. A mistake
 * there is one whichever question is asked, and costs nothing to find.
 */
export const writtenFields: Part<void> = (study) => {
  for (const part of [horizon, known, calibrationFields, protocols, catalogue, realised, choose])
    study.part<unknown>(part);
};
