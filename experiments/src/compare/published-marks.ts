// What the paper prints of recordings, by target and budget: rows of the tables, and marks in Figures 3 and 4.
import type { LayoutName } from '@sightline/engine/internal';
import { PUBLISHED } from './published.ts';
import type { Banded } from './series.ts';

type Printed = Pick<Banded, 'published'>;

const ranged = ([value, low, high]: readonly [number, number, number]): Printed => ({
  published: { value, low, high },
});

const R2: Readonly<Record<string, number>> = {
  'REM contiguous 4': PUBLISHED.numCfContigFour,
  'REM dispersed 4': PUBLISHED.numCfUniformFour,
  'REM contiguous 16': PUBLISHED.numCfContigSixteen,
  'REM dispersed 16': PUBLISHED.numCfUniformSixteen,
  'REM aware 16': PUBLISHED.numCfAwareSixteen,
  'REM kernelQuadrature 16': PUBLISHED.numCfKqSixteen,
  'REM contiguous 64': PUBLISHED.numCfContigSixtyFour,
  'REM dispersed 64': PUBLISHED.numCfUniformSixtyFour,
  'AF contiguous 4': PUBLISHED.numCfAfContigOneHour,
  'AF dispersed 4': PUBLISHED.numCfAfDispOneHour,
  'AF contiguous 16': PUBLISHED.numCfAfContigFourHour,
  'AF dispersed 16': PUBLISHED.numCfAfDispFourHour,
};

/** R² of a layout of so many points; null where the paper does not print it. */
export const printedR2 = (target: string, layout: LayoutName, budget: number): number | null =>
  R2[`${target} ${layout} ${budget}`] ?? null;

/** Dispersed less contiguous, and both ends of its range: of all records, and of a source study. */
export const CONTRASTS: Readonly<Record<string, readonly [number, number, number]>> = {
  'REM 16': PUBLISHED.numSleepFullRemSixteenAdjusted,
  'REM-SC 16': PUBLISHED.numSleepFullRemSixteenSC,
  'REM-ST 16': PUBLISHED.numSleepFullRemSixteenST,
  'N3 16': PUBLISHED.numSleepFullNThreeSixteenAdjusted,
  'N3-SC 16': PUBLISHED.numSleepFullNThreeSixteenSC,
  'N3-ST 16': PUBLISHED.numSleepFullNThreeSixteenST,
  'Wake 16': PUBLISHED.numSleepFullWakeSixteenAdjusted,
  'Wake-SC 16': PUBLISHED.numSleepFullWakeSixteenSC,
  'Wake-ST 16': PUBLISHED.numSleepFullWakeSixteenST,
  'AF 1': PUBLISHED.numAfBootOne,
  'AF 4': PUBLISHED.numAfBootFour,
  'AF 16': PUBLISHED.numAfBootSixteen,
};

/** Dispersed less contiguous, with its range. */
export function printedContrast(target: string, budget: number): Printed {
  const found = CONTRASTS[`${target} ${budget}`];
  return found ? ranged(found) : {};
}

/** What the target-aware support gains over another one, learned from few people or from all. */
export function printedSweep(versus: LayoutName, units: number, whole: boolean): Printed {
  const kernel = versus === 'kernelQuadrature';
  if (whole)
    return { published: { value: kernel ? PUBLISHED.numSweepDeltaKqFull : PUBLISHED.numSweepDeltaUniFull } };
  if (units !== PUBLISHED.numSweepMSmall) return {};
  return { published: { value: kernel ? PUBLISHED.numSweepDeltaKqSmall : PUBLISHED.numSweepDeltaUniSmall } };
}

/** The same over subsamples, with its range. */
export const printedSpread = (versus: LayoutName): Printed =>
  ranged(versus === 'kernelQuadrature' ? PUBLISHED.numSelectionDeltaKq : PUBLISHED.numSelectionDeltaUni);
