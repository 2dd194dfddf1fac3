import type { Random } from './random.ts';
import { singleActions } from './random-entries.ts';
import type { Spice } from './random-law.ts';
import type { StudyCase, Written } from './study-case.ts';

/** A trajectory with a trait, a memory and a little noise of its own. */
function trajectory(rng: Random, points: number, scale: number): number[] {
  const trait = rng.normal();
  let state = rng.normal();
  return Array.from({ length: points }, () => {
    state = 0.8 * state + 0.6 * rng.normal();
    return scale * (0.4 * trait + 0.8 * state + 0.3 * rng.normal());
  });
}

const rounded = (value: number) => String(Number(value.toPrecision(5)));

/** Dense data for a grid, in one of the forms that are read, and the `calibration` that reads them. */
export function calibrationData(
  rng: Random,
  { or }: Spice,
  horizon: number,
  points: number,
  aim: Written,
): Pick<StudyCase, 'files'> & { calibration: Written } {
  const units = rng.whole(8, or(24, 60));
  const scale = or(1, 1, 50, 1e-6, 1e6);
  const grid = Array.from({ length: points }, (_, j) => ((j + 0.5) * horizon) / points);
  const replicated = rng.chance(0.2);
  const counted = !replicated && rng.chance(0.15);
  const long = !counted && rng.chance(0.35);
  const calibration: Written = { data: 'dense.csv' };
  if (rng.chance(0.5)) calibration.missing = rng.pick(['refuse', 'drop', 'interpolate']);
  const holes = calibration.missing === 'drop' || calibration.missing === 'interpolate';
  const gap = () => holes && rng.chance(0.03);
  if (rng.chance(0.2)) calibration.align = rng.pick(['exact', 'nearest', 'start', 'end']);
  const shift = { exact: 0, nearest: 0.2, start: -0.5, end: 0.5 }[(calibration.align ?? 'exact') as 'exact'];
  const times = grid.map((t) => t + (shift * horizon) / points);
  const names = Array.from({ length: units }, (_, u) => rng.pick([`u${u}`, `${u + 1}`, `"unit ${u}"`]));
  const rows: string[] = [];
  const offset = or(0, 3, 100);
  const averaged = long && !replicated && rng.chance(0.2);
  if (averaged) calibration.duplicates = 'average';
  for (const name of names) {
    const path = trajectory(rng, points, scale);
    const cell = (value: number) => rounded(value + offset);
    if (replicated) {
      const readings = rng.whole(1, 3);
      for (let r = 0; r < Math.max(readings, name === names[0] ? 2 : 1); r++) {
        const own = path.map((value) => (gap() ? '' : cell(value + 0.3 * scale * rng.normal())));
        if (long)
          own.forEach((value, j) => {
            if (value !== '') rows.push([name, r + 1, times[j], value].join(','));
          });
        else rows.push([name, r + 1, ...own].join(','));
      }
    } else if (long) {
      path.forEach((value, j) => {
        if (gap()) return;
        rows.push([name, times[j], cell(value)].join(','));
        if (averaged && rng.chance(0.2)) rows.push([name, times[j], cell(value + 0.2 * scale)].join(','));
      });
    } else {
      const mean = path.reduce((sum, value) => sum + value, 0) / points;
      rows.push(
        [name, ...(counted ? [rounded(mean)] : []), ...path.map((value) => (gap() ? '' : cell(value)))].join(
          ',',
        ),
      );
    }
  }
  const extra = replicated ? ['replicate'] : counted ? ['burden'] : [];
  const head = long ? ['unit', ...extra, 'time', 'value'] : ['unit', ...extra, ...times.map(String)];
  if (replicated) calibration.noise = { replicates: 'replicate' };
  else {
    const variance = or(rng.chance(0.3) ? 0 : rng.between(0.02, 0.3, 2), 0, 1e-12) * scale * scale;
    calibration.noise = rng.chance(0.1) ? grid.map(() => variance) : variance;
  }
  if (counted) calibration.target = 'burden';
  else if (rng.chance(0.2) && (aim === 'mean' || calibration.noise === 0)) calibration.estimand = 'linear';
  if (!counted && calibration.estimand === undefined && rng.chance(0.2)) calibration.shrinkage = 'linear';
  const body = rng.chance(0.3) ? rng.shuffled(rows) : rows;
  return { calibration, files: { 'dense.csv': `${[head.join(','), ...body].join('\n')}\n` } };
}

/** What the realised protocol of a study measured on units that vary as the latent quantity does, and their targets. */
export function benchmarkCsv(rng: Random, study: Written): string {
  const { horizon, points } = study.time;
  const realised = study.protocols[study.realised];
  const actions = (Array.isArray(realised) ? realised : [realised]).flatMap((entry: Written) =>
    singleActions(entry, horizon),
  );
  const moments = ((actions.length + 1) * (actions.length + 2)) / 2;
  const units = rng.whole(moments + 10, moments + 60);
  const keep = rng.between(0.3, 0.95, 2);
  const trait = rng.between(0, 0.5, 2);
  const weights: number[] = Array.isArray(study.weights) ? study.weights : Array(points).fill(1);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const rows = Array.from({ length: units }, (_, u) => {
    const always = rng.normal();
    let state = rng.normal();
    const path = Array.from({ length: points }, () => {
      const own = Math.sqrt(trait) * always + Math.sqrt(1 - trait) * state;
      state = keep * state + Math.sqrt(1 - keep * keep) * rng.normal();
      return own;
    });
    const readings = actions.map(({ at, width = 0, noise }: Written) => {
      const within = path.filter((_, j) => Math.abs(((j + 0.5) * horizon) / points - at) <= width / 2);
      const point = path[Math.min(points - 1, Math.max(0, Math.floor((at / horizon) * points)))]!;
      const seen = within.length > 0 ? within.reduce((sum, x) => sum + x, 0) / within.length : point;
      return rounded(seen + Math.sqrt(noise) * rng.normal());
    });
    const target = path.reduce((sum, x, j) => sum + (weights[j]! / whole) * x, 0);
    return [u + 1, ...readings, rounded(target)].join(',');
  });
  const head = ['unit', ...actions.map((_: Written, a: number) => `y${a + 1}`), 'target'];
  return `${[head.join(','), ...rows].join('\n')}\n`;
}
