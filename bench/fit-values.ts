// How often the intervals of values under a fitted law hold what they promise, over many simulated sets of sparse readings with known
// truth: each set is fitted, laws are drawn from the parameters' sampling distribution, and the intervals of values and errors,
// ε and all comparisons are held against what the true law gives.
// `npm run bench -- fit-values [sets] [draws] [setting]`, with a process for each core.
import {
  action,
  type FitModel,
  fitLaw,
  fittedValues,
  type KernelName,
  type KernelSpec,
  kernelMatrix,
  meanAt,
  protocolValues,
  randomStream,
  type TargetSpec,
  targetUnder,
  targetWeights,
  timeGrid,
} from '@sightline/engine/internal';
import { type ReadingsLaw, readingsText, simulatedReadings } from './simulated-readings.ts';
import { allHold, CORES, percent, settingsAsked, simulatedStudies, uniformDistance } from './studies.ts';

interface Setting extends ReadingsLaw {
  name: string;
  transform?: 'log';
  model: Omit<FitModel, 'kernel' | 'noise'>;
  targets: readonly TargetSpec[];
  /** Whether the setting is among those that have to hold: where the times tell all parameters, and none is at its bound. */
  told: boolean;
}

const LEVEL = 0.95;
const day = timeGrid(24, 24);
const weights = targetWeights('uniform', day);
const at = (...times: number[]) => times.map((t) => action({ at: t, noise: 100 }, day));
const logAt = (...times: number[]) => times.map((t) => action({ at: t, noise: 0.04 }, day));
const layouts = [
  [12.5],
  [6.5, 18.5],
  [3.5, 9.5, 15.5, 21.5],
  [8.5, 9.5, 10.5, 11.5],
  [2.5, 5.5, 8.5, 11.5, 14.5, 17.5, 20.5, 23.5],
];

const base = {
  mean: () => 140,
  sd: 50,
  noise: 100,
  trait: 0.3,
  kernel: { ou: { tau: 3 } } as KernelSpec,
  model: { trait: true, mean: 'constant' } as Setting['model'],
  targets: ['mean'] as readonly TargetSpec[],
  told: true,
};

const settings: Setting[] = [
  { ...base, name: 'OU and trait 0.3', units: 100, readings: 8 },
  { ...base, name: 'OU and trait 0.3, many units', units: 400, readings: 6 },
  { ...base, name: 'OU and trait 0.3, few units', units: 40, readings: 8 },
  {
    ...base,
    name: 'Matérn 3/2 without a trait',
    kernel: { matern32: { tau: 4 } },
    trait: 0,
    model: { trait: false, mean: 'constant' },
    units: 100,
    readings: 8,
  },
  {
    ...base,
    name: 'damped cosine and trait 0.3',
    kernel: { dampedCosine: { decay: 8, period: 10 } },
    units: 100,
    readings: 10,
  },
  {
    ...base,
    name: 'OU and trait 0.4, 4 days of each unit that share the trait',
    trait: 0.4,
    units: 60,
    trajectories: 4,
    readings: 6,
  },
  {
    ...base,
    name: 'OU and trait 0.3, mean smooth in time, time above 180',
    targets: [{ above: 180 }],
    mean: (t) => 140 + 25 * Math.sin((Math.PI * t) / 12),
    model: { trait: true, mean: { smooth: 5 } },
    units: 100,
    readings: 8,
  },
  {
    ...base,
    name: 'OU and trait 0.3 of the logarithm',
    mean: () => 4.9,
    sd: 0.35,
    noise: 0.01,
    transform: 'log',
    units: 100,
    readings: 8,
  },
  {
    ...base,
    name: 'OU and trait 0.05: often estimated as 0',
    trait: 0.05,
    units: 100,
    readings: 8,
    told: false,
  },
  { ...base, name: 'OU without a trait, fitted with one', trait: 0, units: 100, readings: 8, told: false },
];

