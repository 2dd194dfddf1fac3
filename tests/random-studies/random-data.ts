import type { Random } from './random.ts';
import { singleActions } from './random-entries.ts';
import type { Spice } from './random-law.ts';
import type { Unit } from './random-unit.ts';
import { entriesOf, type StudyCase, type Written } from './study-case.ts';

/** A trajectory with a trait, a memory and a little noise of its own. */
function trajectory(rng: Random, points: number, scale: number): number[] {
  const trait = rng.normal();
  let state = rng.normal();
  return Array.from({ length: points }, () => {
    state = 0.8 * state + 0.6 * rng.normal();
    return scale * (0.4 * trait + 0.8 * state + 0.3 * rng.normal());
  });
}

export const rounded = (value: number) => String(Number(value.toPrecision(5)));

/** Dense data for a grid, in one of the forms that are read, and the `calibration` that reads them. */
export function calibrationData(
  rng: Random,
  { or }: Spice,
  horizon: number,
  points: number,
  aim: Written,
): Pick<StudyCase, 'files'> & { calibration: Written; unit: Unit } {
  const units = rng.whole(8, or(24, 60));
  const scale = or(1, 1, 50, 1e-6, 1e6);
  const grid = Array.from({ length: points }, (_, j) => ((j + 0.5) * horizon) / points);
  const replicated = rng.chance(0.2);
  const counted = !replicated && rng.chance(0.15);
  const long = !counted && rng.chance(0.35);
  const calibration: Written = { data: 'dense.csv' };
  if (rng.chance(0.5)) calibration.missing = rng.pick(['refuse', 'drop', 'interpolate', 'pairwise']);
  const holes = ['drop', 'interpolate', 'pairwise'].includes(calibration.missing);
  const gap = () => holes && rng.chance(0.03);
  if (rng.chance(0.2)) calibration.align = rng.pick(['exact', 'nearest', 'start', 'end']);
  const shift = { exact: 0, nearest: 0.2, start: -0.5, end: 0.5 }[(calibration.align ?? 'exact') as 'exact'];
  const times = grid.map((t) => t + (shift * horizon) / points);
  const names = Array.from({ length: units }, (_, u) => rng.pick([`u${u}`, `${u + 1}`, `"unit ${u}"`]));
  const rows: string[] = [];
  const log = !replicated && !counted && rng.chance(0.15);
  if (log) calibration.transform = 'log';
  const unit: Unit = log ? { mean: 1, sd: 0.3, log } : { mean: or(0, 3, 100) * scale, sd: scale, log };
  const named = !replicated && !counted && rng.chance(0.2);
  const several = named && !long && rng.chance(0.7);
  if (named)
    calibration.columns = {
      unit: 'patient',
      ...(several && { trajectory: 'visit' }),
      ...(long && { time: 'when' }),
    };
  const limited = !log && rng.chance(0.1);
  if (limited) calibration.limits = { low: unit.mean - 2 * scale, high: unit.mean + 2 * scale };
  const averaged = long && !replicated && rng.chance(0.2);
  if (averaged) calibration.duplicates = 'average';
  for (const name of names) {
    const path = trajectory(rng, points, scale);
    const cell = (value: number) => {
      if (limited && Math.abs(value) > 2 * scale) return value < 0 ? 'LOW' : 'HIGH';
      return rounded(log ? Math.exp(unit.mean + (unit.sd * value) / scale) : value + unit.mean);
    };
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
    } else if (several) {
      for (let visit = 1; visit <= rng.whole(1, 3); visit++) {
        const own = trajectory(rng, points, scale).map((value, j) => 0.7 * (value + path[j]!));
        rows.push([name, visit, ...own.map((value) => (gap() ? '' : cell(value)))].join(','));
      }
    } else {
      const mean = path.reduce((sum, value) => sum + value, 0) / points;
      rows.push(
        [name, ...(counted ? [rounded(mean)] : []), ...path.map((value) => (gap() ? '' : cell(value)))].join(
          ',',
        ),
      );
    }
  }
  const extra = replicated ? ['replicate'] : counted ? ['burden'] : several ? ['visit'] : [];
  const head = [
    named ? 'patient' : 'unit',
    ...extra,
    ...(long ? [named ? 'when' : 'time', 'value'] : times.map(String)),
  ];
  if (replicated) calibration.noise = { replicates: 'replicate' };
  else {
    const variance =
      or(rng.chance(0.3) ? 0 : rng.between(0.02, 0.3, 2), 0, 1e-12) * (log ? 0.09 : scale * scale);
    calibration.noise = rng.chance(0.1) ? grid.map(() => variance) : variance;
  }
  if (counted) calibration.target = 'burden';
  else if (rng.chance(0.2) && (aim === 'mean' || calibration.noise === 0)) calibration.estimand = 'linear';
  if (!counted && calibration.estimand === undefined && rng.chance(0.2)) calibration.shrinkage = 'linear';
  // Whether targets and noise are in the unit of the data; without a word they are.
  if (!log && rng.chance(0.6)) calibration.scale = rng.pick(['data', 'standardised', 'standardised']);
  const body = rng.chance(0.3) ? rng.shuffled(rows) : rows;
  return { calibration, unit, files: { 'dense.csv': `${[head.join(','), ...body].join('\n')}\n` } };
}

/** What the realised protocol of a study measured on units that vary as the latent quantity does, and their targets. */
export function benchmarkCsv(rng: Random, study: Written): string {
  const { horizon, points } = study.time;
  const realised = study.protocols[study.realised];
  const actions = entriesOf(realised).flatMap((entry: Written) => singleActions(entry, study.time));
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
