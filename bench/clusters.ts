// How often the intervals of `sightline calibrate` hold where units have several trajectories, over many simulated studies with
// known truth: 30 units of 1 to 20 trajectories each, resampled by unit and, beside that, as if every trajectory were independent.
// `npm run bench -- clusters [studies] [draws] [setting]`, with a process for each core.
import {
  action,
  calibrate,
  type DenseUnits,
  type EstimatorInput,
  estimator,
  fillUniform,
  kernelMatrix,
  type Matrix,
  type Measurement,
  protocolValues,
  randomStream,
  simulatedUnits,
  split,
  type TargetSpec,
  target,
  targetUnder,
  targetWeights,
  timeGrid,
  unitLaw,
} from '@sightline/engine/internal';
import { putInUnit, recordMeans } from './simulated-units.ts';
import { allHold, CORES, percent, settingsAsked, simulatedStudies, uniformDistance } from './studies.ts';

const LEVEL = 0.95;
const UNITS = 30;
const MOST_TRAJECTORIES = 20;
/** The share of a trajectory's variance that all trajectories of its unit have in common: a course of its own at each time. */
const COMMON = 0.5;
const NOISE = 0.25;

const grid = timeGrid(24, 24);
const weights = targetWeights('uniform', grid);
const covariance = kernelMatrix({ ou: { tau: 3 } }, 0.2, grid);
const law = unitLaw(covariance);
const protocols = [
  [11.5],
  [6.5, 18.5],
  [3.5, 9.5, 15.5, 21.5],
  [0.5, 1.5, 2.5, 3.5],
  [1, 4, 7, 10, 13, 16, 19, 22],
].map((times) => times.map((at) => action({ at, noise: 0.3 }, grid)));

interface Setting {
  name: string;
  estimand: EstimatorInput['estimand'];
  targets: readonly TargetSpec[];
  /** Of the best-linear value: what is averaged over the record. */
  of?: (x: number) => number;
  /** Whether the law has a mean and a scale that change with time, and all is in the unit of the data. */
  inUnit?: true;
}

/** In the unit of the data: the standard deviation rises to two and a half times over the day. */
const scale = grid.times.map((t) => 20 + (30 * t) / grid.horizon);
const mean = grid.times.map((t) => 140 + 20 * Math.sin((2 * Math.PI * t) / grid.horizon));
/** Of a reading, of the study's data or of a protocol, in that unit. */
const NOISE_IN_UNIT = 300;

const settings: Setting[] = [
  { name: 'Gaussian, standardised: mean', estimand: 'gaussian', targets: ['mean'] },
  { name: 'Gaussian, standardised: share above 1', estimand: 'gaussian', targets: [{ above: 1 }] },
  { name: 'Gaussian, in the unit of the data: mean', estimand: 'gaussian', targets: ['mean'], inUnit: true },
  {
    name: 'Gaussian, in the unit of the data: share above 180',
    estimand: 'gaussian',
    targets: [{ above: 180 }],
    inUnit: true,
  },
  { name: 'Best linear: mean', estimand: 'linear', targets: [], of: (x) => x },
  { name: 'Best linear: share above 1', estimand: 'linear', targets: [], of: (x) => (x > 1 ? 1 : 0) },
];

/** Trajectories of `counts.length` units: √ρ of a course of the unit and √(1 − ρ) of one of their own. */
function clustered(
  { estimand, of, inUnit }: Setting,
  counts: Int32Array,
  stream: ReturnType<typeof randomStream>,
) {
  const clusters = Int32Array.from(Array.from(counts).flatMap((count, unit) => Array(count).fill(unit)));
  const common = simulatedUnits(law, counts.length, 0, split(stream, 'units'));
  const own = simulatedUnits(
    law,
    clusters.length,
    estimand === 'gaussian' && !inUnit ? NOISE / (1 - COMMON) : 0,
    split(stream, 'trajectories'),
  );
  const p = grid.points;
  const values: Matrix = { ...own, data: own.data.slice() };
  clusters.forEach((unit, i) => {
    for (let j = 0; j < p; j++)
      values.data[i * p + j] =
        Math.sqrt(COMMON) * common.data[unit * p + j]! + Math.sqrt(1 - COMMON) * own.data[i * p + j]!;
  });
  const targets = of && recordMeans(values, of);
  if (inUnit) putInUnit(values, { mean, scale }, NOISE_IN_UNIT, stream);
  return { values, clusters, ...(targets && { targets }) };
}

function inputOf(setting: Setting, sample: DenseUnits): EstimatorInput {
  const { estimand, targets, inUnit } = setting;
  const noise = inUnit ? NOISE_IN_UNIT : estimand === 'gaussian' ? NOISE : 0;
  return {
    sample,
    estimand,
    noise,
    weights,
    targets,
    protocols: protocolsOf(setting),
    ...(inUnit && { scale: 'data' }),
  };
}

