import { LARGEST, usable } from '@sightline/data';
import { numberFrom, type Problem } from '@sightline/engine/internal';

/** What texts of a sensor such as LOW and >400 stand for. */
export interface SensorLimits {
  low?: number;
  high?: number;
}

/** Whether the low limit is not below the high one: then LOW would stand for more than HIGH. */
export function areCrossed({ low, high }: { [end in keyof SensorLimits]: number | undefined }): boolean {
  return low !== undefined && high !== undefined && !(low < high);
}

/** Of `limits` in a study file, below the field that has them. */
export function sensorLimitProblems(limits: SensorLimits): Problem[] {
  const large = Object.entries(limits).filter(([, limit]) => limit !== undefined && !usable(limit));
  if (large.length > 0)
    return large.map(([end, limit]) => ({
      path: ['limits', end],
      value: limit,
      why: 'this limit is so large that products of variances overflow',
      accepted: numberFrom(-LARGEST, LARGEST),
    }));
  if (!areCrossed(limits)) return [];
  return [
    {
      path: ['limits'],
      value: limits,
      why: 'the low limit is not below the high one',
      accepted: 'low below high',
    },
  ];
}
