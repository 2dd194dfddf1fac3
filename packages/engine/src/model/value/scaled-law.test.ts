// Laws in the unit of the data, against fixtures from the explicit covariance SKS of X.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../../test/compared-with.ts';
import { catalogueOf, covarianceOf, mixedFamily } from '../../../test/laws.ts';
import { plainKernels } from '../../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../../numerics/kernels/kernels.ts';
import { matrixFromRows } from '../../numerics/matrix.ts';
import { type Target, type TargetSpec, target } from '../target.ts';
import { targetUnder } from '../target-under.ts';
import { measurementCovariance } from './measurement-covariance.ts';
import { measurementRows } from './measurement-rows.ts';
import type { Model } from './model.ts';
import { recoveredCovariance } from './recovered-covariance.ts';
import { evaluatorOfTargets, familyValuesOfTargets, protocolValues, targetVariance } from './value.ts';

const near = comparedWith(
  'values and best-linear values in the unit of the data',
  'numpy, from the explicit covariance',
);

interface Case {
  covariance: number[][];
  scale: number[];
  weights: number[];
  /** First and last point, and noise. */
  readings: [number, number, number][];
  targets: TargetSpec[];
  variance: number;
  values: number[];
  linear: number[];
}

const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/scaled_laws.json', import.meta.url), 'utf8'),
);
const modelOf = ({ covariance, scale, weights }: Case): Model => ({
  covariance: matrixFromRows(covariance),
  weights: Float64Array.from(weights),
  scale: Float64Array.from(scale),
});
const measurements = ({ readings }: Case) => readings.map(([first, last, noise]) => ({ first, last, noise }));

describe.each([wasmKernels(), plainKernels()])('values in the unit of the data, $name', (kernels) => {
  it.each(cases.map((one, i) => [i, one] as const))('law %d: as from the covariance of X', (_, one) => {
    const model = modelOf(one);
    one.targets.forEach((spec, t) => {
      const { value, linearValue } = protocolValues(model, target(spec), [measurements(one)], kernels)
        .protocols[0]!;
      near(Math.abs(value - one.values[t]!), 1e-12);
      near(Math.abs(linearValue - one.linear[t]!), 1e-12);
    });
    expect(targetVariance(model, target('mean'), kernels) / one.variance).toBeCloseTo(1, 13);
  });
});

it('rows, covariances of readings and Q are those of X', () => {
  for (const one of cases) {
    const model = modelOf(one);
    const actions = measurements(one);
    const p = one.weights.length;
    const x = (j: number, k: number) => one.covariance[j]![k]! * one.scale[j]! * one.scale[k]!;
    const rows = measurementRows(actions, p, model.scale);
    const { cross, between } = measurementCovariance(model, actions);
    actions.forEach(({ first, last }, a) => {
      const mean = (of: (j: number) => number) => {
        let sum = 0;
        for (let j = first; j <= last; j++) sum += of(j);
        return sum / (last - first + 1);
      };
      for (let k = 0; k < p; k++) {
        const wanted = mean((j) => x(j, k)) / one.scale[k]!;
        expect(cross.data[a * p + k]! / wanted).toBeCloseTo(1, 12);
        expect(rows[a]![k]).toBeCloseTo(k >= first && k <= last ? one.scale[k]! / (last - first + 1) : 0, 12);
      }
      const own = mean((j) => mean((k) => x(j, k)));
      expect(between.data[a * actions.length + a]! / own).toBeCloseTo(1, 12);
    });
    // ωᵀSQSω of the fixture, from Q by one action after another.
    const { recovered } = recoveredCovariance(model, actions);
    let explained = 0;
    for (let j = 0; j < p; j++)
      for (let k = 0; k < p; k++)
        explained +=
          one.weights[j]! * one.weights[k]! * one.scale[j]! * one.scale[k]! * recovered.data[j * p + k]!;
    expect(explained / one.variance).toBeCloseTo(one.values[0]!, 12);
  }
});

const points = 40;
const weights = Float64Array.from({ length: points }, (_, j) => (1 + (j % 3)) / 80);
const scale = Float64Array.from({ length: points }, (_, j) => 30 + 20 * Math.sin(j / 4) + (j % 5));
const model = { covariance: covarianceOf(points, 60), weights, scale };
const targets = (['mean', { above: 0.5 }, { logistic: 2 }] as const).map(target);
const family = mixedFamily([1, 2, 4, 7], 60);

it('a scale of 1 changes no byte, and the unit of the data none but the last digits', () => {
  const catalogue = catalogueOf(points, 0.4);
  const plain = familyValuesOfTargets({ ...model, scale: undefined }, targets, catalogue, family);
  const ones = { ...model, scale: new Float64Array(points).fill(1) };
  const standardised = familyValuesOfTargets(ones, targets, catalogue, family);
  targets.forEach((_, t) => {
    for (const column of ['value', 'explained', 'linearValue', 'rank'] as const)
      expect(standardised[t]![column]).toEqual(plain[t]![column]);
  });
  const unit = 1000;
  const inUnit = (factor: number) =>
    familyValuesOfTargets(
      { ...model, scale: scale.map((s) => s * factor) },
      targets,
      catalogueOf(points, 400 * factor * factor),
      family,
    );
  const [grams, kilograms] = [inUnit(unit), inUnit(1)];
  targets.forEach((_, t) => {
    grams[t]!.value.forEach((value, i) => {
      expect(value).toBeCloseTo(kilograms[t]!.value[i]!, 12);
    });
  });
});

it('several targets at once are each alone, and their bounds hold them', () => {
  const catalogue = catalogueOf(points, 300);
  const together = evaluatorOfTargets(model, targets, catalogue);
  const values = together.values(family);
  const bounds = together.bounds(family);
  targets.forEach((one, t) => {
    const [alone] = evaluatorOfTargets(model, [one], catalogue).values(family);
    expect(values[t]!.value).toEqual(alone!.value);
    values[t]!.value.forEach((value, i) => {
      expect(bounds[t]!.low[i]!).toBeLessThanOrEqual(value);
      expect(bounds[t]!.high[i]!).toBeGreaterThanOrEqual(value);
      // For the mean they are equal but for rounding.
      if (t === 0) expect(bounds[t]!.high[i]! - bounds[t]!.low[i]!).toBeLessThan(3e-9);
    });
  });
});

it('another target in between leaves a target that differs between times as it is', () => {
  const mean = scale.map((s, j) => 100 + s + (j % 4));
  const evaluate = (one: Target) => evaluatorOfTargets(model, [one], catalogueOf(points, 300)).values;
  const local = evaluate(targetUnder({ above: 140 }, { mean, scale }));
  const [first] = local(family);
  for (const other of targets) {
    evaluate(other)(family);
    expect(local(family)[0]!.value).toEqual(first!.value);
  }
});

it('readings that tell every point of X are worth 1', () => {
  const every = Array.from({ length: points }, (_, j) => ({
    first: Math.max(0, j - 1),
    last: j,
    noise: 0,
  }));
  for (const one of targets) {
    const { value, rank } = protocolValues(model, one, [every]).protocols[0]!;
    expect([value, rank]).toEqual([1, points]);
  }
});

it('refuses a scale that does not belong to the law', () => {
  const with0 = scale.slice();
  with0[3] = 0;
  for (const wrong of [scale.slice(1), with0])
    expect(() => protocolValues({ ...model, scale: wrong }, targets[0]!, [])).toThrow(RangeError);
});
