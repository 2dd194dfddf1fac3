// How often the intervals of `sightline calibrate` hold what they promise, over many simulated studies with known truth:
// intervals for values (ours and plain percentile ones), ε, the regret guarantee, all comparisons, and pairs that are true ties;
// of the best-linear value under heavy tails, each protocol's interval by itself and what correcting is worth.
// `npm run bench -- coverage [studies] [draws] [setting]`, with a process for each core.
import {
  action,
  calibrate,
  calibrationDraws,
  comparisons,
  estimator,
  fillNormal,
  type KernelSpec,
  kernelMatrix,
  type Matrix,
  type Measurement,
  nearestPoint,
  protocolValues,
  quantile,
  randomStream,
  simulatedUnits,
  split,
  type TargetSpec,
  type TimeGrid,
  target,
  targetUnder,
  targetWeights,
  timeGrid,
  uniformError,
  unitLaw,
  valueInterval,
} from '@sightline/engine/internal';
import { putInUnit, recordMeans } from './simulated-units.ts';
import { allHold, CORES, percent, settingsAsked, simulatedStudies, uniformDistance } from './studies.ts';

interface Setting {
  name: string;
  grid: TimeGrid;
  kernel: KernelSpec;
  trait: number;
  noise: number;
  targets: readonly TargetSpec[];
  protocols: readonly (readonly Measurement[])[];
  /** Mean and standard deviation at each time: with them noise and thresholds are in the unit of the data. */
  unit?: { mean: Float64Array; scale: Float64Array };
  /** How many units the studies have; those of UNITS unless given. */
  units?: readonly number[];
  /** The best-linear value of data of another law. Its truth is simulated where the target is not linear. */
  linear?: { law: Law; target: (x: number) => number };
}

/** Multivariate Student-t with 5 degrees of freedom; or its logarithm Gaussian, and skewed itself. */
type Law = 't5' | 'lognormal' | 'gaussian';

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
type Counts = typeof counts & { each: number[][] };
/** Of each protocol: studies, intervals that held, Σ value − truth, Σ corrected − truth. */
const nothing = (protocols: number): Counts => ({
  ...counts,
  each: Array.from({ length: protocols }, () => [0, 0, 0, 0]),
});

const LEVEL = 0.95;
/** At least so much of a 95 % interval's promise is to be kept. */
const PROMISED = 0.92;
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
const twoHours = timeGrid(24, 12);
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
  ...(
    [
      ['t5', 'mean', (x: number) => x],
      ['t5', 'share above 1', (x: number) => (x > 1 ? 1 : 0)],
      ['lognormal', 'mean', (x: number) => x],
      ['gaussian', 'share above 1', (x: number) => (x > 1 ? 1 : 0)],
    ] as const
  ).map(
    ([law, of, g]): Setting => ({
      name: `Best linear, ${law}: ${of} of a day, trait and OU, p = 12`,
      grid: twoHours,
      kernel: { ou: { tau: 4 } },
      trait: 0.2,
      noise: 0,
      targets: [],
      protocols: [[11], [5, 17], [3, 9, 15, 21], [1, 3, 5, 7], [1, 3, 7, 9, 13, 15, 19, 23]].map((times) =>
        points(twoHours, times, 0.3),
      ),
      units: [40, 100],
      linear: { law, target: g },
    }),
  ),
  {
    name: 'Hours of a day in the unit of the data: mean and sd differ between hours, trait and OU, noise 100, p = 24',
    grid: day,
    kernel: { ou: { tau: 3 } },
    trait: 0.2,
    noise: 100,
    unit: {
      mean: Float64Array.from(day.times, (t) => 140 + 30 * Math.sin((Math.PI * t) / 12)),
      scale: Float64Array.from(day.times, (t) => 40 + 20 * Math.cos((Math.PI * t) / 12)),
    },
    targets: ['mean', { above: 180 }, { between: [70, 180] }],
    protocols: [
      ...[
        [8.5, 9.5, 10.5, 11.5],
        [3.5, 9.5, 15.5, 21.5],
        [6.5, 18.5],
      ].map((times) => points(day, times, 225)),
      [action({ at: 12, width: 12, noise: 225 }, day)],
    ],
    units: [30, 50, 100],
  },
];

