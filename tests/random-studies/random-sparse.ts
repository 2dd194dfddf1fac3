import type { Random } from './random.ts';
import { rounded } from './random-data.ts';
import type { Spice } from './random-law.ts';
import type { Unit } from './random-unit.ts';
import type { StudyCase, Written } from './study-case.ts';

/** Moments on the way of a unit, between which its state stays as it is. */
const MOMENTS = 48;

/** Sparse readings, any number of them at any times, and the law that is to be fitted to them. */
export function sparseReadings(
  rng: Random,
  { or }: Spice,
  horizon: number,
): Pick<StudyCase, 'files'> & { calibration: Written; fit: Written; unit: Unit } {
  const log = rng.chance(0.15);
  const unit: Unit = log
    ? { mean: 2, sd: 0.3, log }
    : { mean: rng.pick([0, 140]), sd: rng.pick([1, 40]), log };
  const [several, surface] = [rng.chance(0.2), rng.chance(0.15)];
  const keep = rng.between(0.5, 0.95, 2);
  const rows: string[] = [];
  for (let u = 0; u < rng.whole(20, 50); u++) {
    const trait = rng.normal();
    for (let day = 1; day <= (several ? rng.whole(1, 3) : 1); day++) {
      let state = rng.normal();
      const path = Array.from({ length: MOMENTS }, () => {
        state = keep * state + Math.sqrt(1 - keep * keep) * rng.normal();
        return 0.5 * trait + 0.85 * state;
      });
      for (let k = 0; k < rng.whole(1, 7); k++) {
        const moment = rng.unit();
        const z = path[Math.floor(moment * MOMENTS)]! + 0.3 * rng.normal();
        const value = unit.mean + unit.sd * z;
        const t = Number((moment * horizon).toPrecision(4));
        rows.push([`u${u}`, ...(several ? [day] : []), t, rounded(log ? Math.exp(value) : value)].join(','));
      }
    }
  }
  const kernels = rng
    .some(['ou', 'matern32', 'matern52', 'squaredExponential', 'dampedCosine'], 1)
    .slice(0, 2);
  return {
    unit,
    files: {
      'dense.csv': `${['unit', ...(several ? ['day'] : []), 'time', 'value'].join(',')}\n${rows.join('\n')}\n`,
    },
    calibration: {
      data: 'dense.csv',
      ...(several && { columns: { trajectory: 'day' } }),
      ...(log && { transform: 'log' }),
      ...(rng.chance(0.3) && { noise: or(0.09 * unit.sd * unit.sd, 0, 1e-6) }),
      duplicates: 'keep',
    },
    fit: surface
      ? { surface: rng.chance(0.6) || { units: rng.whole(2, 6) } }
      : {
          kernels,
          ...(rng.chance(0.4) && { trait: rng.chance(0.5) }),
          ...(rng.chance(0.3) && { mean: rng.pick<Written>(['smooth', { smooth: 3 }, 'constant']) }),
        },
  };
}
