// Targets in the unit of the data, whose transform differs between pairs of times.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparedWith } from '../../test/compared-with.ts';
import { catalogueOf, covarianceOf, mixedFamily } from '../../test/laws.ts';
import { plainKernels } from '../../test/plain-kernels/plain-kernels.ts';
import { wasmKernels } from '../numerics/kernels/kernels.ts';
import { matrixFromRows } from '../numerics/matrix.ts';
import { InvalidInput } from './input/invalid-input.ts';
import { isLinear, type TargetSpec, target } from './target.ts';
import { targetMean, targetUnder } from './target-under.ts';
import { evaluatorOfTargets, familyValuesOfTargets, protocolValues } from './value/value.ts';

const near = comparedWith(
  'values of thresholds that differ between times, and of lognormal quantities',
  'scipy’s bivariate normal distribution',
);

interface Case {
  kind: string;
  covariance: number[][];
  mean: number[];
  scale: number[];
  transform: 'none' | 'log';
  weights: number[];
  /** First and last point, and noise. */
  readings: [number, number, number][];
  targets: TargetSpec[];
  found: { mean: number; variance: number; value: number; linear: number }[];
}
const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../fixtures/local_targets.json', import.meta.url), 'utf8'),
);
const numbers = (values: readonly number[]) => Float64Array.from(values);

describe.each([wasmKernels(), plainKernels()])('values beside scipy, $name', (kernels) => {
  it.each(cases.map((one, i) => [i, one.kind, one] as const))('law %d, %s', (_, kind, one) => {
    const law = { mean: numbers(one.mean), scale: numbers(one.scale), transform: one.transform };
    const model = {
      covariance: matrixFromRows(one.covariance),
      weights: numbers(one.weights),
      scale: law.scale,
    };
    const readings = one.readings.map(([first, last, noise]) => ({ first, last, noise }));
    // Differences of probabilities of 1e-16 have few digits there.
    const digits = kind === 'narrow' ? 1e-9 : 1e-11;
    one.targets.forEach((spec, t) => {
      const prepared = targetUnder(spec, law);
      const { variance, protocols } = protocolValues(model, prepared, [readings], kernels);
      const { value, linearValue } = protocols[0]!;
      const found = one.found[t]!;
      expect(Math.abs(targetMean(prepared, model.weights) / found.mean - 1)).toBeLessThan(1e-11);
      expect(Math.abs(variance / found.variance - 1), 'variance').toBeLessThan(digits);
      near(Math.abs(value - found.value), digits, 'value');
      near(Math.abs(linearValue - found.linear), digits, 'linear');
    });
  });
});

const points = 40;
const weights = Float64Array.from({ length: points }, (_, j) => (1 + (j % 3)) / 80);
const mean = Float64Array.from({ length: points }, (_, j) => 140 + 30 * Math.sin(j / 5) + (j % 4));
const scale = Float64Array.from({ length: points }, (_, j) => 45 + 20 * Math.cos(j / 7) + (j % 3));
const law = { mean, scale };
const model = { covariance: covarianceOf(points, 60), weights, scale };
const family = mixedFamily([1, 2, 4, 7], 60);
const flat = (value: number) => new Float64Array(points).fill(value);

describe.each(['none', 'log'] as const)('transform %s', (transform) => {
  const logs = transform === 'log';
  const own = {
    mean: logs ? mean.map(Math.log) : mean,
    scale: logs ? scale.map((s) => s / 140) : scale,
    transform,
  };
  const specs = [{ above: 180 }, { below: 70 }, { between: [70, 180] }, 'mean'] as const;
  const targets = specs.map((spec) => targetUnder(spec, own));
  const scaled = { ...model, scale: own.scale };

  it.each([0, 100])('both kernels agree, noise %d', (noise) => {
    const catalogue = catalogueOf(points, logs ? noise / 20000 : noise);
    const [a, b] = [wasmKernels(), plainKernels()].map((kernels) =>
      familyValuesOfTargets(scaled, targets, catalogue, family, { kernels }),
    );
    targets.forEach((_, t) => {
      expect(a![t]!.variance / b![t]!.variance).toBeCloseTo(1, 12);
      a![t]!.value.forEach((value, i) => {
        expect(Math.abs(value - b![t]!.value[i]!)).toBeLessThan(1e-12);
        expect(Math.abs(a![t]!.linearValue[i]! - b![t]!.linearValue[i]!)).toBeLessThan(1e-12);
      });
    });
  });

  it('several targets at once are each alone, their bounds hold them, and screening is near', () => {
    const catalogue = catalogueOf(points, logs ? 0.02 : 300);
    const together = evaluatorOfTargets(scaled, targets, catalogue);
    const values = together.values(family);
    const bounds = together.bounds(family);
    const screened = evaluatorOfTargets(scaled, targets, catalogue, { accuracy: 'screening' }).values(family);
    targets.forEach((one, t) => {
      const [alone] = evaluatorOfTargets(scaled, [one], catalogue).values(family);
      expect(values[t]!.value).toEqual(alone!.value);
      values[t]!.value.forEach((value, i) => {
        const { low, high } = bounds[t]!;
        expect(low[i]!).toBeLessThanOrEqual(value);
        expect(high[i]!).toBeGreaterThanOrEqual(value);
        if (value < 0.9) expect(high[i]!).toBeLessThan(1);
        expect(Math.abs(screened[t]!.value[i]! - value)).toBeLessThan(1e-6);
      });
    });
  });
});

