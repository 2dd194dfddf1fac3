import { describe, expect, it } from 'vitest';
import { askInNode } from '../../../test/ask-in-node.ts';
import { RESULTS } from '../parts/results.ts';
import {
  ALTERNATIVE,
  type Assumed,
  contributions,
  correlations,
  DIRECTION,
  differenceOf,
  directionOf,
  measuredStudy,
  seenOf,
  toeplitz,
  worldStudy,
} from './four-points.ts';
import { LEAST, MOST, worldAt } from './worlds-of-lags.ts';

const EPSILON = 0.1321;

describe('two worlds, one benchmark', () => {
  it('are those of the reproduced figure', () => {
    const { epsilon, minus, middle, plus, benchmark, values } = RESULTS.twoWorlds;
    expect(epsilon).toBe(EPSILON);
    for (const [own, byLag] of [
      [-EPSILON, minus],
      [0, middle],
      [EPSILON, plus],
    ] as const)
      correlations(own).forEach((value, lag) => {
        expect(value).toBeCloseTo(byLag[lag]!, 6);
      });
    seenOf(toeplitz(correlations(EPSILON))).forEach(({ what, value }, k) => {
      expect(what).toBe(benchmark[k]!.what);
      expect(value).toBeCloseTo(benchmark[k]!.plus, 6);
    });
    expect([values[0]!.value, values.at(-1)!.value]).toEqual([0.827379, 0.681648]);
  });

  it('have one benchmark, whatever ε is', () => {
    const texts = [-EPSILON, -0.05, 0, 0.011, EPSILON].map((epsilon) =>
      seenOf(toeplitz(correlations(epsilon))).map(({ what, value }) => `${what} ${value.toFixed(6)}`),
    );
    for (const text of texts)
      expect(text).toEqual(['Var Y 1.000000', 'Cov(Y, Θ) 0.388250', 'Var Θ 0.428012']);
  });

  it.each([
    [-EPSILON, 0.827379],
    [EPSILON, 0.681648],
  ])('give the alternative at ε = %d the value %d', async (epsilon, value) => {
    const { result } = await askInNode({ command: 'value' }, worldStudy(epsilon));
    expect(result!.protocols[ALTERNATIVE]!.value).toBeCloseTo(value, 6);
    // By hand: c' A⁻¹ c / Var Θ for two points with correlation r₁ that are alike as seen from the target.
    const byLag = correlations(epsilon);
    const cross = (1 + 2 * byLag[1]! + byLag[2]!) / 4;
    const target = (4 + 6 * byLag[1]! + 4 * byLag[2]! + 2 * byLag[3]!) / 16;
    expect(result!.protocols[ALTERNATIVE]!.value).toBeCloseTo(
      (2 * cross ** 2) / (1 + byLag[1]!) / target,
      12,
    );
    expect(result!.target.variance).toBeCloseTo(target, 14);
  });
});

const known = async (assume: Assumed, measured: number[]) => {
  const result = await askInNode({ command: 'identify', request: {} }, measuredStudy(assume, measured));
  return { ...result, alternative: result.alternatives[ALTERNATIVE]! };
};

describe('invisible directions', () => {
  it('are counted as in the paper, and leave the known ranges', async () => {
    const expected: [Assumed, number[], number, number, number][] = [
      ['stationary', [0], 1, 0.6804, 1],
      ['any', [0], 4, 0.4299, 1],
      ['any', [0, 1], 2, 0.5876, 1],
    ];
    for (const [assume, measured, dimension, low, high] of expected) {
      const { invisibleDimension, alternative } = await known(assume, measured);
      expect(invisibleDimension).toBe(dimension);
      expect(alternative.range!.low).toBeCloseTo(low, 4);
      expect(alternative.range!.high).toBeCloseTo(high, 4);
      expect(alternative.verdict).toBe('not-identified');
    }
  });

  it('are gone with the right points', async () => {
    for (const [assume, measured] of [
      ['stationary', [0, 1]],
      ['any', [0, 1, 2]],
    ] as [Assumed, number[]][]) {
      const { invisibleDimension, alternative } = await known(assume, measured);
      expect(invisibleDimension).toBe(0);
      expect(alternative.verdict).toBe('identified');
      expect(alternative.range!.high - alternative.range!.low).toBeLessThan(1e-9);
    }
  });

  it('show the benchmark nothing but zeros', async () => {
    for (const assume of ['stationary', 'any'] as const) {
      const [low, high] = (await known(assume, [0])).alternative.worlds;
      const difference = differenceOf(high!.covariance!, low!.covariance!);
      expect(Math.max(...difference.flat().map(Math.abs))).toBeGreaterThan(0.4);
      for (const { value } of seenOf(difference)) expect(Math.abs(value)).toBeLessThan(1e-9);
    }
  });

  it('of a stationary world are one, found by the engine as the paper has it', async () => {
    const [low, high] = (await known('stationary', [0])).alternative.worlds;
    const direction = directionOf(differenceOf(high!.covariance!, low!.covariance!));
    direction.forEach((value, lag) => {
      expect(value).toBeCloseTo(DIRECTION[lag]!, 6);
    });
    const added = contributions(direction).map(({ byLag }) => byLag);
    for (const byLag of added) expect(byLag.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6);
    // The line through the body of worlds ends where the engine's worlds are.
    for (const [world, epsilon] of [
      [low, MOST],
      [high, LEAST],
    ] as const)
      worldAt(epsilon).forEach((value, i) => {
        expect(world!.covariance![0]![i + 1]).toBeCloseTo(value, 6);
      });
    for (const { value } of seenOf(toeplitz([0, ...DIRECTION.slice(1)]))) expect(value).toBe(0);
    // What cancels is not nothing.
    expect(added[1]![2]).toBeCloseTo(-1 / 2, 6);
    expect(added[2]![1]).toBeCloseTo(6 / 16, 6);
  });
});
