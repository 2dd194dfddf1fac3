import { curveAt, curveMoments, curveSupport, type Nodes, type PairSource } from './local-linear.ts';
import type { Support } from './seen.ts';

/** What pairs of readings at nearly one time say of the noise. */
interface Nugget {
  /** Variance of the noise of a reading; below 0 by chance, where there is hardly any. */
  noise: number;
  support: Support;
}

/**
 * What the squares of readings have above the surface on the diagonal, from the same pairs: half the squared difference of
 * two readings of a trajectory, of which all that they have in common has gone, smoothed to lag 0. The noise is then told to
 * a fraction of the error that squares and surface have one by one.
 */
export function nugget(
  { times, values, starts }: PairSource,
  units: readonly (readonly number[])[],
  bandwidth: number,
): Nugget {
  const lags: number[] = [];
  const halves: number[] = [];
  const bounds = [0];
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let a = starts[i]!; a < starts[i + 1]!; a++)
      for (let b = starts[i]!; b < a; b++) {
        const lag = Math.abs(times[a]! - times[b]!);
        if (lag >= bandwidth) continue;
        const difference = values[a]! - values[b]!;
        lags.push(lag);
        halves.push((difference * difference) / 2);
      }
    bounds.push(lags.length);
  }
  const source: PairSource = {
    times: Float64Array.from(lags),
    values: Float64Array.from(halves),
    starts: Int32Array.from(bounds),
  };
  const atZero: Nodes = { start: 0, spacing: bandwidth, count: 1 };
  const moments = curveMoments(source.times, source.values, atZero, bandwidth);
  const [support] = curveSupport(source, units, moments, atZero, bandwidth);
  return { noise: curveAt(moments, 1, bandwidth)[0]!, support: support! };
}
