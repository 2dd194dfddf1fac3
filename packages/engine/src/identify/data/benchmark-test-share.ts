import type { Workers, WorkOptions } from '../../numerics/divided-work.ts';
import { benchmarkTest, type TestWork } from './benchmark-resamples.ts';

/** So many resamples as far away as the data settle the share of them well enough. */
const ENOUGH = 10;
/** Looked through so many at a time, whoever makes them. */
const BATCH = 20;

/**
 * The share of resamples, drawn around the nearest law, that lie as far from what is compatible as the data do. Where the
 * law fits, many do, and few resamples tell it: after the tenth, at resample l, the share is 10/l (Besag and Clifford's
 * sequential Monte-Carlo test); else (those as far + 1)/(all + 1). Null where none could be solved.
 */
export async function benchmarkTestShare(
  work: TestWork,
  most: number,
  workers: Workers,
  options: WorkOptions,
): Promise<number | null> {
  const made = new Map<number, boolean | null>();
  for (let pieces = Math.min(BATCH, most); ; pieces = Math.min(pieces + BATCH, most)) {
    const found = await workers.run(benchmarkTest, work, pieces, { ...options, made });
    let [solved, further] = [0, 0];
    for (const one of found) {
      if (one !== null) solved++;
      if (one && ++further === ENOUGH) return ENOUGH / solved;
    }
    if (pieces === most) return solved > 0 ? (further + 1) / (solved + 1) : null;
    found.forEach((one, number) => void made.set(number, one));
  }
}
