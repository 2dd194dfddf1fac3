import type { LimitRow } from './limit-row.ts';
import { TWO, timedRange } from './timed-range.ts';

/** Points of the grid, and the seconds that are wanted for them. */
const WANTED = { 96: 5, 192: 40 };

const THREE = [0.1, 0.4, 0.9];
const FALLING = { nonNegative: true, nonIncreasing: true };

export const row: LimitRow = {
  name: 'stationary',
  work: 'range over stationary laws, 96 points, one alternative',
  wanted: `${WANTED[96]} s; 192 points ${WANTED[192]} s`,
  measure() {
    timedRange('stationary', 32);
    const took = [24, 48, 96, 192].map((points) => ({
      points,
      two: timedRange('stationary', points),
      three: timedRange('stationary', points, THREE),
      // With an inequality for each lag it takes longest.
      known: points > 96 ? undefined : timedRange('stationary', points, TWO, FALLING),
    }));
    const [, , large, larger] = took;
    const slowest = (row: typeof large) => Math.max(row!.two.seconds, row!.three.seconds);
    return {
      reached: `${slowest(large).toFixed(1)} s; ${slowest(larger).toFixed(1)} s`,
      met: slowest(large) <= WANTED[96] && slowest(larger) <= WANTED[192],
      more: [
        'points   two readings   three readings   two, correlations that fall and are not negative',
        ...took.map(
          ({ points, two, three, known }) =>
            `${String(points).padStart(6)}${[two, three, known].map((one) => (one ? `${one.seconds.toFixed(2)} s` : '–').padStart(15)).join('')}   ${two.ends}`,
        ),
      ],
    };
  },
};
