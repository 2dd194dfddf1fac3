// Values where readings may be missing: over all that may happen, by closed forms, by Monte Carlo.
import { describe, expect, it } from 'vitest';
import { randomStream, uniformAt } from '../../numerics/random/random-stream.ts';
import { kernelMatrix } from '../latent-kernel.ts';
import { type TargetSpec, target } from '../target.ts';
import { targetWeights } from '../target-weights.ts';
import { timeGrid } from '../time/time-grid.ts';
import { type Action, type ActionSpec, action } from './action.ts';
import { lowerQuantile, patternsOf } from './missed.ts';
import { readCompletely } from './protocol-family.ts';
import { protocolValues } from './value.ts';

const grid = timeGrid(10, 40);
const model = {
  covariance: kernelMatrix({ ou: { tau: 2 } }, 0.1, grid),
  weights: targetWeights('uniform', grid),
};
const actions = (...specs: ActionSpec[]): Action[] => specs.map((spec) => action(spec, grid));
const worth = (protocol: readonly Action[], aim: TargetSpec = 'mean', seed = 1) =>
  protocolValues(model, target(aim), [protocol], undefined, seed).protocols[0]!;
const completeOf = (protocol: readonly Action[], aim: TargetSpec = 'mean') =>
  protocol.length === 0
    ? 0
    : protocolValues(model, target(aim), [readCompletely(protocol)]).protocols[0]!.value;

/** Everything that can happen, one after the other: each coin, each sensor, and each stretch in which the unit may leave. */
function bruteForce(protocol: readonly Action[], rate: number, aim: TargetSpec): number {
  const names = [...new Set(protocol.flatMap(({ missing }) => missing?.sensor?.name ?? []))];
  const ends = [...new Set(protocol.map(({ at, width }) => Math.min(10, at + width / 2)))].sort(
    (a, b) => a - b,
  );
  const moments = [
    ...ends.map((end, k) => ({ before: end, from: ends[k - 1] ?? 0 })),
    { before: Infinity, from: ends.at(-1)! },
  ];
  let mean = 0;
  for (const { before, from } of moments) {
    const leaves = Math.exp(-rate * from) - (before === Infinity ? 0 : Math.exp(-rate * before));
    if (leaves === 0) continue;
    for (let failed = 0; failed < 2 ** names.length; failed++)
      for (let missed = 0; missed < 2 ** protocol.length; missed++) {
        let probability = leaves;
        names.forEach((name, k) => {
          const { fails } = protocol.find(({ missing }) => missing?.sensor?.name === name)!.missing!.sensor!;
          probability *= (failed >> k) & 1 ? fails : 1 - fails;
        });
        const left = protocol.filter(({ missing, at, width }, i) => {
          const gone = (missed >> i) & 1;
          probability *= gone ? (missing?.missed ?? 0) : 1 - (missing?.missed ?? 0);
          const broken = missing?.sensor && (failed >> names.indexOf(missing.sensor.name)) & 1;
          return !gone && !broken && Math.min(10, at + width / 2) < before;
        });
        if (probability > 0) mean += probability * completeOf(left, aim);
      }
  }
  return mean;
}

