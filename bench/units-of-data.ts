// What a target in the unit of the data costs, whose transform differs between pairs of times, beside one g for all times.
import {
  asFamily,
  type EstimatorInput,
  estimator,
  type FamilyOptions,
  familyValuesOfTargets,
  kernelMatrix,
  randomStream,
  simulatedUnits,
  subsets,
  type Target,
  type TargetSpec,
  target,
  targetUnder,
  targetWeights,
  timeGrid,
  unitLaw,
} from '@sightline/engine/internal';
import { evenReadings } from './design-problem.ts';

const grid = timeGrid(20, 128);
const weights = targetWeights('uniform', grid);
// Mean and scale that go up and down over the horizon, by about as much as they do within a day.
const mean = Float64Array.from(grid.times, (t) => 0.4 * Math.sin((2 * Math.PI * t) / 20));
const scale = Float64Array.from(grid.times, (t) => 1 + 0.2 * Math.cos((2 * Math.PI * t) / 20));
const logMean = mean.map((m) => 4 + m);
const logScale = scale.map((s) => 0.5 * s);

const inData = (spec: TargetSpec) => () => targetUnder(spec, { mean, scale });
const ofLogs = () => targetUnder('mean', { mean: logMean, scale: logScale, transform: 'log' });
const one = (spec: TargetSpec) => {
  const prepared = target(spec);
  return () => prepared;
};

/** All 495 four-subsets of 12 points under an OU law: the sum of their values. */
function sweep(tau: number, noise: number, accuracy: FamilyOptions['accuracy'] = 'full') {
  const catalogue = evenReadings(grid, 12, noise);
  const family = asFamily(subsets([...catalogue.keys()], 4));
  const model = { covariance: kernelMatrix({ ou: { tau } }, 0, grid), weights };
  return (prepared: Target) =>
    familyValuesOfTargets(model, [prepared], catalogue, family, { accuracy })[0]!.value.reduce(
      (a, b) => a + b,
    );
}

/** The least of many runs of each, one after the other in turn. */
function inTurn(works: readonly (() => number)[], rounds = 60): number[] {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    works.forEach((work, i) => {
      const start = performance.now();
      work();
      least[i] = Math.min(least[i]!, performance.now() - start);
    });
  return least;
}

const number = (value: number, digits = 3) => value.toPrecision(digits).padStart(9);
const line = (name: string, [ordinary, own]: number[]) =>
  console.log(`${name.padEnd(46)}${number(ordinary!)}${number(own!)}${number(own! / ordinary!)}`);

console.log(`${'495 protocols of 4 readings, p = 128'.padEnd(46)}     one g    at each    ratio`);
for (const [tau, noise] of [
  [1, 0.5],
  [1, 0.05],
  [1, 0],
  [4, 0.05],
  [4, 0],
] as const) {
  const own = sweep(tau, noise);
  const law = `tau ${tau}, noise ${noise}`;
  const pairs: [string, () => Target, () => Target][] = [
    ['above 1', one({ above: 1 }), inData({ above: 1 })],
    ['between -0.5 and 1.5', one({ between: [-0.5, 1.5] }), inData({ between: [-0.5, 1.5] })],
    ['mean of logarithms', one({ above: 1 }), ofLogs],
  ];
  for (const [name, ordinary, local] of pairs) {
    const [a, b] = [ordinary(), local()];
    line(`${law}: ${name}`, inTurn([() => own(a), () => own(b)]));
  }
}
console.log(`\n${'a resample: prepared anew, six digits'.padEnd(46)}     one g    at each    ratio`);
for (const [tau, noise] of [
  [1, 0.5],
  [4, 0.05],
] as const) {
  const own = sweep(tau, noise, 'screening');
  for (const spec of [{ above: 1 }, { between: [-1, 1] }] as const) {
    const [ordinary, local] = [one(spec), inData(spec)];
    line(
      `tau ${tau}, noise ${noise}: ${Object.keys(spec)[0]}`,
      inTurn([() => own(ordinary()), () => own(local())]),
    );
  }
}

/** A bootstrap draw as `calibrate` makes it: moments, repair, the targets under the law of the draw, and all values. */
function draw(units: number, spec: TargetSpec, chosen: number) {
  const truth = unitLaw(kernelMatrix({ ou: { tau: 4 } }, 0.3, grid));
  const values = simulatedUnits(truth, units, 0.1, randomStream(1, 'units'));
  for (let n = 0; n < values.data.length; n++)
    values.data[n] = mean[n % grid.points]! + scale[n % grid.points]! * values.data[n]!;
  const catalogue = evenReadings(grid, 12, 0.1);
  const protocols = subsets([...catalogue.keys()], 4)
    .slice(0, chosen)
    .map((set) => set.map((a) => catalogue[a]!));
  const times = Int32Array.from({ length: units }, (_, i) => [0, 0, 0, 1, 1, 1, 1, 2, 2, 2][i % 10]!);
  return (of: EstimatorInput['scale']) => {
    const estimate = estimator({
      sample: { values },
      estimand: 'gaussian',
      scale: of!,
      noise: 0.1,
      weights,
      targets: [spec],
      protocols,
    });
    return () => estimate(times).values[0]!;
  };
}

console.log(`\n${'a bootstrap draw, whole'.padEnd(46)} standard.      data    ratio`);
for (const [units, chosen] of [
  [100, 6],
  [100, 495],
  [1000, 6],
] as const)
  for (const spec of ['mean', { above: 1 }, { between: [-1, 1] }] as const) {
    const own = draw(units, spec, chosen);
    line(
      `${units} units, ${chosen} protocols: ${typeof spec === 'string' ? spec : Object.keys(spec)[0]}`,
      inTurn([own('standardised'), own('data')]),
    );
  }
