import type { Random } from './random.ts';
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

/** What a realised protocol of so many actions measured. */
export function benchmarkCsv(rng: Random, { or }: Spice, actions: number): string {
  const units = rng.whole(Math.max(12, actions + 4), 60);
  const loading = rng.between(0.2, 0.9, 2);
  const rows = Array.from({ length: units }, (_, u) => {
    const common = rng.normal();
    const own = () => rounded(loading * common + or(0.6, 0, 1e-9, 5) * rng.normal());
    return [
      u + 1,
      ...Array.from({ length: actions }, own),
      rounded(0.6 * loading * common + 0.2 * rng.normal()),
    ].join(',');
  });
  const head = ['unit', ...Array.from({ length: actions }, (_, a) => `y${a + 1}`), 'target'];
  return `${[head.join(','), ...rows].join('\n')}\n`;
}