describe('the mean over what may be missing', () => {
  const coins = actions(
    { at: 1, noise: 0.4, missed: 0.1 },
    { at: 4, noise: 0.3, missed: 0.5 },
    { at: 4, noise: 0.3, missed: 0.2 },
    { at: 7, width: 2, noise: 0.2 },
  );
  const sensors = actions(
    { at: 1, noise: 0.4, sensor: 'arm', fails: 0.2 },
    { at: 3, noise: 0.3, sensor: 'arm', fails: 0.2, missed: 0.3 },
    { at: 5, noise: 0.3, sensor: 'leg', fails: 0.4 },
    { at: 9, noise: 0.4, missed: 1 },
  );
  const leaving = (rate: number) =>
    actions(
      { at: 1, noise: 0.4, dropout: rate },
      { at: 4, width: 2, noise: 0.3, dropout: rate, missed: 0.2 },
      { at: 9.5, width: 3, noise: 0.3, dropout: rate, sensor: 'arm', fails: 0.1 },
      { at: 6, noise: 0.2, dropout: rate, sensor: 'arm', fails: 0.1 },
    );
  const targets: TargetSpec[] = ['mean', { above: 0.5 }, { outside: 1 }];
  it.each(targets)('is brute force over all patterns: %j', (aim) => {
    for (const [protocol, rate] of [
      [coins, 0],
      [sensors, 0],
      [leaving(0.1), 0.1],
      [leaving(0.7), 0.7],
    ] as const)
      expect(worth(protocol, aim).value).toBeCloseTo(bruteForce(protocol, rate, aim), 12);
  });

  it('of one action is (1 − q) times its value, and of repeats and windows too', () => {
    for (const spec of [
      { at: 3, noise: 0.4 },
      { at: 3, width: 4, repeats: 3, noise: 0.4 },
    ]) {
      const whole = completeOf(actions(spec));
      const { value, missing } = worth(actions({ ...spec, missed: 0.3 }));
      expect(value).toBeCloseTo(0.7 * whole, 14);
      expect(missing).toMatchObject({
        completeValue: whole,
        worst: { value: 0, missing: [0], probability: 0.3 },
        nothing: 0.3,
        lowerTail: 0,
        patterns: 2,
        draws: 0,
      });
    }
  });

  it('of independent quantities is the sum of what each tells, times how likely it is read', () => {
    const apart = { covariance: kernelMatrix({ ou: { tau: 1e-6 } }, 0, grid), weights: model.weights };
    const specs = [0.1, 0.4, 0.7].map((missed, i) => ({ at: 2 + 3 * i, noise: 0.5, missed }));
    const { value } = protocolValues(apart, target('mean'), [actions(...specs)]).protocols[0]!;
    expect(value).toBeCloseTo(((0.9 + 0.6 + 0.3) / 40) * (1 / 1.5), 14);
  });

  it('with dropout alone is that of the beginnings', () => {
    const rate = 0.2;
    const ends = [2, 5, 8];
    const protocol = actions(...ends.map((at) => ({ at, noise: 0.4, dropout: rate })));
    const stays = ends.map((at) => Math.exp(-rate * at));
    const beginnings = [1, 2, 3].map((n) => completeOf(protocol.slice(0, n)));
    const expected =
      (stays[0]! - stays[1]!) * beginnings[0]! +
      (stays[1]! - stays[2]!) * beginnings[1]! +
      stays[2]! * beginnings[2]!;
    const { value, missing } = worth(protocol);
    expect(value).toBeCloseTo(expected, 14);
    expect(missing).toMatchObject({ patterns: 4, draws: 0 });
    expect(missing!.nothing).toBeCloseTo(1 - stays[0]!, 14);
  });

  it('with dropout is what simulated units lose', () => {
    const rate = 0.15;
    const protocol = actions(...[1, 3, 5, 7, 9].map((at) => ({ at, noise: 0.4, dropout: rate })));
    const stream = randomStream(5, 'leaving');
    const values = Array.from({ length: 40_000 }, (_, unit) => {
      const moment = -Math.log(uniformAt(stream, unit)) / rate;
      return protocol.filter(({ at }) => at < moment).length;
    });
    const beginnings = [0, 1, 2, 3, 4, 5].map((n) => completeOf(protocol.slice(0, n)));
    const simulated = values.reduce((sum, n) => sum + beginnings[n]!, 0) / values.length;
    const squares = values.reduce((sum, n) => sum + (beginnings[n]! - simulated) ** 2, 0);
    const error = Math.sqrt(squares) / values.length;
    const { value } = worth(protocol);
    expect(Math.abs(value - simulated)).toBeLessThan(4 * error);
    expect(error).toBeLessThan(0.002);
  });

  it('the worst is what is always there, and no pattern is worth less', () => {
    const { missing } = worth(sensors);
    expect(missing!.worst.missing).toEqual([0, 1, 2, 3]);
    expect(missing!.worst.probability).toBeCloseTo(0.2 * 0.4, 14);
    const { missing: some } = worth(coins);
    expect(some!.worst).toMatchObject({ missing: [0, 1, 2], value: completeOf(coins.slice(3)) });
    expect(some!.worst.probability).toBeCloseTo(0.1 * 0.5 * 0.2, 14);
    expect(some!.nothing).toBe(0);
    expect(some!.lowerTail).toBeGreaterThan(some!.worst.value);
    expect(some!.lowerTail).toBeLessThan(some!.completeValue);
  });

  it('is the same whatever the order of the actions', () => {
    for (const protocol of [coins, sensors, leaving(0.3)])
      expect(worth([...protocol].reverse()).value).toBe(worth(protocol).value);
  });

  it('is the value itself, bit by bit, where nothing can be missing', () => {
    const spec = { at: 3, noise: 0.4 };
    const never = actions({ ...spec, missed: 0, sensor: 'arm', fails: 0, dropout: 0 });
    expect(never).toEqual(actions(spec));
    expect(worth(never).missing).toBeUndefined();
  });
});

