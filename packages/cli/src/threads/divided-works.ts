import { densePieces } from '@sightline/data/node';
import {
  benchmarkRanges,
  benchmarkTest,
  designSearch,
  drawnValues,
  heldOutFits,
  identification,
  layoutFits,
  meanOverTime,
  modelFits,
  movedActions,
  parameterProfiles,
  predictingUnits,
  type RoundsWork,
  resampling,
  selectionSweep,
  stability,
} from '@sightline/engine/internal';
import { calibrationReplications } from '@sightline/experiments';

/** The works that threads can be asked for by name: functions do not travel to them. */
export const WORKS: ReadonlyMap<string, RoundsWork<never, never, unknown>> = new Map(
  [
    benchmarkRanges,
    benchmarkTest,
    densePieces,
    designSearch,
    drawnValues,
    resampling,
    meanOverTime,
    modelFits,
    movedActions,
    heldOutFits,
    identification,
    parameterProfiles,
    layoutFits,
    stability,
    selectionSweep,
    predictingUnits,
    calibrationReplications,
  ].map((work) => [work.name, work as RoundsWork<never, never, unknown>]),
);