async function oneStudy(setting: Setting, units: number, draws: number, study: number): Promise<Counts> {
  const { grid, kernel, trait, noise, targets, protocols, linear, unit } = setting;
  if (linear) return linearStudy(setting, units, draws, study);
  const weights = targetWeights('uniform', grid);
  const covariance = kernelMatrix(kernel, trait, grid);
  const stream = randomStream(study, setting.name, units);
  const sample = { values: simulatedUnits(unitLaw(covariance), units, unit ? 0 : noise, stream) };
  if (unit) putInUnit(sample.values, unit, noise, stream);
  const of = { scale: unit ? 'data' : 'standardised' } as const;
  const input = { sample, estimand: 'gaussian', noise, weights, targets, protocols, ...of } as const;
  const { draws: drawn } = await calibrationDraws(input, { draws, seed: study });
  const found = nothing(protocols.length);
  targets.forEach((spec, t) => {
    const own = drawn[t]!;
    const n = protocols.length;
    const model = { covariance, weights, scale: unit?.scale };
    const aim = unit ? targetUnder(spec, unit) : target(spec);
    const truth = protocolValues(model, aim, protocols).protocols.map(({ value }) => value);
    const column = (rows: Float64Array, i: number) =>
      Float64Array.from({ length: rows.length / n }, (_, b) => rows[b * n + i]!);
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
    });
    const epsilon = uniformError(own, undefined, LEVEL);
    const compared = comparisons(own, LEVEL);
    found.families++;
    if (uniformDistance(own.estimate, truth) > epsilon) found.exceeded++;
    if (Math.max(...truth) - truth[compared.bestSet[0]!]! > 2 * epsilon) found.violated++;
    countComparisons(found, compared.comparisons, truth);
  });
  return found;
}

function countComparisons(
  found: Counts,
  compared: ReturnType<typeof comparisons>['comparisons'],
  truth: readonly number[],
): void {
  if (allHold(compared, truth)) found.together++;
  for (const { a, b, distinguishable, alone } of compared) {
    if (Math.abs(truth[a]! - truth[b]!) > 1e-12) continue;
    found.ties++;
    if (distinguishable) found.told++;
    if (alone.low > 0 || alone.high < 0) found.toldAlone++;
  }
}

/** Units of another law than the Gaussian one, and the target of each. */
function unitsOfLaw(
  { grid, kernel, trait, linear }: Setting,
  units: number,
  stream: ReturnType<typeof randomStream>,
): { values: Matrix; targets: Float64Array } {
  const { law, target: g } = linear!;
  const values = simulatedUnits(unitLaw(kernelMatrix(kernel, trait, grid)), units, 0, stream);
  const { data, cols: p } = values;
  if (law === 'lognormal') for (let n = 0; n < data.length; n++) data[n] = Math.exp(0.7 * data[n]!);
  if (law === 't5') {
    const normals = new Float64Array(5 * units);
    fillNormal(split(stream, 'scale'), normals);
    for (let i = 0; i < units; i++) {
      const chi = normals.subarray(5 * i, 5 * i + 5).reduce((sum, z) => sum + z * z, 0);
      for (let j = 0; j < p; j++) data[i * p + j]! *= Math.sqrt(5 / chi);
    }
  }
  return { values, targets: recordMeans(values, g) };
}

const linearInput = (
  { grid, noise, protocols }: Setting,
  sample: { values: Matrix; targets: Float64Array },
) =>
  ({
    sample,
    estimand: 'linear',
    noise,
    weights: targetWeights('uniform', grid),
    targets: [],
    protocols,
  }) as const;

/** So many units make the truth of a target that is not linear: its standard error is about 0.002 with heavy tails. */
const UNITS_OF_TRUTH = 400_000;
const truths = new Map<string, readonly number[]>();

