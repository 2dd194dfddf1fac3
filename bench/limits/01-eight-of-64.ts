import { alongTimeLine, gapOverTime } from './gap-over-time.ts';
import type { LimitRow } from './limit-row.ts';

export const row: LimitRow = {
  name: 'eight-of-64',
  work: 'branch and bound, 8 of 64, mean',
  wanted: 'a gap under .01 in 60 s',
  async measure() {
    const found = await gapOverTime({
      actions: 64,
      exactly: 8,
      target: 'mean',
      atMost: 60,
      met: (gap) => gap < 0.01,
    });
    return { ...found, more: [...(found.more ?? []), await alongTimeLine(64, 8)] };
  },
};