describe('draws', () => {
  const many = actions(
    ...Array.from({ length: 14 }, (_, i) => ({ at: 0.3 + 0.7 * i, noise: 0.5, missed: 0.05 + 0.05 * i })),
  );
  /** All 2^14 sets, by their own probabilities. */
  const exact = (() => {
    let mean = 0;
    const sets = Array.from({ length: 2 ** 14 }, (_, set) => many.filter((_, i) => (set >> i) & 1));
    const { protocols } = protocolValues(model, target('mean'), sets.map(readCompletely));
    protocols.forEach(({ value }, set) => {
      mean += many.reduce(
        (p, { missing }, i) => p * ((set >> i) & 1 ? 1 - missing!.missed! : missing!.missed!),
        value,
      );
    });
    return mean;
  })();

  it('begin beyond 4096 patterns, and have a standard error', () => {
    expect(worth(many.slice(0, 12)).missing).toMatchObject({ patterns: 4096, draws: 0, standardError: 0 });
    const { missing } = worth(many);
    expect(missing!.draws).toBe(4096);
    expect(missing!.patterns).toBeLessThan(4096);
    expect(missing!.standardError).toBeGreaterThan(0);
    expect(missing!.worst.missing).toHaveLength(14);
  });

  it('miss the mean by as much as the standard error says', () => {
    const scores = Array.from({ length: 60 }, (_, seed) => {
      const { value, missing } = worth(many, 'mean', seed + 1);
      return (value - exact) / missing!.standardError;
    });
    const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
    const spread = Math.sqrt(scores.reduce((sum, z) => sum + (z - mean) ** 2, 0) / (scores.length - 1));
    expect(Math.abs(mean)).toBeLessThan(3 / Math.sqrt(scores.length));
    expect(spread).toBeGreaterThan(0.75);
    expect(spread).toBeLessThan(1.25);
  });

  it('are a function of the seed', () => {
    expect(worth(many, 'mean', 3)).toEqual(worth(many, 'mean', 3));
    expect(worth(many, 'mean', 3).value).not.toBe(worth(many, 'mean', 4).value);
  });

  it('of long protocols are fewer, and have their standard error', () => {
    const long = actions(
      ...Array.from({ length: 128 }, (_, i) => ({ at: 0.02 + 0.078 * i, noise: 5, missed: 0.5 })),
    );
    const { missing, value } = worth(long);
    expect(missing!.draws).toBe(1024);
    expect(Math.abs(value - worth(long, 'mean', 2).value)).toBeLessThan(5 * missing!.standardError);
  });

  it('of many times with dropout alone there are none: there are as many patterns as times', () => {
    const long = actions(
      ...Array.from({ length: 30 }, (_, i) => ({ at: 0.1 + i / 3, noise: 1, dropout: 0.1 })),
    );
    expect(worth(long).missing).toMatchObject({ patterns: 31, draws: 0 });
  });
});

describe('patterns', () => {
  it('have probabilities that sum to 1, each set once', () => {
    const protocol = actions(
      { at: 1, missed: 0.2, dropout: 0.1 },
      { at: 2, sensor: 'a', fails: 0.3, dropout: 0.1 },
      { at: 3, sensor: 'a', fails: 0.3, missed: 0.1, dropout: 0.1 },
    );
    const { patterns } = patternsOf(protocol, 1);
    expect(patterns.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 14);
    expect(new Set(patterns.map(({ kept }) => kept.join())).size).toBe(patterns.length);
  });
  it('a lower quantile is the least value that is not exceeded so often', () => {
    const spread = { values: [0.5, 0, 0.9], probabilities: [0.2, 0.1, 0.7] };
    expect([0.05, 0.1, 0.11, 0.3, 0.31, 1].map((level) => lowerQuantile(spread, level))).toEqual([
      0, 0, 0.5, 0.5, 0.9, 0.9,
    ]);
  });
});

it('refuses what is no probability, and half a sensor', () => {
  expect(() => actions({ at: 1, missed: 1.2, fails: -1, dropout: -0.1 })).toThrow(
    /missed.*fails.*dropout.*sensor/s,
  );
  expect(() => actions({ at: 1, sensor: 'arm' })).toThrow('fails');
});
