// How often the intervals of `sightline calibrate` hold what they promise, over many simulated studies with known truth:
// intervals for values (ours and plain percentile ones), ε, the regret guarantee, all comparisons, and pairs that are true ties.
// `npm run bench -- coverage [studies] [draws] [setting]`, with a process for each core.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  action,
  calibrationDraws,
  comparisons,
  type KernelSpec,
  kernelMatrix,
  type Measurement,
  nearestPoint,
  protocolValues,
  quantile,
  randomStream,
  simulatedUnits,
  type TargetSpec,
  type TimeGrid,
  target,
  targetWeights,
  timeGrid,
  uniformError,
  unitLaw,
  valueInterval,
} from '@sightline/engine';

interface Setting {
  name: string;
  grid: TimeGrid;
  kernel: KernelSpec;
  trait: number;
  noise: number;
  targets: readonly TargetSpec[];
  protocols: readonly (readonly Measurement[])[];
  /** How many units the studies have; those of UNITS unless given. */
  units?: readonly number[];
}

const counts = {
  intervals: 0,
  below: 0,
  above: 0,
  percentile: 0,
  width: 0,
  families: 0,
  exceeded: 0,
  violated: 0,
  ties: 0,
  told: 0,
  toldAlone: 0,
  together: 0,
};
type Counts = typeof counts;

const LEVEL = 0.95;
const UNITS = [50, 500];

const points = (grid: TimeGrid, times: readonly number[], noise: number) =>
  times.map((at) => action({ at, noise }, grid));

/** Both halves of the horizon look the same to a stationary law, so that mirror images are true ties. */
function withMirrors(grid: TimeGrid, layouts: readonly number[][], noise: number): Measurement[][] {
  return layouts.flatMap((given) => {
    // On the grid's own times, so that the mirror image of a reading is a reading too.
    const times = given.map((at) => grid.times[nearestPoint(grid, at)]!);
    const mirrored = times.map((at) => grid.horizon - at).toReversed();
    const same = times.every((at, i) => Math.abs(at - mirrored[i]!) < 1e-9);
    return (same ? [times] : [times, mirrored]).map((own) => points(grid, own, noise));
  });
}

const fine = timeGrid(20, 128);
const day = timeGrid(24, 24);
const coarse = timeGrid(20, 64);
const bins = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((i + 0.5) * (to - from)) / count);

const settings: Setting[] = [
  {
    name: 'Figure 2a: OU, noise 0.25, p = 128',
    grid: fine,
    kernel: { ou: { tau: 1 } },
    trait: 0,
    noise: 0.25,
    targets: ['mean', { above: 0 }],
    protocols: withMirrors(
      fine,
      [bins(0, 20, 4), bins(0, 8, 4), bins(3, 9, 3), [4, 5], [10.5], bins(0, 20, 12)],
      0.5,
    ),
  },
  {
    name: 'Figure 2b: trait and OU, no noise, p = 128',
    grid: fine,
    kernel: { ou: { tau: 2 } },
    trait: 0.2,
    noise: 0,
    targets: ['mean', { above: 0 }, { above: 1 }],
    protocols: [
      ...withMirrors(fine, [bins(0, 20, 4), bins(0, 8, 4), [2, 6, 12]], 0.5),
      [5, 15].map((at) => action({ at, width: 3, noise: 0.5 }, fine)),
      [2, 18].map((at) => action({ at, repeats: 3, noise: 0.5 }, fine)),
    ],
  },
  {
    name: 'Figure 2c: trait and varying OU, no noise, p = 64',
    grid: coarse,
    kernel: { varyingOu: { from: 0.3, to: 3 } },
    trait: 0.15,
    noise: 0,
    targets: [{ above: 0 }],
    protocols: [bins(0, 20, 4), bins(7, 13, 4), bins(0, 8, 4), bins(12, 20, 4), bins(0, 20, 12)].map(
      (times) => points(coarse, times, 0.4),
    ),
  },
  {
    name: 'Hours of a day: trait and OU, noise 0.25, p = 24',
    grid: day,
    kernel: { ou: { tau: 3 } },
    trait: 0.2,
    noise: 0.25,
    targets: [{ above: 1 }],
    protocols: [
      ...[
        [8.5, 9.5, 10.5, 11.5],
        [3.5, 9.5, 15.5, 21.5],
        [6.5, 18.5],
      ].map((times) => points(day, times, 0.3)),
      [action({ at: 12, width: 12, noise: 0.3 }, day)],
    ],
    units: [30, 50, 100],
  },
];

