import type { Random } from './random.ts';
import { clockText } from './random-clock.ts';
import { rounded } from './random-data.ts';
import type { StudyCase, Written } from './study-case.ts';

/** A table as a device writes it: patients on some days, readings at times of day, columns of its own. */
interface Days {
  horizon: number;
  /** Minutes after midnight at which a day begins. */
  start: number;
  /** Readings a day, evenly spaced from half a spacing on. */
  readings: number;
  mean: number;
  sd: number;
  gaps: number;
}

export const DAY_COLUMNS = { unit: 'patient', time: 'when', value: 'glucose' };

function tableOfDays(rng: Random, { horizon, start, readings, mean, sd, gaps }: Days): string {
  const written = rng.pick([
    (day: number, clock: string) => `2024-05-${String(day).padStart(2, '0')}T${clock}`,
    (day: number, clock: string) => `2024-05-${String(day).padStart(2, '0')} ${clock}`,
    (day: number, clock: string) => `${day}.05.2024 ${clock}`,
  ]);
  const rows: string[] = [];
  for (let u = 0; u < rng.whole(12, 20); u++) {
    const own = rng.normal();
    for (let day = 1; day <= rng.whole(1, 4); day++) {
      let state = rng.normal();
      for (let k = 0; k < readings; k++) {
        state = 0.8 * state + 0.6 * rng.normal();
        const minutes = start + Math.round(((k + 0.5) * horizon * 60) / readings);
        const late = minutes >= 24 * 60 ? 1 : 0;
        if (rng.chance(gaps)) continue;
        const when = written(day + late, clockText(minutes - late * 24 * 60));
        rows.push([`p${u}`, when, rounded(mean + sd * (0.5 * own + 0.8 * state)), `s${day}`].join(','));
      }
    }
  }
  return `${['patient,when,glucose,serial', ...rows].join('\n')}\n`;
}

/** Dense days: `split: day`, with what goes with it. */
export function calibrationByDay(
  rng: Random,
  study: Written,
): Pick<StudyCase, 'files'> & { calibration: Written } {
  const { horizon, points, start } = study.time;
  const averaged = rng.chance(0.4);
  const missing = rng.pick(['drop', 'pairwise', 'interpolate', undefined]);
  const days = {
    horizon,
    start: start === undefined ? 0 : minutesOf(start),
    readings: averaged ? 2 * points : points,
    mean: 140,
    sd: 40,
    gaps: missing === undefined ? 0 : 0.03,
  };
  return {
    files: { 'dense.csv': tableOfDays(rng, days) },
    calibration: {
      data: 'dense.csv',
      columns: DAY_COLUMNS,
      split: 'day',
      ...(averaged && { align: 'mean' }),
      ...(missing && { missing }),
      ...(rng.chance(0.2) && { independent: 'day' }),
      ...(rng.chance(0.3) && { scale: 'data' }),
      noise: rng.pick([0, 100]),
    },
  };
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Days of sensors as records on the cells of a clock, and the protocols of a study on them. */
export function recordsByTheClock(rng: Random, study: Written): StudyCase {
  const { horizon, points, start } = study.time;
  const spread = { mean: 140, sd: 40, gaps: rng.pick([0, 0.01]) };
  const table = tableOfDays(rng, {
    horizon,
    start: start === undefined ? 0 : minutesOf(start),
    readings: points * rng.pick([1, 2]),
    ...spread,
  });
  const { sightline, title, time, weights, protocols } = study;
  return {
    study: {
      sightline,
      ...(title !== undefined && { title }),
      time,
      ...(weights !== undefined && { weights }),
      protocols,
      records: {
        table: 'states.csv',
        columns: DAY_COLUMNS,
        split: 'day',
        ...(rng.chance(0.6) && { missing: rng.pick(['drop', 'interpolate']) }),
        grid: { time: 'clock' },
        targets: rng.pick<Written>([
          { glucose: 'mean' },
          { high: { above: 180 } },
          { within: { between: [70, 180] }, low: { below: 100 } },
        ]),
        ...(rng.chance(0.3) && { weights: rng.pick(['unit', 'record']) }),
        ...(rng.chance(0.4) && { folds: { outer: rng.whole(2, 4), inner: rng.whole(2, 3) } }),
      },
      templates: {
        layouts: [...rng.some(['middles', 'dispersed', 'contiguous', 'aware']), 'protocols'],
        budgets: rng.some([1, 2, 4], 1),
      },
    },
    files: { 'states.csv': table },
  };
}
