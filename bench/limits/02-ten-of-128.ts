import { alongTimeLine, gapOverTime } from './gap-over-time.ts';
import type { LimitRow } from './limit-row.ts';

export const row: LimitRow = {
  name: 'ten-of-128',
  work: 'branch and bound, 10 of 128, mean',
  wanted: 'a gap under .03 in 60 s',
  async measure() {
    const found = await gapOverTime({
      actions: 128,
      exactly: 10,
      target: 'mean',
      atMost: 60,
      met: (gap) => gap < 0.03,
    });
    return { ...found, more: [...(found.more ?? []), await alongTimeLine(128, 10)] };
  },
};