async function oneStudy(setting: Setting, units: number, draws: number, study: number): Promise<Counts> {
  const { grid, kernel, trait, noise, targets, protocols } = setting;
  const weights = targetWeights('uniform', grid);
  const covariance = kernelMatrix(kernel, trait, grid);
  const stream = randomStream(study, setting.name, units);
  const sample = { values: simulatedUnits(unitLaw(covariance), units, noise, stream) };
  const input = { sample, estimand: 'gaussian', noise, weights, targets, protocols } as const;
  const { draws: drawn } = await calibrationDraws(input, { draws, seed: study });
  const found = { ...counts };
  targets.forEach((spec, t) => {
    const own = drawn[t]!;
    const n = protocols.length;
    const truth = protocolValues({ covariance, weights }, target(spec), protocols).protocols.map(
      ({ value }) => value,
    );
    const column = (rows: Float64Array, i: number) =>
      Float64Array.from({ length: rows.length / n }, (_, b) => rows[b * n + i]!);
    let error = 0;
    truth.forEach((value, i) => {
      const bootstrap = column(own.bootstrap, i);
      const { low, high } = valueInterval(own.estimate[i]!, bootstrap, column(own.leftOut, i), LEVEL);
      found.intervals++;
      if (value < low) found.below++;
      if (value > high) found.above++;
      found.width += high - low;
      const ordered = bootstrap.toSorted();
      const tail = (1 - LEVEL) / 2;
      if (quantile(ordered, tail) <= value && value <= quantile(ordered, 1 - tail)) found.percentile++;
      error = Math.max(error, Math.abs(own.estimate[i]! - value));
    });
    const epsilon = uniformError(own, undefined, LEVEL);
    const compared = comparisons(own, LEVEL);
    found.families++;
    if (error > epsilon) found.exceeded++;
    if (Math.max(...truth) - truth[compared.bestSet[0]!]! > 2 * epsilon) found.violated++;
    let allHold = true;
    for (const { a, b, low, high, distinguishable, alone } of compared.comparisons) {
      const difference = truth[a]! - truth[b]!;
      if (difference < low || difference > high) allHold = false;
      if (Math.abs(difference) > 1e-12) continue;
      found.ties++;
      if (distinguishable) found.told++;
      if (alone.low > 0 || alone.high < 0) found.toldAlone++;
    }
    if (allHold) found.together++;
  });
  return found;
}

const add = (to: Counts, more: Counts) => {
  for (const key of Object.keys(to) as (keyof Counts)[]) to[key] += more[key];
};

interface Part {
  setting: number;
  units: number;
  draws: number;
  from: number;
  to: number;
  step: number;
}

if (process.send) {
  process.once('message', async ({ setting, units, draws, from, to, step }: Part) => {
    const sum = { ...counts };
    for (let study = from; study < to; study += step)
      add(sum, await oneStudy(settings[setting]!, units, draws, study));
    process.send!(sum, () => process.disconnect());
  });
} else {
  const [studies = 500, draws = 500] = process.argv.slice(2, 4).map(Number);
  // The number of a setting, from 1 on, runs that one alone.
  const only = process.argv[4] === undefined ? undefined : Number(process.argv[4]) - 1;
  const cores = availableParallelism();
  console.log(`${studies} studies, ${draws} draws each, level ${LEVEL}, ${cores} processes`);
  const share = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
  for (const [setting, { name, units: own = UNITS }] of settings.entries())
    for (const units of only === undefined || only === setting ? own : []) {
      const start = performance.now();
      const sum = { ...counts };
      const parts = Array.from({ length: cores }, (_, k) => ({
        setting,
        units,
        draws,
        from: k,
        to: studies,
        step: cores,
      }));
      for (const part of await Promise.all(parts.map(inChild))) add(sum, part);
      const { intervals, below, above, families } = sum;
      console.log(
        [
          `${name}, m = ${units} (${((performance.now() - start) / 1000).toFixed(0)} s)`,
          `  95 % intervals hold ${share(intervals - below - above, intervals)} of ${intervals} values (truth below ${share(below, intervals)}, above ${share(above, intervals)}; mean width ${(sum.width / intervals).toFixed(3)})`,
          `  plain percentile intervals hold ${share(sum.percentile, intervals)}`,
          `  the uniform error exceeds epsilon in ${share(sum.exceeded, families)}, the regret its guarantee in ${sum.violated} of ${families}`,
          `  the intervals of all comparisons hold together in ${share(sum.together, families)}`,
          sum.ties > 0
            ? `  true ties called distinguishable: ${share(sum.told, sum.ties)} of ${sum.ties} (each pair alone: ${share(sum.toldAlone, sum.ties)})`
            : '  no true ties in this family',
        ].join('\n'),
      );
    }
}

function inChild(part: Part): Promise<Counts> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url));
    child.once('message', resolve as (message: unknown) => void);
    child.once('error', reject);
    child.once('exit', (code) => code && reject(new Error(`a process ended with ${code}`)));
    child.send(part);
  });
}
