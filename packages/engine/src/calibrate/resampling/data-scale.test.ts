// Estimates in the unit of the data, against numpy and scipy from the same values.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { drawnLaws, scenariosOf } from '../../design/uncertain-law.ts';
import type { TargetSpec } from '../../model/target.ts';
import { protocolValues } from '../../model/value/value.ts';
import { matrixFromRows } from '../../numerics/matrix.ts';
import { calibrate, withCanonicalSample } from '../calibrate.ts';
import { planUnits } from '../plan-units.ts';
import { addToGroups, emptyGroups, finishedGroups } from '../sample/unit-groups.ts';
import { type EstimatorInput, estimator } from './estimator.ts';
import { resampledTimes } from './resample.ts';

const near = comparedWith('values estimated from dense data', 'numpy and scipy');
const quickly = comparedWith('values in resamples, which need six digits', 'numpy and scipy');

interface Case {
  values: number[][];
  noise: number;
  weights: number[];
  transform: 'none' | 'log';
  readings: [number, number, number][];
  targets: TargetSpec[];
  draws: {
    times: number[];
    mean: number[];
    scale: number[];
    values: number[];
    targetMeans: number[];
    variances: number[];
  }[];
}

const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/data_scale.json', import.meta.url), 'utf8'),
);

const inputOf = ({ values, noise, weights, transform, readings, targets }: Case): EstimatorInput => ({
  sample: { values: matrixFromRows(values) },
  estimand: 'gaussian',
  scale: 'data',
  transform,
  noise,
  weights: Float64Array.from(weights),
  targets,
  protocols: [readings.map(([first, last, own]) => ({ first, last, noise: own }))],
});

/** The same in another unit: numbers times `by`, variances times its square. */
function inUnit(input: EstimatorInput, by: number): EstimatorInput {
  const { sample, noise, targets, protocols } = input;
  if (!('values' in sample) || typeof noise !== 'number') throw new Error('one by one');
  const scaled = (spec: TargetSpec) =>
    typeof spec === 'string'
      ? spec
      : (Object.fromEntries(
          Object.entries(spec).map(([kind, c]) => [
            kind,
            Array.isArray(c) ? c.map((one) => one * by) : (c as number) * by,
          ]),
        ) as unknown as TargetSpec);
  return {
    ...input,
    sample: { values: { ...sample.values, data: sample.values.data.map((x) => x * by) } },
    noise: noise * by * by,
    targets: targets.map(scaled),
    protocols: protocols.map((one) => one.map((action) => ({ ...action, noise: action.noise * by * by }))),
  };
}

describe.each(cases.map((one, i) => [i, one] as const))('data %d', (_, one) => {
  it('law, values, means and variances are those of numpy and scipy', () => {
    const estimate = estimator(inputOf(one));
    one.draws.forEach((wanted, draw) => {
      const full = estimate(wanted.times, 'data');
      wanted.mean.forEach((m, j) => {
        expect(full.mean![j]).toBeCloseTo(m, 9);
        expect(full.model.scale![j]! / wanted.scale[j]!).toBeCloseTo(1, 10);
      });
      one.targets.forEach((_, t) => {
        near(Math.abs(full.values[t]! - wanted.values[t]!), 1e-9);
        expect(full.targetMeans[t]! / wanted.targetMeans[t]!).toBeCloseTo(1, 10);
        expect(full.variances[t]! / wanted.variances[t]!).toBeCloseTo(1, 9);
        const quick = estimate(wanted.times, draw === 0 ? 'resample' : 'draw');
        quickly(Math.abs(quick.values[t]! - wanted.values[t]!), 2e-6);
      });
    });
  });

  it('groups of units give the same law as the units', () => {
    const input = inputOf(one);
    const values = matrixFromRows(one.values);
    const filling = emptyGroups(3, values.cols);
    addToGroups(
      filling,
      one.values.map((_, i) => `unit ${i}`),
      { values },
    );
    const groups = finishedGroups(filling);
    const times = new Int32Array(groups.moments.length).fill(1);
    const whole = estimator(input)(new Int32Array(values.rows).fill(1), 'data');
    const grouped = estimator({ ...input, sample: groups })(times, 'data');
    whole.values.forEach((value, i) => {
      expect(grouped.values[i]).toBeCloseTo(value, 9);
      expect(grouped.targetMeans[i]! / whole.targetMeans[i]!).toBeCloseTo(1, 10);
    });
  });
});

const [input] = cases.map(inputOf) as [EstimatorInput];

it('values do not depend on the unit of the data', () => {
  const whole = (of: EstimatorInput) => estimator(of)(new Int32Array(30).fill(1), 'data');
  const [mg, kg] = [whole(input), whole(inUnit(input, 1000))];
  mg.values.forEach((value, i) => {
    expect(kg.values[i]).toBeCloseTo(value, 10);
  });
});

it('standardised is another question: times that vary more count for more in the unit of the data', () => {
  const whole = (scale: 'data' | 'standardised') => {
    const { values, mean, targets } = estimator({
      ...input,
      scale,
      targets: ['mean'],
      protocols: [[{ first: 1, last: 1, noise: 0 }]],
    })(new Int32Array(30).fill(1), 'data');
    return { value: values[0]!, mean, targets };
  };
  const [own, standardised] = [whole('data'), whole('standardised')];
  expect(Math.abs(own.value - standardised.value)).toBeGreaterThan(1e-3);
  expect(standardised.mean).toBeUndefined();
});

it('calibrate gives mean, scale and target means, and a theory only where it has constants', async () => {
  const found = await calibrate(input, { draws: 60, seed: 3 });
  const { law, targets } = found;
  expect([...law!.mean]).toEqual(cases[0]!.draws[0]!.mean.map((m) => expect.closeTo(m, 9)));
  expect([...law!.scale]).toEqual(cases[0]!.draws[0]!.scale.map((s) => expect.closeTo(s, 9)));
  targets.forEach(({ mean, theory, protocols: [protocol] }, t) => {
    expect(mean).toBeCloseTo(cases[0]!.draws[0]!.targetMeans[t]!, 8);
    expect(theory).toBeUndefined();
    expect(protocol!.low).toBeLessThan(protocol!.value);
    expect(protocol!.high).toBeGreaterThan(protocol!.value);
  });
  const standardised = await calibrate(
    { ...input, scale: 'standardised', targets: ['mean'] },
    { draws: 20, seed: 3 },
  );
  expect(standardised.law).toBeUndefined();
  expect(standardised.targets[0]!.theory).toBeDefined();
  const plan = await planUnits(
    { ...input, targets: [{ above: 160 }] },
    { draws: 40, subsamples: 10, gap: 0.05 },
  );
  expect(plan.assured).toBe(true);
  expect(plan.epsilon).toBeGreaterThan(0);
});

it('each law drawn has its own thresholds', () => {
  const { protocols: _, targets: __, ...rest } = input;
  const laws = drawnLaws(rest, 4, 5);
  const spec = { above: 160 };
  const ordered = withCanonicalSample(input);
  scenariosOf(laws, spec).forEach(({ model, target }, draw) => {
    const times = resampledTimes(ordered.sample, { kind: 'bootstrap', draw }, 5);
    const whole = estimator({ ...ordered, targets: [spec] })(times, 'data');
    const { protocols } = protocolValues(model, target, input.protocols);
    expect(protocols[0]!.value).toBeCloseTo(whole.values[0]!, 12);
  });
});
