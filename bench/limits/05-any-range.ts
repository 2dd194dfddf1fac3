import type { LimitRow } from './limit-row.ts';
import { timedRange } from './timed-range.ts';

const WANTED = 60;
const POINTS = 256;

export const row: LimitRow = {
  name: 'any-range',
  work: `range, any correlation matrix, ${POINTS} points`,
  wanted: `${WANTED} s`,
  measure() {
    timedRange('any', 16);
    const { seconds } = timedRange('any', POINTS);
    return {
      reached: `${seconds.toFixed(1)} s`,
      met: seconds <= WANTED,
      more: [32, 64, 100, 256].map((points) => {
        const grown = timedRange('any', points);
        return `${String(points).padStart(4)} points ${grown.seconds.toFixed(2).padStart(6)} s  ${grown.ends}`;
      }),
    };
  },
};