it('the same numbers at all times are the ordinary target of a standardised law, in its bytes', () => {
  const standard = { mean: flat(0), scale: flat(1) };
  for (const spec of [{ above: 0.7 }, { below: -1 }, { between: [-1, 0.5] }] as const) {
    const [one, plain] = [targetUnder(spec, standard), target(spec)];
    expect(one.local).toBeUndefined();
    expect(one.table).toEqual(plain.table);
  }
  expect(targetUnder({ above: 180 }, { mean: flat(140), scale: flat(50) })).toMatchObject({
    name: 'above 180',
    spec: { above: 180 },
    table: target({ above: 0.8 }).table,
  });
});

it('the mean stays linear, and is not with a logarithm', () => {
  const plain = targetUnder('mean', law);
  expect([isLinear(plain), plain.table]).toEqual([true, undefined]);
  expect(targetMean(plain, weights)).toBeCloseTo(
    mean.reduce((sum, m, j) => sum + m * weights[j]!, 0),
    10,
  );
  expect(isLinear(targetUnder('mean', { mean: flat(1), scale: flat(0.3), transform: 'log' }))).toBe(false);
  const same = targetUnder('mean', { mean: flat(1), scale: flat(0.3), transform: 'log' });
  const almost = targetUnder('mean', {
    mean: flat(1),
    scale: flat(0.3).map((s, j) => s * (1 + 1e-13 * j)),
    transform: 'log',
  });
  expect(isLinear(almost)).toBe(false);
  const catalogue = catalogueOf(points, 0.01);
  const [a, b] = familyValuesOfTargets({ ...model, scale: flat(0.3) }, [same, almost], catalogue, family);
  a!.value.forEach((value, i) => {
    expect(Math.abs(value - b!.value[i]!)).toBeLessThan(1e-11);
  });
});

describe('levels that are never crossed', () => {
  const problems = (spec: TargetSpec, own: Parameters<typeof targetUnder>[1]) => {
    try {
      targetUnder(spec, own);
    } catch (error) {
      if (error instanceof InvalidInput) return error.message;
      throw error;
    }
    return '';
  };
  it('are refused where that is so at all times, and fine at some', () => {
    expect(problems({ above: 900 }, law)).toMatch(/hardly varies at any time.*mean 110.* to 173/);
    expect(problems({ between: [900, 1000] }, law)).toContain('hardly varies');
    expect(problems({ above: 0 }, { ...law, transform: 'log' })).toContain('hardly varies');
    expect(problems({ between: [100, 100.01] }, law)).toContain('hardly varies');
    const some = { mean, scale: scale.map((s, j) => (j % 2 === 0 ? s : s / 1e6)) };
    const prepared = targetUnder({ above: 181 }, some);
    const { protocols } = protocolValues({ ...model, scale: some.scale }, prepared, [
      [{ first: 4, last: 4, noise: 10 }],
      Array.from({ length: points / 2 }, (_, i) => ({ first: 2 * i, last: 2 * i, noise: 0 })),
    ]);
    expect(protocols[0]!.value).toBeGreaterThan(0.01);
    // All that varies was read.
    expect(protocols[1]!.value).toBeCloseTo(1, 9);
  });
  it('say that other kinds are for standardised laws', () => {
    expect(problems({ outside: 1 }, law)).toContain('for standardised laws');
    expect(problems({ between: [2, 1] }, law)).toContain('the range is empty');
  });
  it('may be infinite: a range of logarithms from 0', () => {
    const logs = { mean: mean.map(Math.log), scale: scale.map((s) => s / 140), transform: 'log' as const };
    const own = { ...model, scale: logs.scale };
    const [range, below] = familyValuesOfTargets(
      own,
      [targetUnder({ between: [0, 180] }, logs), targetUnder({ below: 180 }, logs)],
      catalogueOf(points, 0.1),
      family,
    );
    range!.value.forEach((value, i) => {
      expect(value).toBeCloseTo(below!.value[i]!, 12);
    });
  });
});

