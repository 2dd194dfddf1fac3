import type { Random } from './random.ts';
import type { Spice } from './random-law.ts';
import { short } from './random-unit.ts';
import type { Written } from './study-case.ts';

/** A treatment for `plan --trial`. */
export function trial(rng: Random, { or }: Spice, study: Written): void {
  const { mean, sd } = study.latent ?? {};
  const size = typeof sd === 'number' ? sd : (sd?.[0] ?? (typeof mean === 'number' && mean > 0 ? mean : 1));
  const shift = () => short(or(rng.between(0.05, 1, 2), 0, 1e-8, 10) * size);
  study.trial = {
    profile: rng.pick<() => Written>([
      shift,
      () => ({ from: 0, to: shift() }),
      () => Array.from({ length: study.time.points }, shift),
    ])(),
    ...(rng.chance(0.4) && { power: or(rng.between(0.6, 0.95, 2), 0.999999) }),
    ...(rng.chance(0.3) && { level: or(0.01, 1e-12) }),
    ...(rng.chance(0.3) && { allocation: or(rng.pick([1, 2, 0.5]), 1e-6, 1e6) }),
  };
}
