// Good dense data for the tests of commands: twelve units on four times, in every form that is read.

const TIMES = [1.25, 3.75, 6.25, 8.75];
const UNITS: readonly (readonly [string, readonly number[]])[] = [
  ['a', [0.1, 0.4, -0.3, 0.9]],
  ['b', [-0.9, -0.4, 0.2, 0.1]],
  ['c', [1.2, 0.5, 0.7, -0.6]],
  ['d', [-1.4, -0.9, -1.1, -0.2]],
  ['e', [0.7, -0.1, 0.3, 1.3]],
  ['f', [0.2, 0.8, 1.4, 0.5]],
  ['g', [-0.5, 0.1, -0.8, -1.2]],
  ['h', [1.9, 0.6, 0.1, 0.4]],
  ['i', [-0.3, -1.2, -0.6, -0.9]],
  ['j', [-1.1, -0.7, 0.4, 0.2]],
  ['k', [0.4, 1.1, 0.9, 1.5]],
  ['l', [0.6, -0.2, -1.3, -0.7]],
];

const csv = (head: readonly unknown[], rows: readonly (readonly unknown[])[]) =>
  `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;

/** Two readings of each unit that differ by 0.2 everywhere: their mean is the unit's value, and the noise known. */
const replicate = (values: readonly number[], k: number) =>
  values.map((value, j) => Number((value + (k === j % 2 ? -0.1 : 0.1)).toFixed(1)));

/** Two days of each unit by the clock, every two and a half hours from midnight on, with numbers of its own for the columns. */
const DAYS = UNITS.flatMap(([unit, values], u) =>
  [values, UNITS[(5 * u + 3) % UNITS.length]![1]].flatMap((day, d) =>
    day.map((value, j) => [
      unit,
      `2013-03-0${d + 1} 0${['0:00', '2:30', '5:00', '7:30'][j]}`,
      (value + 3).toFixed(1),
    ]),
  ),
);

export const DENSE_FILES = {
  'dense.csv': csv(
    ['unit', ...TIMES],
    UNITS.map(([unit, values]) => [unit, ...values]),
  ),
  'long.csv': csv(
    ['unit', 'time', 'value'],
    UNITS.flatMap(([unit, values]) => values.map((value, j) => [unit, TIMES[j], value])),
  ),
  'reps.csv': csv(
    ['unit', 'r', ...TIMES],
    UNITS.flatMap(([unit, values]) => [0, 1].map((k) => [unit, k + 1, ...replicate(values, k)])),
  ),
  'burden.csv': csv(
    ['unit', 'burden', ...TIMES],
    UNITS.map(([unit, values]) => [unit, (values[0]! + values[3]!).toFixed(1), ...values]),
  ),
  'days.csv': csv(
    ['No', 'patient', 'when', 'glucose'],
    DAYS.map((row, i) => [i + 1, ...row]),
  ),
};

export const CALIBRATIONS: Record<string, string> = {
  'dense.csv': '{ data: dense.csv, noise: 0.1, scale: standardised }',
  'long.csv': '{ data: long.csv, noise: 0.1, scale: standardised }',
  'reps.csv': '{ data: reps.csv, noise: { replicates: r }, scale: standardised }',
  'burden.csv': '{ data: burden.csv, noise: 0, target: burden }',
  'days.csv':
    '{ data: days.csv, noise: 0.1, columns: { unit: patient, time: when, value: glucose }, split: day, align: start }',
};

/** A study on these data; `more` follows below. */
export const denseStudy = (calibration = CALIBRATIONS['dense.csv'], more = '') => `sightline: 1
time: { horizon: 10, points: 4, unit: h }
target: mean
protocols:
  early: { at: [1.25, 3.75], noise: 0.4 }
  late: { at: [6.25, 8.75], noise: 0.4 }
calibration: ${calibration}
${more}`;