function linearTruth(setting: Setting): readonly number[] {
  const known = truths.get(setting.name);
  if (known) return known;
  const sample = unitsOfLaw(setting, UNITS_OF_TRUTH, randomStream(1, setting.name, 'truth'));
  const once = new Int32Array(UNITS_OF_TRUTH).fill(1);
  const found = Array.from(estimator(linearInput(setting, sample))(once, 'data').values);
  truths.set(setting.name, found);
  return found;
}

async function linearStudy(setting: Setting, units: number, draws: number, study: number): Promise<Counts> {
  const truth = linearTruth(setting);
  const sample = unitsOfLaw(setting, units, randomStream(study, setting.name, units));
  const { targets } = await calibrate(linearInput(setting, sample), { draws, seed: study, level: LEVEL });
  const { protocols, epsilon, comparisons: compared, selected } = targets[0]!;
  const found = nothing(protocols.length);
  found.families++;
  protocols.forEach(({ value, corrected, low, high }, i) => {
    const held = low <= truth[i]! && truth[i]! <= high;
    found.intervals++;
    if (truth[i]! < low) found.below++;
    if (truth[i]! > high) found.above++;
    found.width += high - low;
    found.each[i] = [1, held ? 1 : 0, value - truth[i]!, corrected! - truth[i]!];
  });
  const values = protocols.map(({ value }) => value);
  if (uniformDistance(values, truth) > epsilon) found.exceeded++;
  if (Math.max(...truth) - truth[selected.protocol]! > selected.guarantee) found.violated++;
  countComparisons(found, compared.comparisons, truth);
  return found;
}

interface Part {
  setting: number;
  units: number;
  draws: number;
  studies: number;
}

const made = simulatedStudies(import.meta.url, ({ setting, units, draws }: Part, study) =>
  oneStudy(settings[setting]!, units, draws, study),
);
if (made) {
  const [studies = 500, draws = 500] = process.argv.slice(2, 4).map(Number);
  console.log(`${studies} studies, ${draws} draws each, level ${LEVEL}, ${CORES} processes`);
  for (const [setting, { name, units: own = UNITS, linear }] of settingsAsked(settings, process.argv[4]))
    for (const units of own) {
      const { sum, seconds } = await made({ setting, units, draws, studies });
      const { intervals, below, above, families } = sum;
      console.log(
        [
          `${name}, m = ${units} (${seconds.toFixed(0)} s)`,
          `  95 % intervals cover ${percent(intervals - below - above, intervals)} of ${intervals} values (truth below ${percent(below, intervals)}, above ${percent(above, intervals)}; mean width ${(sum.width / intervals).toFixed(3)})`,
          linear === undefined
            ? `  plain percentile intervals cover ${percent(sum.percentile, intervals)}`
            : eachProtocol(sum, settings[setting]!),
          `  the uniform error exceeds epsilon in ${percent(sum.exceeded, families)}, the regret its guarantee in ${sum.violated} of ${families}`,
          `  the simultaneous intervals of all comparisons cover in ${percent(sum.together, families)}`,
          sum.ties > 0
            ? `  true ties called distinguishable: ${percent(sum.told, sum.ties)} of ${sum.ties} (each pair alone: ${percent(sum.toldAlone, sum.ties)})`
            : '  no true ties in this family',
        ].join('\n'),
      );
    }
}

function eachProtocol({ each }: Counts, { protocols }: Setting): string {
  const lines = each.map(([studies, held, plugIn, corrected], i) => {
    const coverage = held! / studies!;
    const off = (sum: number) => (sum / studies! < 0 ? '−' : '+') + Math.abs(sum / studies!).toFixed(3);
    return (
      `    ${protocols[i]!.length} readings: holds ${percent(held!, studies!)}` +
      `${coverage < PROMISED ? `, ${(100 * (PROMISED - coverage)).toFixed(1)} below ${100 * PROMISED} %` : ''}; ` +
      `value off by ${off(plugIn!)} on average, corrected by ${off(corrected!)}`
    );
  });
  return ['  protocol by protocol', ...lines].join('\n');
}