describe('values with thresholds that differ between times', () => {
  const spec = { above: 175 } as const;
  const readings = [
    [{ first: 5, last: 5, noise: 300 }],
    [
      { first: 5, last: 5, noise: 300 },
      { first: 20, last: 22, noise: 0 },
    ],
    [
      { first: 5, last: 5, noise: 100 },
      { first: 20, last: 22, noise: 0 },
      { first: 33, last: 33, noise: 300 },
    ],
  ];
  const valuesOf = (own: typeof law, covariance = model.covariance, protocols = readings, omega = weights) =>
    protocolValues(
      { covariance, weights: omega, scale: own.scale },
      targetUnder(spec, own),
      protocols,
    ).protocols.map(({ value }) => value);

  it('lie between 0 and 1, and more readings or less noise are worth no less', () => {
    const [one, two, three] = valuesOf(law) as [number, number, number];
    expect(one).toBeGreaterThan(0);
    expect(two).toBeGreaterThan(one);
    expect(three).toBeGreaterThan(two);
    expect(three).toBeLessThan(1);
  });

  it('are the same with time running backwards, and above the level or below it', () => {
    const turned = (values: Float64Array) => values.slice().reverse();
    const back = protocolValues(
      {
        covariance: { ...model.covariance, data: turned(model.covariance.data) },
        weights: turned(weights),
        scale: turned(scale),
      },
      targetUnder(spec, { mean: turned(mean), scale: turned(scale) }),
      readings.map((protocol) =>
        protocol.map(({ first, last, noise }) => ({
          first: points - 1 - last,
          last: points - 1 - first,
          noise,
        })),
      ),
    ).protocols;
    const below = protocolValues(model, targetUnder({ below: 175 }, law), readings).protocols;
    valuesOf(law).forEach((value, i) => {
      expect(Math.abs(back[i]!.value - value)).toBeLessThan(1e-13);
      expect(Math.abs(below[i]!.value - value)).toBeLessThan(1e-14);
    });
  });

  it('do not depend on the family around them, nor on what was asked before', () => {
    const catalogue = catalogueOf(points, 20);
    const kernels = wasmKernels();
    const prepared = targetUnder(spec, law);
    const whole = familyValuesOfTargets(model, [prepared], catalogue, family, { kernels })[0]!;
    for (const i of [0, 7, 31, 59]) {
      const members = family.members.slice(family.starts[i]!, family.starts[i + 1]!);
      const alone = { members, starts: Int32Array.of(0, members.length) };
      const [own] = familyValuesOfTargets(model, [prepared], catalogue, alone, { kernels });
      expect(own!.value[0]).toBe(whole.value[i]);
    }
  });

  it('on more times than polynomials are kept for: by the series, as the twin', () => {
    const many = 264;
    const stretched = (values: Float64Array) =>
      Float64Array.from({ length: many }, (_, j) => values[Math.floor((j * points) / many)]! + j / 1e3);
    const own = { mean: stretched(mean), scale: stretched(scale) };
    const prepared = targetUnder(spec, own);
    const wide = {
      covariance: covarianceOf(many, 'true'),
      weights: new Float64Array(many).fill(1 / many),
      scale: own.scale,
    };
    const protocols = [
      [
        { first: 40, last: 40, noise: 0 },
        { first: 130, last: 131, noise: 50 },
      ],
    ];
    const [a, b] = [wasmKernels(), plainKernels()].map((kernels) =>
      protocolValues(wide, prepared, protocols, kernels),
    );
    expect(Math.abs(a!.protocols[0]!.value - b!.protocols[0]!.value)).toBeLessThan(1e-12);
  });
});
