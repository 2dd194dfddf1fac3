import { gapOverTime } from './gap-over-time.ts';
import type { LimitRow } from './limit-row.ts';

const WANTED = 4;

export const row: LimitRow = {
  name: 'six-of-48',
  work: 'branch and bound, 6 of 48, above 0',
  wanted: `proved in ${WANTED} s`,
  measure: () =>
    gapOverTime({
      actions: 48,
      exactly: 6,
      target: { above: 0 },
      met: (gap, seconds) => gap === 0 && seconds <= WANTED,
    }),
};
