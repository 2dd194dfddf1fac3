// What the panels of Figure 2 share.

import type { Surroundings } from '../compare/experiment.ts';
import type { CalibrationSetting } from './calibration-replications.ts';

/** Numbers of calibration units. */
export const UNITS = [25, 50, 100, 250, 500, 1000] as const;
/** Those of the 'tail' slopes. */
export const TAIL = [250, 500, 1000] as const;

/** Enough for a standard error, and for blocks of replications. */
const QUICK_REPLICATIONS = 20;

export function inSurroundings(
  setting: CalibrationSetting,
  { seed, quick }: Surroundings,
): CalibrationSetting {
  const replications = quick ? Math.min(setting.replications, QUICK_REPLICATIONS) : setting.replications;
  return { ...setting, seed, replications };
}
