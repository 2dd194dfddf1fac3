import type { SparseReadings } from '../src/fit/sparse-readings.ts';
import { exp } from '../src/numerics/elementary.ts';
import { fillNormal, fillUniform, randomStream } from '../src/numerics/random/random-stream.ts';

/** Readings of an OU law with trait at random times, by its transitions. */
export function simulatedReadings(
  seed: number,
  { units = 200, each = 6, tau = 3, trait = 0.2, mean = 140, sd = 50, noise = 100, horizon = 24 } = {},
): SparseReadings {
  const times = new Float64Array(units * each);
  fillUniform(randomStream(seed, 'times'), times);
  const normal = new Float64Array(units * (2 * each + 1));
  fillNormal(randomStream(seed, 'values'), normal);
  const values = new Float64Array(units * each);
  let next = 0;
  for (let i = 0; i < units; i++) {
    const own = times
      .subarray(i * each, (i + 1) * each)
      .map((u) => u * horizon)
      .sort();
    times.set(own, i * each);
    const lasting = Math.sqrt(trait) * normal[next++]!;
    let state = 0;
    own.forEach((t, k) => {
      const keep = k === 0 ? 0 : exp(-(t - own[k - 1]!) / tau);
      state = keep * state + Math.sqrt(1 - keep * keep) * normal[next++]!;
      values[i * each + k] =
        mean + sd * (lasting + Math.sqrt(1 - trait) * state) + Math.sqrt(noise) * normal[next++]!;
    });
  }
  return { times, values, starts: Int32Array.from({ length: units + 1 }, (_, i) => i * each) };
}
