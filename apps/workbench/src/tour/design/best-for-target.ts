import type { Study } from '@sightline/study';
import points from '../../../../../examples/design/points.yaml?raw';
import windows from '../../../../../examples/design/windows.yaml?raw';
import { setValue } from '../../study/study-edit.ts';

// Table 1: the same catalogue, another target, another best protocol.

export type Target = Study['target'];

/** Table 1's targets, in its order. */
export const TARGETS: readonly Target[] = [
  'mean',
  { above: 0 },
  { above: 1.5 },
  { outside: 1.2 },
  { logistic: 2 },
];
export const MOST_CHOSEN = 6;

/** So many of twelve readings, for a target. */
export function pointsStudy(target: Target, exactly: number): string {
  const text = setValue(setValue(points, ['target'], target), ['choose', 'exactly'], exactly);
  return setValue(text, ['title'], `${exactly} of twelve readings`);
}

/** Table 1's heterogeneous setting: points and windows for a budget. */
export const windowsStudy = (target: Target): string => setValue(windows, ['target'], target);