function protocolsOf({ inUnit }: Setting): readonly (readonly Measurement[])[] {
  return inUnit
    ? protocols.map((actions) => actions.map((one) => ({ ...one, noise: NOISE_IN_UNIT })))
    : protocols;
}

/** So many trajectories, each of a unit of its own, make the truth of a target that is not linear. */
const TRAJECTORIES_OF_TRUTH = 400_000;
const truths = new Map<Setting, readonly number[]>();

function truthOf(setting: Setting): readonly number[] {
  const known = truths.get(setting);
  if (known) return known;
  const values = (): readonly number[] => {
    if (setting.inUnit)
      return protocolValues(
        { covariance, weights, scale },
        targetUnder(setting.targets[0]!, { mean, scale, transform: 'none' }),
        protocolsOf(setting),
      ).protocols.map(({ value }) => value);
    if (setting.estimand === 'gaussian' || setting.of!(0.3) === 0.3)
      return protocolValues(
        { covariance, weights },
        target(setting.targets[0] ?? 'mean'),
        protocols,
      ).protocols.map(({ value }) => value);
    const { clusters: _, ...sample } = clustered(
      setting,
      new Int32Array(TRAJECTORIES_OF_TRUTH).fill(1),
      randomStream(1, 'truth'),
    );
    const once = new Int32Array(TRAJECTORIES_OF_TRUTH).fill(1);
    return Array.from(estimator(inputOf(setting, sample))(once, 'data').values);
  };
  truths.set(setting, values());
  return truths.get(setting)!;
}

/** Of each protocol: intervals by unit that held, too low, too high, their width, intervals by trajectory that held, width, Σ design effect. */
interface Counts {
  each: number[][];
  together: number;
  exceeded: number;
  togetherApart: number;
}

async function oneStudy(setting: Setting, draws: number, study: number): Promise<Counts> {
  const truth = truthOf(setting);
  const stream = randomStream(study, setting.name);
  const sizes = new Float64Array(UNITS);
  fillUniform(split(stream, 'sizes'), sizes);
  const counts = Int32Array.from(sizes, (size) => 1 + Math.floor(MOST_TRAJECTORIES * size));
  const sample = clustered(setting, counts, stream);
  const { clusters: _, ...independent } = sample;
  const options = { draws, seed: study, level: LEVEL };
  const [byUnit] = (await calibrate(inputOf(setting, sample), options)).targets;
  const [apart] = (await calibrate(inputOf(setting, independent), options)).targets;
  const values = byUnit!.protocols.map(({ value }) => value);
  return {
    each: byUnit!.protocols.map(({ low, high, designEffect }, i) => {
      const other = apart!.protocols[i]!;
      return [
        low <= truth[i]! && truth[i]! <= high ? 1 : 0,
        truth[i]! < low ? 1 : 0,
        truth[i]! > high ? 1 : 0,
        high - low,
        other.low <= truth[i]! && truth[i]! <= other.high ? 1 : 0,
        other.high - other.low,
        designEffect!,
      ];
    }),
    together: allHold(byUnit!.comparisons.comparisons, truth) ? 1 : 0,
    togetherApart: allHold(apart!.comparisons.comparisons, truth) ? 1 : 0,
    exceeded: uniformDistance(values, truth) > byUnit!.epsilon ? 1 : 0,
  };
}

interface Part {
  setting: number;
  draws: number;
  studies: number;
}

const made = simulatedStudies(import.meta.url, ({ setting, draws }: Part, study) =>
  oneStudy(settings[setting]!, draws, study),
);
if (made) {
  const [studies = 1000, draws = 300] = process.argv.slice(2, 4).map(Number);
  console.log(
    `${studies} studies of ${UNITS} units with 1 to ${MOST_TRAJECTORIES} trajectories each, ${draws} draws, level ${LEVEL}, ${CORES} processes`,
  );
  const share = (part: number) => percent(part, studies);
  const mean = (amount: number) => amount / studies;
  for (const [setting, { name }] of settingsAsked(settings, process.argv[4])) {
    const { sum, seconds } = await made({ setting, draws, studies });
    console.log(
      [
        `${name} (${seconds.toFixed(0)} s)`,
        ...sum.each.map(
          ([held, below, above, width, apart, narrow, effect], i) =>
            `  ${protocols[i]!.length} readings: 95 % intervals hold ${share(held!)} (truth below ${share(below!)}, above ${share(above!)}; ` +
            `mean width ${mean(width!).toFixed(3)}), by trajectory ${share(apart!)} (${mean(narrow!).toFixed(3)}); design effect ${mean(effect!).toFixed(1)}`,
        ),
        `  the simultaneous intervals of all comparisons cover in ${share(sum.together)}, by trajectory in ${share(sum.togetherApart)}; ` +
          `the uniform error exceeds epsilon in ${share(sum.exceeded)}`,
      ].join('\n'),
    );
  }
}