const nothing = () => ({
  sets: 0,
  undetermined: 0,
  bounded: 0,
  values: 0,
  below: 0,
  above: 0,
  width: 0,
  errors: 0,
  held: 0,
  families: 0,
  exceeded: 0,
  together: 0,
});
type Counts = ReturnType<typeof nothing>;

async function oneSet(setting: Setting, set: number, draws: number): Promise<Counts> {
  const { kernel, trait, mean, sd, targets } = setting;
  const transform: 'none' | 'log' = setting.transform ?? 'none';
  const model = {
    ...setting.model,
    kernel: Object.keys(kernel)[0] as KernelName,
    noise: 'estimated',
  } as const;
  const fit = fitLaw(simulatedReadings(setting, randomStream(set, 'fit-values', setting.name)), model, {
    method: 'ml',
    horizon: 24,
  });
  const found = nothing();
  found.sets = 1;
  if (fit.parameters.some(({ unconstrained }) => unconstrained === null)) found.bounded = 1;
  if (fit.ridge) found.undetermined = 1;
  const protocols = layouts.map((times) => (transform === 'log' ? logAt : at)(...times));
  const law = {
    ...fit,
    mean: meanAt(fit.mean, day.times),
    knots: typeof fit.mean === 'number' ? null : fit.mean.knots,
  };
  const input = { law, grid: day, transform, weights, targets, protocols };
  const answers = await fittedValues(input, { draws, seed: set, level: LEVEL });
  const truth = {
    mean: Float64Array.from(day.times, mean),
    scale: new Float64Array(day.points).fill(sd),
    transform,
  };
  const own = { covariance: kernelMatrix(kernel, trait, day), weights, scale: truth.scale };
  targets.forEach((spec, t) => {
    const { variance, protocols: known } = protocolValues(own, targetUnder(spec, truth), protocols);
    const answer = answers.targets[t]!;
    known.forEach(({ value }, i) => {
      const { low, high, rmse } = answer.protocols[i]!;
      const error = Math.sqrt(variance * (1 - value));
      found.values++;
      if (value < low) found.below++;
      if (value > high) found.above++;
      found.width += high - low;
      found.errors++;
      if (rmse.low <= error && error <= rmse.high) found.held++;
    });
    const [estimates, values] = [answer.protocols, known].map((some) => some.map(({ value }) => value));
    found.families++;
    if (uniformDistance(estimates!, values!) > answer.epsilon) found.exceeded++;
    if (allHold(answer.comparisons.comparisons, values!)) found.together++;
  });
  return found;
}

interface Part {
  setting: number;
  draws: number;
  studies: number;
}

const made = simulatedStudies(import.meta.url, ({ setting, draws }: Part, set) =>
  oneSet(settings[setting]!, set, draws),
);
if (made) {
  const [sets = 1000, draws = 300] = process.argv.slice(2, 4).map(Number);
  console.log(`${sets} sets, ${draws} draws each, level ${LEVEL}, ${CORES} processes`);
  for (const [setting, own] of settingsAsked(settings, process.argv[4])) {
    const { sum, seconds } = await made({ setting, draws, studies: sets });
    const covers = 1 - (sum.below + sum.above) / sum.values;
    const off = own.told && (covers < 0.93 || covers > 0.97) ? ', NOT within 93 to 97 %' : '';
    console.log(
      [
        `${setting + 1}. ${own.name}: ${readingsText(own)} (${seconds.toFixed(0)} s)`,
        `  a parameter at its bound in ${percent(sum.bounded, sum.sets)} of the sets, one not determined in ${percent(sum.undetermined, sum.sets)}`,
        `  95 % intervals cover ${percent(covers, 1)} of ${sum.values} values${off} (truth below ${percent(sum.below, sum.values)}, above ${percent(sum.above, sum.values)}; mean width ${(sum.width / sum.values).toFixed(3)})`,
        `  intervals of RMSE cover ${percent(sum.held, sum.errors)}; the uniform error exceeds epsilon in ${percent(sum.exceeded, sum.families)}`,
        `  the simultaneous intervals of all comparisons cover in ${percent(sum.together, sum.families)}`,
      ].join('\n'),
    );
  }
}
